package org.pgas.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class PrefixedTargetTest {
    @Test
    void prefixesAreAsWideAsTheLargestRank() {
        assertEquals("[0] ", PrefixedTarget.prefix(0, 10));
        assertEquals("[ 0] ", PrefixedTarget.prefix(0, 11));
        assertEquals("[10] ", PrefixedTarget.prefix(10, 11));
        assertEquals("[   7] ", PrefixedTarget.prefix(7, 2048));
    }

    @Test
    void nothingIsHeldBackOnceTheStreamPauses() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrefixedTarget target = new PrefixedTarget(3, 4, out, new Object());
        target.line("hello".getBytes(UTF_8), 0, 5);
        target.pause();
        assertEquals("[3] hello\n", out.toString(UTF_8));
    }

    @Test
    void linesOfManyRanksAreNeverMixedWithin() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Object lock = new Object();
        int ranks = 8;
        int each = 2000;
        try (var executor = Executors.newFixedThreadPool(ranks)) {
            for (Future<Void> done : executor.invokeAll(IntStream.range(0, ranks)
                    .mapToObj(rank -> writer(new PrefixedTarget(rank, ranks, out, lock), rank, each)).toList())) {
                done.get();
            }
        }
        String[] lines = out.toString(UTF_8).split("\n");
        assertEquals(ranks * each, lines.length);
        for (String line : lines) {
            assertTrue(line.matches("\\[([0-7])\\] \\1{100}"), line);
        }
    }

    private static Callable<Void> writer(PrefixedTarget target, int rank, int count) {
        byte[] line = Integer.toString(rank).repeat(100).getBytes(UTF_8);
        return () -> {
            for (int i = 0; i < count; i++) {
                target.line(line, 0, line.length);
                if (i % 17 == rank) {
                    target.pause();
                }
            }
            target.pause();
            return null;
        };
    }
}
