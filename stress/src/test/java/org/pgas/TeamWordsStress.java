package org.pgas;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.pgas.barrier.BarrierLane;
import org.pgas.memory.MarkedCount;
import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.TeamMembers;
import org.pgas.spi.Conduit;
import org.pgas.spi.SyncLane;
import org.pgas.spi.SyncLanes;
import org.pgas.stress.Leash;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;
import org.pgas.team.TeamWords;

/**
 * {@link TeamWords} in a piece of {@link SharedArea}, as {@link TeamCreation} tells of it: new words are zero before
 * anybody finds them.
 */
public final class TeamWordsStress {
    private static final int MEMBERS = 2;
    private static final TeamMembers BOTH = TeamMembers.everybody(MEMBERS, 0);
    private static final long VALUE = 8;
    private static final int LOOKS = 1_000;
    private static final int NOT_TOLD = -1;
    private static final int USED = -2;

    /** Of the area of one rank, with room for the words of one team. */
    private static final long AREA_BYTES = 20 << 10;

    /** Actors are less than this apart: the areas of states far from each other are one. */
    private static final int AREAS = 128;

    private static final long ALL_AREAS = Arena.global().allocate(AREAS * AREA_BYTES, SharedArea.ALIGNMENT).address();
    private static final Leash LEASH = new Leash(AREAS);

    private TeamWordsStress() {}

    @State
    public static class Creation extends Meeting {
        /** Lanes of the parent team. */
        final long parent = Slab.take(LaneConduit.BYTES);

        final Conduit[] conduits = {LaneConduit.of(parent, 0, () -> {}), LaneConduit.of(parent, 1, () -> {})};
        final BarrierLane[] lanes = {lane(0), lane(1)};

        /** Made by the first member, before it tells. */
        private SharedArea area;

        private BarrierLane lane(int rank) {
            return BarrierLane.of(conduits[rank], SyncLane.INTERNAL);
        }

        /** Takes memory that a team before has written to. */
        long place() {
            area = new SharedArea(new Part(ALL_AREAS + LEASH.lead() * AREA_BYTES), 0, 1,
                    SharedArea.ALIGNMENT);
            long before = area.allocate(TeamWords.bytes(MEMBERS));
            TeamWords words = TeamWords.at(before, conduits[0], area, BOTH, 0);
            SharedMemory.putLong(words.barrier().line(1), MarkedCount.word(5));
            area.free(before);
            return area.allocate(TeamWords.bytes(MEMBERS));
        }

        void tell(long place) {
            SharedMemory.putLong(lanes[0].line(0) + VALUE, place);
            lanes[0].arrive();
        }

        /** Arrives in the new team's barrier, and says at which phase. */
        int join() {
            lanes[1].arrive();
            for (int look = 0; look < LOOKS; look++) {
                if (lanes[1].isComplete(1)) {
                    long place = SharedMemory.getLong(lanes[1].line(0) + VALUE);
                    BarrierLane barrier = TeamWords.at(place, conduits[1], area, BOTH, 1).barrier();
                    long phase = barrier.arrive();
                    Window.dwell();
                    return SharedMemory.getLong(barrier.line(1)) == MarkedCount.word(phase) ? (int) phase : USED;
                }
                Thread.onSpinWait();
            }
            return NOT_TOLD;
        }
    }

    private record Part(long base) implements SharedArea.Backing {
        @Override
        public long partBytes() {
            return AREA_BYTES;
        }

        @Override
        public void reserve(long offset, long bytes) {
            // all of it is there
        }

        @Override
        public RuntimeException full(long bytes) {
            return new IllegalStateException("no room for " + bytes + " bytes");
        }
    }

    @Outcome(id = {"1", "-1"}, expect = ACCEPTABLE, desc = "the first phase of a new team, or not told in time")
    @Outcome(expect = FORBIDDEN, desc = "words of another team, or an arrival that is lost")
    public static class New {}

    @JCStressTest
    @JCStressMeta(New.class)
    public static class TakeAndTell {
        @Actor
        public void first(Creation creation) {
            creation.meet();
            creation.tell(creation.place());
        }

        @Actor
        public void other(Creation creation, I_Result result) {
            creation.meet();
            result.r1 = creation.join();
            LEASH.follow();
        }
    }

    /** Tells of the memory, and then makes it zero. */
    @JCStressTest
    @JCStressMeta(New.class)
    @Weakened(of = TakeAndTell.class)
    public static class TellThenClear {
        @Actor
        public void first(Creation creation) {
            creation.meet();
            long place = creation.place();
            BarrierLane barrier = TeamWords.at(place, creation.conduits[0], creation.area, BOTH, 0).barrier();
            SharedMemory.putLong(barrier.line(1), MarkedCount.word(5));
            creation.tell(place);
            Window.dwell();
            SharedMemory.putLong(barrier.line(1), 0);
        }

        @Actor
        public void other(Creation creation, I_Result result) {
            creation.meet();
            result.r1 = creation.join();
            LEASH.follow();
        }
    }
}
