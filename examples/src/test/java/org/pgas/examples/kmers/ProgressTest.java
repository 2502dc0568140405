package org.pgas.examples.kmers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

final class ProgressTest {
    private static final long SECOND = 1_000_000_000L;

    private final ByteArrayOutputStream drawn = new ByteArrayOutputStream();
    private final AtomicLong clock = new AtomicLong(-5);
    private final Progress progress = new Progress(new PrintStream(drawn, true, StandardCharsets.UTF_8), clock::get);

    @Test
    void shouldShowShareRateAndTimeLeftOfAKnownTotal() {
        assertLine(" 25.0 %  250.0 MB of   1.0 GB   25.0 MB/s     0:30 left", 250_000_000, SECOND * 10, 1_000_000_000);
        assertLine("  0.0 %      0 B  of   4.0 kB      0 B /s     -:-- left", 0, SECOND, 4_000);
        assertLine("  6.3 %    1.0 MB of  16.0 MB    1.0 kB/s  4:09:23 left", 1_000_000, SECOND * 1000, 15_963_000);
        assertLine("100.0 %      0 B  of     0 B       0 B /s     -:-- left", 0, 0, 0);
    }

    @Test
    void shouldShowTimeGoneOfAnUnknownTotal() {
        assertLine("250.0 MB   25.0 MB/s     0:10 so far", 250_000_000, SECOND * 10, -1);
    }

    private static void assertLine(String text, long done, long nanos, long total) {
        String line = Progress.line(done, total, nanos);
        assertEquals(text, line.stripTrailing());
        assertEquals(Progress.WIDTH, line.length());
    }

    @Test
    void shouldPrintALineEveryTwoSeconds() {
        for (int i = 0; i < 1000; i++) {
            clock.addAndGet(SECOND / 100);
            progress.read(i, 1000);
        }
        assertEquals(5, lines());
    }

    @Test
    void shouldPrintTheLastStateAtTheEnd() {
        clock.addAndGet(2 * SECOND);
        progress.read(1, 2);
        progress.read(2, 2);
        progress.finish();
        assertEquals(Progress.line(1, 2, 2 * SECOND).stripTrailing() + System.lineSeparator()
                + Progress.line(2, 2, 2 * SECOND).stripTrailing() + System.lineSeparator(),
                drawn.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldPrintNothingForWhatIsSoonDone() {
        progress.read(1, 2);
        clock.addAndGet(SECOND);
        progress.read(2, 2);
        progress.finish();
        assertEquals(0, drawn.size());
    }

    private long lines() {
        return drawn.toString(StandardCharsets.UTF_8).chars().filter(c -> c == '\n').count();
    }
}
