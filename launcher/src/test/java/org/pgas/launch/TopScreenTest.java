package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.pgas.Counter;
import org.pgas.pshm.JobView;
import org.pgas.pshm.RankMessages;
import org.pgas.pshm.RankStatus;
import org.pgas.pshm.RankView;
import org.pgas.pshm.RingFill;
import org.pgas.pshm.WaitView;

class TopScreenTest {
    private static final long SECOND = 1_000_000_000;

    private static RankStatus rank(int rank, Map<Counter, Long> counters, WaitView wait, int fullest) {
        return new RankStatus(rank, new RankView(RankView.State.JOINED, 100 + rank, 0, "computing", false), 'R', 10,
                4096,
                counters, wait,
                new RankMessages(new RingFill(1, 0, 8192, fullest), new RingFill(1, 0, 8192, 0), List.of()));
    }

    private static JobView job(long nanos, RankStatus... ranks) {
        return new JobView(Path.of("/dev/shm/pgas-0/heat"), nanos, JobView.State.RUNNING, Instant.now(), 1 << 20, 1,
                true,
                null, List.of(ranks), List.of());
    }

    private static WaitView waiting(long nanos) {
        return new WaitView("waiting in a barrier", "barrier 7: 1 of 2 ranks arrived", nanos, 1, 1);
    }

    @Test
    void ratesAreDifferencesPerSecondAndWaitsThatGoOnCount() {
        JobView before = job(10 * SECOND, rank(0, Map.of(Counter.PUTS, 1000L, Counter.PUT_BYTES, 0L,
                Counter.WAIT_NANOS, SECOND / 2), null, 0));
        JobView after = job(12 * SECOND, rank(0, Map.of(Counter.PUTS, 5000L, Counter.PUT_BYTES, 4L << 20,
                Counter.WAIT_NANOS, SECOND), waiting(SECOND / 2), 37));
        Rates rates = new Rates(before, after);
        assertEquals(2000, rates.of(0, Counter.PUTS));
        assertEquals(0, rates.of(0, Counter.GETS), "not known at either look");
        assertEquals(50, rates.waited(0), "half a second that has ended and half a second that has not, of two");
        List<String> lines = TopScreen.lines(after, rates, 200, 50);
        assertTrue(lines.contains("-: none of 64 KiB or more; smaller ones are counted with pgas.stats=on only"),
                lines::toString);
        assertEquals("   0   2.0k      -      0     2.0M   50%  ##...  37%  "
                + "waiting 500 ms for rank 1: barrier 7: 1 of 2 ranks arrived", lines.getLast());
    }

    @Test
    void aWaitAcrossBothLooksIsAllOfTheTimeAndOneThatHasEndedIsNotCountedTwice() {
        JobView before = job(0, rank(0, Map.of(Counter.WAIT_NANOS, 0L), waiting(5 * SECOND), 0));
        JobView after = job(SECOND, rank(0, Map.of(Counter.WAIT_NANOS, 0L), waiting(6 * SECOND), 0));
        assertEquals(100, new Rates(before, after).waited(0));
        JobView ended = job(SECOND, rank(0, Map.of(Counter.WAIT_NANOS, 5 * SECOND + SECOND / 4), null, 0));
        assertEquals(25, new Rates(before, ended).waited(0));
    }

    @Test
    void whatDoesNotFitIsCutAndSaid() {
        JobView view = job(SECOND, IntStream.range(0, 30).mapToObj(i -> rank(i, Map.of(), null, 100))
                .toArray(RankStatus[]::new));
        List<String> lines = TopScreen.lines(view, new Rates(view, view), 40, 10);
        assertEquals(10, lines.size());
        assertTrue(lines.stream().allMatch(line -> line.length() <= 40), lines::toString);
        assertEquals("... and 25 more lines: enlarge the window, or use pgas stat".substring(0, 40), lines.getLast());
    }

    @Test
    void theBarIsFullWhenTheRingIsAndShowsTheFullerNetwork() {
        assertEquals(".....   0%", TopScreen.bar(rank(0, Map.of(), null, 0)));
        assertEquals("#....   1%", TopScreen.bar(rank(0, Map.of(), null, 1)));
        assertEquals("##### 100%", TopScreen.bar(rank(0, Map.of(), null, 100)));
    }

    @Test
    void theScreenIsGivenBackOnceHoweverOftenItIsClosed() {
        var text = new java.io.StringWriter();
        Terminal terminal = new Terminal(new java.io.PrintWriter(text));
        terminal.show(List.of("one", "two"));
        terminal.close();
        terminal.close();
        terminal.show(List.of("too late"));
        assertEquals("<?1049h<?25l<Hone<K\r\ntwo<K<J<?25h<?1049l", text.toString().replace("\u001b[", "<"));
    }
}
