package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs as they are, by {@code pgas run --hosts} on two hosts. */
class TwoHostsIT {
    private static final int RANKS = TwoHosts.COUNT;

    @TempDir
    private static Path place;

    private static TwoHosts hosts;

    @TempDir
    private Path directory;

    @BeforeAll
    static void make() throws Exception {
        hosts = TwoHosts.make(Files.createDirectory(place.resolve("hosts")));
    }

    @AfterAll
    static void end() {
        if (hosts != null) {
            hosts.close();
        }
    }

    private static ProgramRun onOne(String program, String... arguments) throws Exception {
        return ended(ProgramRun.of(RefusalsIT.main(program), RANKS, Map.of(), arguments));
    }

    private static ProgramRun onTwo(String program, String... arguments) throws Exception {
        return ended(hosts.run(RefusalsIT.main(program), arguments));
    }

    private static ProgramRun ended(ProgramRun run) {
        assertEquals(0, run.code(), run.toString());
        return run;
    }

    /** Also what it says of errors, of which it looks for some itself; and its file has the same bytes. */
    @ParameterizedTest
    @MethodSource("org.pgas.examples.ProgramCases#programs")
    void aProgramSaysAndWritesWhatItDoesOnOneHost(String program) throws Exception {
        Path out = directory.resolve("out");
        String[] words = ProgramCases.arguments(program, out);
        ProgramRun one = onOne(program, words);
        byte[] written = ProgramCases.written(out);
        ProgramRun two = onTwo(program, words);
        assertEquals(ProgramCases.same(one), ProgramCases.same(two), () -> one + "\n" + two);
        assertArrayEquals(written, ProgramCases.written(out));
    }

    /** Its file is on the host of rank 0. */
    @Test
    void aStoreHasTheEntriesOfOneThatOneHostHasFilled() throws Exception {
        String one = directory.resolve("one").toString();
        String two = directory.resolve("two").toString();
        assertEquals(List.of("200 puts by 2 ranks"), onOne("kv", "--file", one, "fill", "200").out());
        assertEquals(List.of("200 puts by 2 ranks"), onTwo("kv", "--file", two, "fill", "200").out());
        assertEquals("errors=0", onOne("kv", "--file", two, "check").out().getLast());
        List<String> entries = onOne("kv", "--file", one, "list").out().stream().sorted().toList();
        assertEquals(200, entries.size());
        assertEquals(entries, onTwo("kv", "--file", two, "list").out().stream().sorted().toList());
    }
}
