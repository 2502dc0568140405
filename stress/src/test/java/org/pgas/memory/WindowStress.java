package org.pgas.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.pgas.stress.Meeting;
import org.pgas.stress.Weakened;

/** {@link AddressTable} while transfers run: the old window or the new one, and never a base of one with the size of another. */
public final class WindowStress {
    private WindowStress() {}

    @State
    public static class Windows extends Meeting {
        final AddressTable table = new AddressTable(1);
        final AddressMap map = new AddressMap(new int[]{0}, table, new NothingElse());

        /** The same in two fields, for the twin. */
        long base = 4096;

        long size = 64;

        public Windows() {
            table.publish(0, 4096, 64);
        }
    }

    /** All accesses find a window. */
    private static final class NothingElse implements AddressMap.Miss {
        @Override
        public long resolve(int rank, long offset, long bytes) {
            throw new AssertionError("no window");
        }

        @Override
        public long notMapped(int rank, long offset, long bytes) {
            return resolve(rank, offset, bytes);
        }

        @Override
        public long misaligned(int rank, long offset, int width) {
            return resolve(rank, offset, width);
        }
    }

    @Outcome(id = {"4096, 64", "8192, 128"}, expect = ACCEPTABLE, desc = "the old window, or the new one")
    @Outcome(expect = FORBIDDEN, desc = "a base of one and the size of the other")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class ReplaceAndLook {
        @Actor
        public void binder(Windows windows) {
            windows.meet();
            windows.table.publish(0, 8192, 128);
        }

        @Actor
        public void transfer(Windows windows, JJ_Result result) {
            windows.meet();
            MappedRange window = windows.map.window(0, 0, 8);
            result.r1 = window.base;
            result.r2 = window.size;
        }
    }

    /** Base and size are written and read one after the other. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = ReplaceAndLook.class)
    public static class TwoFields {
        @Actor
        public void binder(Windows windows) {
            windows.meet();
            windows.base = 8192;
            org.pgas.stress.Window.dwell();
            windows.size = 128;
        }

        @Actor
        public void transfer(Windows windows, JJ_Result result) {
            windows.meet();
            result.r1 = windows.base;
            result.r2 = windows.size;
        }
    }
}
