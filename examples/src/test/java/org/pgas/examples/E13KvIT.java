package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.examples.kv.FillPuts;
import org.pgas.launch.Launcher;
import org.pgas.launch.RankOutput;
import org.pgas.launch.RunningJob;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class E13KvIT {
    private static final String MANY = "1000000000";
    private static final Duration LONGEST = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = directory.resolve("store");
    }

    @Test
    void shouldKeepWhatWasPutFromOneJobToTheNext() throws InterruptedException {
        says(List.of("put colour"), 1, "put", "colour", "blue");
        says(List.of("put tree"), 3, "put", "tree", "oak, or \u00e4sh");
        says(List.of("replaced colour"), 2, "put", "colour", "");
        says(List.of(""), 2, "get", "colour");
        says(List.of("oak, or \u00e4sh"), 1, "get", "tree");
        says(List.of("colour\t", "tree\toak, or \u00e4sh"), 1, "list");
        says(List.of("deleted colour"), 2, "delete", "colour");
        fails(1, "there is no key colour", "delete", "colour");
        fails(1, "there is no key colour", "get", "colour");
        says(List.of("tree\toak, or \u00e4sh"), 1, "list");
        assertEquals("errors=0", run(1, "check").out().getLast());
    }

    @Test
    void shouldPutByAllRanksAtOnce() throws InterruptedException {
        for (int ranks : new int[]{2, 4}) {
            says(List.of("1000 puts by " + ranks + " ranks"), ranks, "fill", "1000", "--seed", Integer.toString(ranks));
            Map<String, String> expected = new TreeMap<>();
            FillPuts puts = new FillPuts(ranks, 1000);
            for (long put = 0; put < 1000; put++) {
                expected.put(text(puts.key(put)), text(puts.value(put)));
            }
            assertEquals(expected, list());
            // all at the same few keys
            says(List.of("3000 puts by " + ranks + " ranks"), ranks, "fill", "3000", "--keys", "7", "--seed", "9");
            List<String> check = run(2, "check").out();
            assertTrue(check.getFirst().matches("entries=1000 bytes=\\d+ lost=0"), check.toString());
            assertEquals("errors=0", check.getLast());
        }
    }

    /**
     * Of each rank, all puts up to some moment are there, and that moment is not before the last one that it has told
     * of.
     */
    @Test
    void shouldLoseNoPutThatHadReturnedAndShowNoHalfOfOneWhenKilledAtAnyMoment() throws Exception {
        SplittableRandom random = Seed.of("moments");
        Map<String, String> before = new TreeMap<>();
        for (int round = 0; round < 8; round++) {
            int ranks = 1 + random.nextInt(3);
            FillPuts puts = new FillPuts(random.nextInt(1_000_000), 60L * ranks);
            AtomicLongArray told = fillAndKill(random, ranks, puts, round);
            Map<String, String> after = list();
            for (int rank = 0; rank < ranks; rank++) {
                checkPutsOf(rank, ranks, puts, told.get(rank), before, after);
            }
            // what earlier fills have put under keys that this one does not know
            before.forEach((key, value) -> {
                if (Long.parseLong(key.substring("key-".length())) >= puts.keys()) {
                    assertEquals(value, after.get(key));
                }
            });
            List<String> check = run(1, "check").out();
            assertTrue(check.getFirst().startsWith("entries=" + after.size() + " "), check.toString());
            assertTrue(check.getFirst().endsWith(" lost=0"), check.toString());
            assertEquals("errors=0", check.getLast());
            before = after;
        }
        assertFalse(before.isEmpty());
    }

    /**
     * Answers how many puts each rank had told of. Every other time it is the clock that says when, so that starts and
     * repairs are hit, too.
     */
    private AtomicLongArray fillAndKill(SplittableRandom random, int ranks, FillPuts puts, int round) throws Exception {
        AtomicLongArray told = new AtomicLongArray(ranks);
        CountDownLatch lines = new CountDownLatch(1 + random.nextInt(100));
        Launcher launcher = fill(ranks, puts.seed(), puts.keys()).output(RankOutput.lines((rank, error, line) -> {
            if (line.startsWith("done=")) {
                told.set(rank, Long.parseLong(line.substring("done=".length())));
                lines.countDown();
            }
        })).build();
        try (RunningJob job = launcher.start()) {
            if (round % 2 == 0) {
                assertTrue(lines.await(LONGEST.toSeconds(), TimeUnit.SECONDS), "it does not put");
            } else {
                job.await(Duration.ofMillis(200 + random.nextInt(1_500)));
            }
            // all, or one alone, whose peers the launcher ends
            List<Long> victims = random.nextInt(3) == 0 ? List.of(job.pids().get(random.nextInt(ranks))) : job.pids();
            victims.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            assertTrue(job.await() != 0);
        }
        return told;
    }

    private Launcher.Builder fill(int ranks, long seed, long keys, String... more) {
        List<String> words = new ArrayList<>(List.of("--file", file.toString(), "--size", "4", "fill", MANY,
                "--progress", "--seed", Long.toString(seed), "--keys", Long.toString(keys)));
        words.addAll(List.of(more));
        return ClassCache.launcher().ranks(ranks).mainClass(E13Kv.class.getName()).timeout(LONGEST)
                .arguments(words.toArray(String[]::new));
    }

    private static void checkPutsOf(int rank, int ranks, FillPuts puts, long told, Map<String, String> before,
            Map<String, String> after) {
        String mark = puts.seed() + ":";
        long last = -1;
        for (String value : after.values()) {
            if (value.startsWith(mark)) {
                long put = Long.parseLong(value.substring(mark.length(), value.indexOf(':', mark.length())));
                last = put % ranks == rank ? Math.max(last, put) : last;
            }
        }
        long done = last < 0 ? 0 : (last - rank) / ranks + 1;
        assertTrue(done >= told, "rank " + rank + " has told of " + told + " puts, and " + done + " are there");
        for (long number = rank; number < puts.keys(); number += ranks) {
            long put = last < number ? -1 : last - (last - number) % puts.keys();
            String key = text(puts.key(number));
            assertEquals(put < 0 ? before.get(key) : text(puts.value(put)), after.get(key),
                    key + " after put " + last + " of rank " + rank);
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private Map<String, String> list() throws InterruptedException {
        Map<String, String> entries = new TreeMap<>();
        ProgramRun run = run(1, "list");
        assertEquals(0, run.code(), run.toString());
        for (String line : run.out()) {
            if (!line.startsWith("the file was not closed: ")) {
                int tab = line.indexOf('\t');
                entries.put(line.substring(0, tab), line.substring(tab + 1));
            }
        }
        return entries;
    }

    @Test
    void shouldRefuseAFileThatAnotherJobHas() throws Exception {
        CountDownLatch putting = new CountDownLatch(1);
        Launcher launcher = fill(1, 1, 10).output(RankOutput.lines((rank, error, line) -> putting.countDown())).build();
        try (RunningJob job = launcher.start()) {
            assertTrue(putting.await(LONGEST.toSeconds(), TimeUnit.SECONDS));
            fails(2, "--file " + file + ": ", "get", "key-1");
            assertFalse(job.isOver());
        }
        List<String> repaired = run(2, "get", "key-1").out();
        assertTrue(repaired.getFirst().startsWith("the file was not closed: 10 entries are whole, "),
                repaired.toString());
        assertTrue(repaired.getLast().startsWith("1:"), repaired.toString());
    }

    @Test
    void shouldSayThatTheStoreIsFullAndKeepWhatIsInIt() throws InterruptedException {
        fails(1, " of 100000: ", "--size", "1", "fill", "100000");
        assertTrue(list().size() > 1000);
        assertEquals("errors=0", run(1, "check").out().getLast());
        fails(1, "delete something, or make a new store with a larger --size", "put", "large", "v".repeat(100_000));
        says(List.of("deleted key-0"), 1, "delete", "key-0");
    }

    @Test
    void shouldReportWhatIsDamagedAndKeepTheRest() throws Exception {
        says(List.of("put tree"), 1, "--size", "1", "put", "tree", "an oak that nobody has seen before");
        says(List.of("put colour"), 1, "put", "colour", "blue");
        damage("an oak that nobody");
        ProgramRun run = run(1, "check");
        assertEquals(1, run.code(), run.toString());
        assertEquals("errors=1", run.out().getLast());
        run = run(2, "repair");
        assertEquals(0, run.code(), run.toString());
        assertTrue(run.out().getFirst().startsWith("the file was made anew from its records: 1 keys are whole, "
                + "1 that were synced are lost; damaged: tree at offset "), run.toString());
        assertTrue(run.out().getLast().endsWith("/store.damaged-1"), run.toString());
        assertTrue(Files.exists(directory.resolve("store.damaged-1")));
        says(List.of("colour\tblue"), 2, "list");
        assertEquals("errors=0", run(1, "check").out().getLast());
        assertFalse(Files.exists(directory.resolve("store.salvage")));
    }

    @Test
    void shouldNeedOneCopyOfTheHeaderOnly() throws Exception {
        says(List.of("put tree"), 1, "--size", "1", "put", "tree", "oak");
        damage("PGASKV2");
        says(List.of("oak"), 2, "get", "tree");
        damage("PGASKV2");
        damage("PGASKV2");
        fails(1, "--file " + file + ": both copies of its header are damaged: kv repair keeps what is whole: 1 keys",
                "list");
        assertEquals(0, run(1, "repair").code());
        says(List.of("tree\toak"), 1, "list");
        // what the library looks at first: a segment no more
        damage("PGASFILE".substring(0, 7));
        fails(2, "--file " + file + ": ", "list");
        assertEquals(0, run(1, "repair").code());
        says(List.of("tree\toak"), 1, "list");
    }

    @Test
    void shouldKeepAllThatIsWholeWhenAStoreThatWasNotClosedIsMadeAnew() throws Exception {
        CountDownLatch synced = new CountDownLatch(5);
        Launcher launcher = fill(2, 7, 500, "--sync", "50").output(RankOutput.lines((rank, error, line) -> {
            if (line.startsWith("synced=")) {
                synced.countDown();
            }
        })).build();
        try (RunningJob job = launcher.start()) {
            assertTrue(synced.await(LONGEST.toSeconds(), TimeUnit.SECONDS));
            job.pids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            assertTrue(job.await() != 0);
        }
        ProgramRun run = run(2, "repair");
        assertEquals(0, run.code(), run.toString());
        assertTrue(run.out().getFirst().matches("the file was made anew from its records: \\d+ keys are whole"),
                run.toString());
        // two syncs of one rank at least have ended
        assertTrue(list().size() >= 200);
        assertEquals("errors=0", run(1, "check").out().getLast());
    }

    @Test
    void shouldSyncWhatAllRanksHavePut() throws InterruptedException {
        ProgramRun run = run(3, "fill", "100", "--sync", "10", "--progress");
        assertEquals(List.of("synced=10", "synced=20", "synced=30", "synced=34", "100 puts by 3 ranks"), run.out(),
                run.toString());
        assertEquals(100, list().size());
        fails(2, "--sync -1: legal is 1 or more", "fill", "1", "--sync", "-1");
    }

    private void damage(String where) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(where);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void shouldSayWhatIsWrongWithOptionsAndFiles() throws Exception {
        fails(2, "say what to do: put, get, list, delete, fill, check or repair");
        fails(2, "Missing required parameter: 'KEY'", "get");
        fails(2, "--size 0: legal are 1..", "--size", "0", "list");
        fails(2, "fill -1: legal is 0 or more", "fill", "-1");
        fails(2, "a key has 65537 bytes, legal are 0..65536", "put", "k".repeat(65_537), "v");
        assertFalse(Files.exists(file));
        ProgramRun run = ProgramRun.of(E13Kv.class, 2, Map.of(), "list");
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains("kv: Missing required option: '--file=FILE'"), run.toString());
        Files.writeString(file, "text");
        fails(2, "--file " + file + ": ", "list");
        assertEquals("text", Files.readString(file));
        file = directory.resolve("none/store");
        fails(2, "--file " + file + ": ", "list");
    }

    private void says(List<String> lines, int ranks, String... arguments) throws InterruptedException {
        ProgramRun run = run(ranks, arguments);
        assertEquals(0, run.code(), run.toString());
        assertEquals(lines, run.out(), run.toString());
    }

    private void fails(int code, String message, String... arguments) throws InterruptedException {
        ProgramRun run = run(2, arguments);
        assertEquals(code, run.code(), run.toString());
        assertEquals(1, run.all().stream().filter(line -> line.contains("] kv: ") && line.contains(message)).count(),
                run.toString());
        assertFalse(run.all().stream().anyMatch(line -> line.contains("\tat ")), run.toString());
    }

    private ProgramRun run(int ranks, String... arguments) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of("--file", file.toString()));
        words.addAll(List.of(arguments));
        return ProgramRun.of(E13Kv.class, ranks, Map.of(), words.toArray(String[]::new));
    }
}
