package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.coll.Collectives;
import org.pgas.pshm.JobView;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Ranks;

/**
 * Files that every rank has mapped have no names, so that nobody can cut them; and all goes on as with names. In one
 * neighbourhood: each has files of its own.
 */
@RankDefaults(ranks = 3, segment = "1m", neighbourhoods = 1)
class NamelessFilesTest {
    private static final int PART = 300_000;

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("(seg|area|slabs)\\b.*")).sorted().toList();
        }
    }

    @RankTest
    void shouldTakeTheNamesAwayAndCountTheMemory(Job job, Ranks ranks) throws IOException {
        if (!Files.getFileStore(ranks.jobDirectory()).type().equals("tmpfs")) {
            // names stay where files are no memory
            return;
        }
        job.world().barrier();
        // one look of each watcher
        while (!names(ranks.jobDirectory()).isEmpty()) {
            Thread.yield();
        }
        JobView view = JobView.look(ranks.jobDirectory());
        while (view.bytes() < 3L << 20) {
            Thread.yield();
            view = JobView.look(ranks.jobDirectory());
        }
        assertEquals(List.of(), view.remarks());
        job.world().barrier();
        move(job);
    }

    @RankTest(settings = "pgas.names=on")
    void shouldKeepTheNamesWhereThatIsAskedFor(Job job, Ranks ranks) throws IOException {
        job.world().barrier();
        // this rank's watcher has looked, and has begun to look again: the time since it began grows until then
        for (int looks = 0; looks < 2; looks++) {
            for (long age = -1, now = heartbeat(job, ranks); now >= age; now = heartbeat(job, ranks)) {
                age = now;
                Thread.yield();
            }
        }
        job.world().barrier();
        List<String> names = names(ranks.jobDirectory());
        assertTrue(names.containsAll(List.of("area", "seg-0-0", "slabs")), names::toString);
        job.world().barrier();
        move(job);
    }

    private static long heartbeat(Job job, Ranks ranks) {
        return JobView.look(ranks.jobDirectory()).ranks().get(job.rank()).heartbeatMillis();
    }

    /** Large and small, by native memory and by arrays, between all ranks, and a collective. */
    private static void move(Job job) {
        Rma rma = job.world().rma();
        SplittableRandom random = new SplittableRandom(23 + job.rank());
        int next = (job.rank() + 1) % job.size();
        try (Arena arena = Arena.ofConfined()) {
            for (MemorySegment memory : List.of(arena.allocate(PART), MemorySegment.ofArray(new byte[PART]))) {
                byte[] data = new byte[PART];
                random.nextBytes(data);
                MemorySegment.copy(data, 0, memory, ValueLayout.JAVA_BYTE, 0, PART);
                for (int bytes : new int[]{7, 8 << 10, 33_000, PART}) {
                    rma.put(next, 64, memory, 0, bytes);
                    byte[] back = new byte[bytes];
                    rma.get(MemorySegment.ofArray(back), 0, next, 64, bytes);
                    assertArrayEquals(java.util.Arrays.copyOf(data, bytes), back);
                }
                job.world().barrier();
            }
            MemorySegment all = arena.allocate(3L * PART);
            MemorySegment own = arena.allocate(PART).fill((byte) (1 + job.rank()));
            Collectives.of(job.world()).allGather(all, own);
            for (int rank = 0; rank < job.size(); rank++) {
                assertEquals(1 + rank, all.get(ValueLayout.JAVA_BYTE, rank * (long) PART));
                assertEquals(1 + rank, all.get(ValueLayout.JAVA_BYTE, (rank + 1L) * PART - 1));
            }
        }
    }
}
