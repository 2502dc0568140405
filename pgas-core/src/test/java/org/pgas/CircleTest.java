package org.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pgas.memory.SharedMemory;
import org.pgas.operation.JointEvent;
import org.pgas.operation.SharedEvent;
import org.pgas.rank.Warnings;
import org.pgas.spi.Activity;
import org.pgas.spi.CounterLayout;
import org.pgas.spi.Topology;
import org.pgas.wait.Awaited;
import org.pgas.wait.LongWait;
import org.pgas.wait.SharedCondition;
import org.pgas.wait.SharedWait;
import org.pgas.wait.ShownWait;

/** Which waits of which ranks are told of as a circle: times are made up. */
class CircleTest {
    private static final long SECOND = 1_000_000_000;
    private static final long START = 100 * SECOND;

    private final FakeWorld world = new FakeWorld(3);
    private final ShownWait[] shown = new ShownWait[3];
    private final LongWait[] waits = new LongWait[3];

    /** By rank: how far its clock is ahead of one that is right. */
    private final long[] ahead = new long[3];

    private record Wait(int rank, int[] missing, int[] absent) implements Awaited {
        @Override
        public boolean isMet() {
            return false;
        }

        @Override
        public Activity activity() {
            return Activity.EVENT;
        }

        @Override
        public String describe() {
            return "wait of rank " + rank;
        }
    }

    @BeforeEach
    void begin() {
        Settings settings = FakeWorld.settings(Map.of(Setting.WARN_COLLECTIVES, "panic", Setting.WARN_WAIT, "off"));
        for (int rank = 0; rank < 3; rank++) {
            shown[rank] = new ShownWait(world.conduit(rank));
            waits[rank] = new LongWait(world.conduit(rank), new Warnings(settings, world.conduit(rank)), start(rank),
                    0);
            shown[rank].begin(Activity.EVENT, start(rank));
        }
    }

    private long start(int rank) {
        return START + rank + ahead[rank];
    }

    private void look(int rank, double seconds, Wait wait) {
        long now = START + (long) (seconds * SECOND) + ahead[rank];
        shown[rank].tell(wait, start(rank), wait.missing(), now);
        waits[rank].look(wait, wait.missing(), now + 1);
    }

    private void look(int rank, double seconds, int... absent) {
        look(rank, seconds, new Wait(rank, absent, absent));
    }

    private void add(long at, long value) {
        SharedMemory.putLongOpaque(world.conduit(1).shown().countersAddress() + at, value);
    }

    @Test
    void shouldTellOfTwoThatWaitForEachOther() {
        for (double time : new double[]{0.5, 1.5}) {
            look(1, time, 0);
            look(0, time + 0.1, 1);
        }
        look(1, 2.6, 0);
        String text = assertThrows(JobEndedException.class, () -> look(0, 2.7, 1)).getMessage();
        for (String part : new String[]{"rank 0 for rank 1 in wait of rank 0", "rank 1 for rank 0 in wait of rank 1"}) {
            assertTrue(text.contains(part), text);
        }
    }

    /** Clocks of different hosts have nothing in common: what is compared is ages. */
    @Test
    void shouldTellOfARankWhoseClockIsAhead() {
        setClockAhead(1, 1_000 * SECOND);
        shouldTellOfTwoThatWaitForEachOther();
    }

    @Test
    void shouldTellOfARankWhoseClockIsBehind() {
        setClockAhead(0, 1_000 * SECOND);
        shouldTellOfTwoThatWaitForEachOther();
    }

    @Test
    void shouldNotTellOfARankThatLookedBeforeTheOtherBeganByAClockThatIsAhead() {
        setClockAhead(1, 1_000 * SECOND);
        shouldNotTellOfARankThatLookedBeforeTheOtherBegan();
    }

    @Test
    void shouldNotTellOfARankThatHasNotLookedAgainByAClockThatIsAhead() {
        setClockAhead(1, 1_000 * SECOND);
        shouldNotTellOfARankThatHasNotLookedAgain();
    }

    /** And begins anew. */
    private void setClockAhead(int rank, long nanos) {
        for (ShownWait each : shown) {
            each.end();
        }
        world.clockAhead(rank, nanos);
        ahead[rank] = nanos;
        begin();
    }

    @Test
    void shouldSayOfWhichNeighbourhoodTheRanksAreWhereThereAreSeveral() {
        world.topology(Topology.ofNeighbourhoods(3, 2));
        for (double time : new double[]{0.5, 1.5}) {
            look(2, time, 0);
            look(0, time + 0.1, 2);
        }
        look(2, 2.6, 0);
        String text = assertThrows(JobEndedException.class, () -> look(0, 2.7, 2)).getMessage();
        for (String part : new String[]{"rank 0 of neighbourhood 0 for rank 2 of neighbourhood 1 in wait of rank 0;",
            "rank 2 of neighbourhood 1 for rank 0 of neighbourhood 0 in wait of rank 2;"}) {
            assertTrue(text.contains(part), text);
        }
    }

    @Test
    void shouldNotTellOfARankThatHasNotLookedAgain() {
        look(1, 1.5, 0);
        for (int second = 2; second < 100; second++) {
            look(0, second, 1);
        }
    }

    @Test
    void shouldNotTellOfARankThatLookedBeforeTheOtherBegan() {
        shown[1].tell(new Wait(1, new int[]{0}, new int[]{0}), start(1), new int[]{0}, START - 1 + ahead[1]);
        for (int second = 2; second < 100; second++) {
            look(0, second, 1);
        }
    }

    /** As in a collective that both have begun: what each still has to do it does in whatever wait. */
    @Test
    void shouldNotTellOfRanksThatHaveMadeTheirCalls() {
        Wait begun = new Wait(1, new int[]{0}, new int[0]);
        for (int second = 2; second < 100; second++) {
            look(1, second, begun);
            look(0, second, 1);
        }
        for (int second = 100; second < 200; second++) {
            look(1, second, begun);
            look(0, second, new Wait(0, new int[]{1}, new int[0]));
        }
    }

    /**
     * Ranks 0 and 1 are in a collective and each waits for the other's part, which it cannot give before rank 2 has
     * come.
     */
    @Test
    void shouldNotTellOfRanksThatWaitTogetherForAThird() {
        for (int second = 2; second < 100; second++) {
            look(1, second, new Wait(1, new int[]{0, 2}, new int[]{2}));
            look(0, second, new Wait(0, new int[]{1, 2}, new int[]{2}));
        }
    }

    /** A wait that was on its way and now needs a call shows that. */
    @Test
    void shouldTellWhenACallIsMissingAtLast() {
        for (int second = 2; second < 20; second++) {
            look(1, second, new Wait(1, new int[]{0}, new int[0]));
            look(0, second + 0.1, 1);
        }
        look(1, 20, 0);
        look(0, 20.1, 1);
        look(1, 21, 0);
        assertThrows(JobEndedException.class, () -> look(0, 22, 1));
    }

    @Test
    void shouldNotTellOfARankWithSeveralThreads() {
        add(CounterLayout.block(0), 1);
        add(CounterLayout.block(1), 2);
        for (int second = 2; second < 100; second++) {
            look(1, second, 0);
            look(0, second, 1);
        }
        add(CounterLayout.block(1), 0);
        add(CounterLayout.block(CounterLayout.OWNED_BLOCKS) + CounterLayout.COUNTS, 1);
        for (int second = 100; second < 200; second++) {
            look(1, second, 0);
            look(0, second, 1);
        }
    }

    /** Between neighbourhoods a thread of the transport's serves requests while the program waits. */
    @Test
    void shouldTellOfARankOfWhichAnotherThreadOnlyServes() {
        add(CounterLayout.block(0), 1);
        add(CounterLayout.block(1), -2);
        shouldTellOfTwoThatWaitForEachOther();
    }

    @Test
    void shouldLeaveItToTheLowestOfTheCircle() {
        Wait wait = new Wait(1, new int[]{2}, new int[]{2});
        int second = 2;
        for (; second < 20; second++) {
            shown[1].tell(wait, start(1), wait.missing(), START + second * SECOND);
            look(2, second + 0.1, 1);
        }
        look(1, second, 2);
        look(2, second + 0.1, 1);
        int later = second + 2;
        assertThrows(JobEndedException.class, () -> look(1, later, 2));
    }

    /** Rank 1 shows rank 2 as the first that it needs: so rank 0 cannot find the circle, which is told by who can. */
    @Test
    void shouldBeToldByWhoAloneCanFindIt() {
        for (int second = 2; second < 4; second++) {
            look(0, second, 1);
            if (second == 2) {
                look(1, second + 0.1, 2, 0);
            }
        }
        assertThrows(JobEndedException.class, () -> look(1, 4, 2, 0));
    }

    private static SharedCondition condition(int[] needed, int[] absent) {
        return new SharedCondition() {
            @Override
            public boolean isMet() {
                return false;
            }

            @Override
            public int[] needed() {
                return needed;
            }

            @Override
            public int[] absent() {
                return absent;
            }

            @Override
            public String describe() {
                return "a condition";
            }
        };
    }

    /**
     * Waits and events of the other modules' conditions: all they need are missing, and those are absent that they say.
     */
    @Test
    void shouldAskAConditionWhoIsAbsent() {
        Job job = world.job(0);
        SharedCondition condition = condition(new int[]{1, 2}, new int[]{2});
        assertArrayEquals(new int[]{1, 2}, new SharedWait(condition).missing());
        assertArrayEquals(new int[]{2}, new SharedWait(condition).absent());
        assertArrayEquals(new int[0], new SharedWait(condition, 1).absent(), "a wait that has a limit");
        SharedEvent one = new SharedEvent(job.rooms().operations, condition, false);
        SharedEvent other = new SharedEvent(job.rooms().operations, condition(new int[]{1}, new int[0]), false);
        assertArrayEquals(new int[]{2}, one.absent());
        JointEvent both = (JointEvent) JointEvent.of(job.rooms().operations, List.of(one, other));
        assertArrayEquals(new int[]{1, 2}, both.missing());
        assertArrayEquals(new int[]{2}, both.absent());
    }
}
