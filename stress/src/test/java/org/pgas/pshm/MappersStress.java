package org.pgas.pshm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** {@link FileMappers}: a file is closed, or a peer maps it, and not both. */
public final class MappersStress {
    private MappersStress() {}

    @State
    public static class File extends Meeting {
        final long header = Slab.take(FileLayout.MAPPERS + Long.BYTES);
        final FileMappers mappers = opened();

        private FileMappers opened() {
            var opened = new FileMappers(header);
            opened.open();
            return opened;
        }
    }

    @Outcome(id = {"true, false", "false, true"}, expect = ACCEPTABLE, desc = "closed, or mapped")
    @Outcome(expect = FORBIDDEN, desc = "closed while a peer can write to it, or neither")
    public static class Either {}

    @JCStressTest
    @JCStressMeta(Either.class)
    public static class CloseAndEnter {
        @Actor
        public void owner(File file, ZZ_Result result) {
            file.meet();
            result.r1 = file.mappers.close(0, () -> true);
        }

        @Actor
        public void peer(File file, ZZ_Result result) {
            file.meet();
            result.r2 = file.mappers.enter() >= 0;
        }
    }

    /** Looks that nobody is there, and then says that it is closed. */
    @JCStressTest
    @JCStressMeta(Either.class)
    @Weakened(of = CloseAndEnter.class)
    public static class CloseInTwoSteps {
        @Actor
        public void owner(File file, ZZ_Result result) {
            file.meet();
            long word = file.header + FileLayout.MAPPERS;
            long seen = SharedMemory.getLongAcquire(word);
            result.r1 = (int) seen == 0;
            if (result.r1) {
                Window.dwell();
                SharedMemory.putLongRelease(word, seen | 0xFFFF_FFFFL);
            }
        }

        @Actor
        public void peer(File file, ZZ_Result result) {
            file.meet();
            result.r2 = file.mappers.enter() >= 0;
        }
    }
}
