package org.pgas.examples;

import static java.util.Map.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A little of what every program but {@code kv} can do, and what two runs of it have in common. */
final class ProgramCases {
    /** Stands for the file that a program writes. */
    private static final String OUT = "OUT";

    private static final Map<String, String> ARGUMENTS = Map.ofEntries(entry("hello", ""),
            entry("heat2d", "--rows 37 --cols 53 --steps 60 --out OUT"), entry("kmers", "--out OUT"),
            entry("pingpong", "--iterations 200 --warmup 10"), entry("kmers-am", "--out OUT"), entry("uts", ""),
            entry("gups", "--log2-words 8"), entry("matmul", "--n 64 --out OUT"),
            entry("halo3d", "--size 8 --iterations 3"), entry("transpose", "--rows 200 --columns 100 --out OUT"),
            entry("cg", "--grid 40 --out OUT"), entry("samplesort", "--lines 2000 --out OUT"),
            entry("mpi-exchange", "--epochs 2 --warmup 1 --max-bytes 4096"),
            entry("ga-matmul", "--n 32 --out OUT"), entry("lj", "--atoms 108 --steps 20"),
            entry("mppa-tiles", "--width 64 --height 64 --out OUT"),
            entry("upc-life", "--rows 32 --columns 32 --generations 3 --out OUT"), entry("telemetry", ""),
            entry("bank", "--transfers 20"), entry("jacobi", "--rows 20 --columns 20 --steps 5"),
            entry("mpi-jacobi", "--rows 20 --columns 20 --steps 50 --out OUT"),
            entry("mpi-cg", "--rows 200 --outer 3"));

    /** In lines that tell of times, of who did how much, and of sums in whatever order: no two runs have the same. */
    private static final Pattern OTHER_EACH_TIME = Pattern.compile("\\d\\.\\d{3} s\\b|^us: | us +\\d|\\d \\(\\d"
            + "|rate=\\d|gflops=\\d|^tiles of ranks: |transfers made|temperature=\\d|^drift=\\d");

    private static final Pattern NUMBER = Pattern.compile("\\d[\\d.,]*(?:e[-+]\\d+)?");
    private static final Pattern BARS_AND_GAPS = Pattern.compile("[ ▏▎▍▌▋▊▉█]+");

    private ProgramCases() {}

    /** Of the list that the jar brings. */
    static Stream<String> programs() throws IOException {
        return RefusalsIT.programs().stream().filter(program -> !program.equals("kv"));
    }

    /** @param out for the file that the program writes, if it writes one */
    static String[] arguments(String program, Path out) {
        String arguments = ARGUMENTS.get(program);
        return arguments.isEmpty() ? new String[0] : arguments.replace(OUT, out.toString()).split(" ");
    }

    /** What is in that file, which is removed; null if there is none. */
    static byte[] written(Path out) throws IOException {
        byte[] written = Files.exists(out) ? Files.readAllBytes(out) : null;
        Files.deleteIfExists(out);
        return written;
    }

    /** What rank 0 has printed, without what is another thing each time. */
    static List<String> same(ProgramRun run) {
        return run.out().stream().map(line -> OTHER_EACH_TIME.matcher(line).find()
                ? NUMBER.matcher(BARS_AND_GAPS.matcher(line).replaceAll(" ")).replaceAll("#").strip()
                : line).toList();
    }
}
