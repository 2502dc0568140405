package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pgas.Counter;
import org.pgas.pshm.JobView;
import org.pgas.pshm.RankMessages;
import org.pgas.pshm.RankStatus;
import org.pgas.pshm.RankView;
import org.pgas.pshm.RingFill;
import org.pgas.pshm.WaitView;
import org.pgas.pshm.WayView;
import org.pgas.spi.WayNumber;

/** What tools show of a job whose ranks are in two neighbourhoods, and that of one shows nothing of it. */
class NeighbourhoodTablesTest {
    private static final long SECOND = 1_000_000_000;

    private final Map<WayNumber, Long> way = new EnumMap<>(WayNumber.class);

    private JobView job(int neighbourhoods) {
        List<RankStatus> ranks = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            int neighbourhood = rank * neighbourhoods / 4;
            List<WayView> ways = rank == 0 && neighbourhoods > 1
                    ? List.of(new WayView(2, Map.copyOf(way)), new WayView(3, Map.of()))
                    : List.of();
            ranks.add(new RankStatus(rank, new RankView(RankView.State.JOINED, 100 + rank, neighbourhood, "computing",
                    false), 'R', 10, 4096, Map.of(Counter.PUTS, 1L), waiting(rank),
                    new RankMessages(new RingFill(1, 0, 8192, 10 * rank), new RingFill(1, 0, 8192, 0), ways)));
        }
        return new JobView(Path.of("/dev/shm/pgas-0/heat"), SECOND, JobView.State.RUNNING, Instant.now(), 1 << 20, 1,
                true, null, ranks, List.of());
    }

    private static WaitView waiting(int rank) {
        return rank == 3 ? null : new WaitView("waiting in a barrier", "barrier 7", 3 * SECOND + SECOND / 5, 3, 2);
    }

    private static String line(List<String> lines, String begin) {
        return lines.stream().filter(line -> line.startsWith(begin)).findFirst().orElseThrow();
    }

    @Test
    void statSaysInWhichNeighbourhoodEachRankIsAndForWhomItWaits() {
        List<String> lines = StatTables.ranks(job(2));
        assertTrue(lines.getFirst().startsWith("RANK  NEIGHBOURHOOD   STATE  PID"), lines::toString);
        assertEquals("   0              0  joined  100  10 ms     4.0K        0%       0%  "
                + "waiting 3.2 s for rank 3 of neighbourhood 1 and 1 more: barrier 7", line(lines, "   0"));
        assertEquals("   2              1  joined  102  10 ms     4.0K       20%       0%  "
                + "waiting 3.2 s for rank 3 and 1 more: barrier 7", line(lines, "   2"), "a neighbour");
        assertTrue(StatTables.head(job(2)).getFirst().contains("4 of 4 ranks joined, in 2 neighbourhoods, files of"));
    }

    @Test
    void statShowsWhatAWayHasSentHoldsAndWaitsFor() {
        assertEquals(List.of("nothing has gone over the wire yet"), StatTables.ways(job(2)));
        way.put(WayNumber.FRAMES_SENT, 1_200L);
        way.put(WayNumber.BYTES_SENT, 3L << 20);
        way.put(WayNumber.FRAMES_RECEIVED, 12L);
        way.put(WayNumber.BYTES_RECEIVED, 512L);
        way.put(WayNumber.RING_BYTES, 1000L);
        way.put(WayNumber.REQUESTS_HELD, 120L);
        way.put(WayNumber.SERVED_HELD, 750L);
        way.put(WayNumber.REPLIES_HELD, 10L);
        way.put(WayNumber.WIRE_ROOM, 64L << 10);
        way.put(WayNumber.WITHOUT_ROOM, 5L);
        way.put(WayNumber.REFUSED, 7L);
        List<String> lines = StatTables.ways(job(2));
        assertEquals("FROM  TO  SENT  BYTES  CAME  BYTES  REQUESTS  REPLIES  ROOM  FULL  REFUSED  WAITS",
                lines.getFirst());
        assertEquals(List.of("   0   2  1.2k   3.0M    12   512B       75%       1%   64K     5        7  -"),
                lines.subList(1, lines.size()), "no line for a way that nothing has gone");
        way.put(WayNumber.WAITED_NANOS, 3 * SECOND);
        way.put(WayNumber.LACKS_RANK, 4L);
        way.put(WayNumber.LOST, 1L);
        assertTrue(StatTables.ways(job(2)).getLast().endsWith("  a frame 3.0 s for room, "
                + "what comes for changes of rank 3 of neighbourhood 1, the way is lost"));
        way.put(WayNumber.LACKS_RANK, 3L);
        assertTrue(StatTables.ways(job(2)).getLast().endsWith(
                "what comes for data that went to a neighbour, the way is lost"));
        way.put(WayNumber.LACKS_RANK, 99L);
        way.put(WayNumber.LEFT, 1L);
        assertTrue(StatTables.ways(job(2)).getLast().endsWith("for changes of rank 98, the peer leaves"),
                "as a stray write would have it");
    }

    @Test
    void topShowsTheNeighbourhoodAndWhatGoesOverTheWire() {
        way.put(WayNumber.BYTES_SENT, 0L);
        JobView before = job(2);
        way.put(WayNumber.BYTES_SENT, 3L << 20);
        way.put(WayNumber.BYTES_RECEIVED, 1L << 20);
        JobView after = new JobView(before.directory(), 3 * SECOND, before.state(), before.begin(), before.bytes(),
                before.launcherPid(), true, null, job(2).ranks(), List.of());
        List<String> lines = TopScreen.lines(after, new Rates(before, after), 200, 50);
        assertTrue(lines.getFirst().contains("4 of 4 ranks, in 2 neighbourhoods, for"), lines::toString);
        assertTrue(line(lines, "RANK").startsWith("RANK  NEIGHBOURHOOD  WIRE/s  PUT/s"), lines::toString);
        assertTrue(line(lines, "   0").startsWith("   0              0    2.0M "), lines::toString);
        assertTrue(line(lines, "   3").startsWith("   3              1      0B "), lines::toString);
    }

    @Test
    void jsonHasTheNeighbourhoodAndEveryNumberOfEachWay() {
        way.put(WayNumber.FRAMES_SENT, 12L);
        Map<String, Object> found = Json.object(StatJson.of(job(2)));
        assertEquals(2L, found.get("neighbourhoods"));
        List<?> ranks = (List<?>) found.get("ranks");
        assertEquals(1L, ((Map<?, ?>) ranks.get(3)).get("neighbourhood"));
        List<?> ways = (List<?>) ((Map<?, ?>) ranks.get(0)).get("ways");
        assertEquals(2, ways.size());
        assertEquals(Map.of("peer", 2L, "frames_sent", 12L), ways.get(0));
    }

    /** To the letter as before there were neighbourhoods. */
    @Test
    void aJobOfOneNeighbourhoodSaysNothingOfIt() {
        JobView one = job(1);
        assertEquals("RANK   STATE  PID   SEEN  SEGMENT  REQUESTS  REPLIES  DOING",
                StatTables.ranks(one).getFirst());
        assertEquals(
                "   2  joined  102  10 ms     4.0K       20%       0%  waiting 3.2 s for rank 3 and 1 more: barrier 7",
                StatTables.ranks(one).get(3));
        assertEquals("job heat: running, 4 of 4 ranks joined, files of 1.0M in /dev/shm/pgas-0/heat",
                StatTables.head(one).getFirst());
        List<String> top = TopScreen.lines(one, new Rates(one, one), 200, 50);
        assertEquals("RANK  PUT/s  GET/s  MSG/s  BYTES/s  WAIT        RING  DOING", line(top, "RANK"));
        assertTrue(top.getFirst().contains("4 of 4 ranks, for "), top::toString);
        assertFalse(StatJson.of(one).contains("neighbourhood"));
        assertFalse(StatJson.of(one).contains("ways"));
    }
}
