package org.pgas.pshm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.nio.file.Path;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** {@link FileOwnership}: one has the file, and who takes it from one that has closed it finds it closed. */
public final class FileOwnershipStress {
    private static final FileOwner SELF = FileOwner.current();
    /** Of a file system without locks, where the word alone decides. */
    private static final FileOwnership.Opened WITHOUT_LOCKS = new FileOwnership.Opened(Path.of("/"), 1, false);
    private static final int NOT_TAKEN = -1;
    private static final int NOT_CLOSED = -2;

    private FileOwnershipStress() {}

    /** A header, and behind it a word of the segment. */
    @State
    public static class File extends Meeting {
        final long header = Slab.take(FileLayout.OWNER_LOCKED + 2 * Long.BYTES);
        final long word = header + FileLayout.OWNER_LOCKED + Long.BYTES;
        final FileOwnership ownership = new FileOwnership(header);

        /** What it finds in the segment. */
        int take() {
            return switch (ownership.take(SELF, false, WITHOUT_LOCKS).outcome()) {
                case TAKEN -> SharedMemory.getInt(word);
                case IN_USE -> NOT_TAKEN;
                case NOT_CLOSED, UNTOLD -> NOT_CLOSED;
            };
        }
    }

    /** As its last owner has left it. */
    @State
    public static class Closed extends File {
        public Closed() {
            ownership.close();
        }
    }

    @State
    public static class Open extends File {
        public Open() {
            ownership.take(SELF, true, WITHOUT_LOCKS);
            ownership.use(WITHOUT_LOCKS);
        }
    }

    @Outcome(id = {"0, -1", "-1, 0"}, expect = ACCEPTABLE, desc = "one has the file")
    @Outcome(expect = FORBIDDEN, desc = "both have it, or nobody")
    public static class One {}

    @JCStressTest
    @JCStressMeta(One.class)
    public static class TakeAndTake {
        @Actor
        public void one(Closed file, II_Result result) {
            file.meet();
            result.r1 = file.take();
        }

        @Actor
        public void other(Closed file, II_Result result) {
            file.meet();
            result.r2 = file.take();
        }
    }

    /** One looks who has it, and then writes that it is the owner. */
    @JCStressTest
    @JCStressMeta(One.class)
    @Weakened(of = TakeAndTake.class)
    public static class TakeInTwoSteps {
        @Actor
        public void one(Closed file, II_Result result) {
            file.meet();
            long owner = file.header + FileLayout.OWNER;
            result.r1 = NOT_TAKEN;
            if (file.ownership.life(file.ownership.owner(), WITHOUT_LOCKS) == Life.DEAD) {
                SharedMemory.putLongRelease(owner, SELF.word());
                result.r1 = 0;
            }
        }

        @Actor
        public void other(Closed file, II_Result result) {
            file.meet();
            result.r2 = file.take();
        }
    }

    @Outcome(id = {"1", "-1"}, expect = ACCEPTABLE, desc = "closed with all that was written, or still in use")
    @Outcome(expect = FORBIDDEN, desc = "given up before it was closed")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class CloseAndTake {
        @Actor
        public void owner(Open file) {
            file.meet();
            SharedMemory.putInt(file.word, 1);
            file.ownership.close();
            file.ownership.leave(SELF);
        }

        @Actor
        public void next(Open file, I_Result result) {
            file.meet();
            result.r1 = file.take();
        }
    }

    /** Leaves the file before it has closed it. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = CloseAndTake.class)
    public static class LeaveThenClose {
        @Actor
        public void owner(Open file) {
            file.meet();
            SharedMemory.putInt(file.word, 1);
            file.ownership.leave(SELF);
            Window.dwell();
            file.ownership.close();
        }

        @Actor
        public void next(Open file, I_Result result) {
            file.meet();
            result.r1 = file.take();
        }
    }
}
