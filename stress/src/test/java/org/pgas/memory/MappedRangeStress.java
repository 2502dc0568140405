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

/**
 * {@link AddressTable} while transfers run: the old mapped range or the new one, and never a base of one with the size
 * of another.
 */
public final class MappedRangeStress {
    private MappedRangeStress() {}

    @State
    public static class Ranges extends Meeting {
        final AddressTable table = new AddressTable(1);
        final AddressMap map = new AddressMap(new int[]{0}, table, new NothingElse());

        /** The same in two fields, for the twin. */
        long base = 4096;

        long size = 64;

        public Ranges() {
            table.publish(0, 4096, 64);
        }
    }

    /** All accesses find a mapped range. */
    private static final class NothingElse implements AddressMap.Miss {
        @Override
        public long resolve(int rank, long offset, long bytes) {
            throw new AssertionError("no mapped range");
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

    @Outcome(id = {"4096, 64", "8192, 128"}, expect = ACCEPTABLE, desc = "the old mapped range, or the new one")
    @Outcome(expect = FORBIDDEN, desc = "a base of one and the size of the other")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class ReplaceAndLook {
        @Actor
        public void binder(Ranges ranges) {
            ranges.meet();
            ranges.table.publish(0, 8192, 128);
        }

        @Actor
        public void transfer(Ranges ranges, JJ_Result result) {
            ranges.meet();
            MappedRange mapped = ranges.map.mapped(0, 0, 8);
            result.r1 = mapped.base;
            result.r2 = mapped.size;
        }
    }

    /** Base and size are written and read one after the other. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = ReplaceAndLook.class)
    public static class TwoFields {
        @Actor
        public void binder(Ranges ranges) {
            ranges.meet();
            ranges.base = 8192;
            org.pgas.stress.Window.dwell();
            ranges.size = 128;
        }

        @Actor
        public void transfer(Ranges ranges, JJ_Result result) {
            ranges.meet();
            result.r1 = ranges.base;
            result.r2 = ranges.size;
        }
    }
}
