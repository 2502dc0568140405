package org.pgas.examples.guide;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.DynamicTest;
import org.pgas.Setting;
import org.pgas.examples.guide.Treatment.Way;
import org.pgas.launch.Launcher;
import org.pgas.launch.RankOutput;
import org.pgas.launch.RunningJob;

/** Makes a test of each block of a document, named by its place; of programs, another one in several neighbourhoods. */
final class DocumentRun {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final List<String> CODE = List.of("java", "sh", "xml");
    private static final List<String> OTHER_NAMES_OF_SH = List.of("bash", "shell", "console", "shell-session", "zsh");

    private final String document;
    private final Path directory;
    private final int mostNeighbourhoods;
    private final List<DynamicTest> tests = new ArrayList<>();
    private final List<Program> programs = new ArrayList<>();

    /** A block with the option {@code output}, and where the lines go that the next block of text shows. */
    private Block shows;
    private List<String> expected;

    private Compiled compiled;

    /**
     * @param directory for classes and for what commands leave behind; nobody else's
     * @param mostNeighbourhoods in which the ranks of programs are, that are run once more, as far as there are ranks;
     * with 1 none is
     */
    DocumentRun(String document, List<Block> blocks, Path directory, int mostNeighbourhoods) {
        this.document = document;
        this.directory = directory;
        this.mostNeighbourhoods = mostNeighbourhoods;
        blocks.forEach(this::add);
        assertNothingIsAwaited();
    }

    List<DynamicTest> tests() {
        return tests;
    }

    private void add(Block block) {
        Way way = block.treatment().way();
        if (OTHER_NAMES_OF_SH.contains(block.language())) {
            throw new AssertionError(block.place() + ": commands are blocks of sh, not of " + block.language());
        }
        if (block.language().equals("text") && shows != null) {
            expected.addAll(block.lines());
            shows = null;
        } else if (way == Way.IN && CODE.contains(block.language())) {
            tests.add(dynamicTest(block.place(), () -> assertIn(block)));
        } else if (way == Way.RUN || way == Way.COMPILE) {
            switch (block.language()) {
                case "java" -> addJava(block);
                case "sh" -> addShell(block);
                default -> {
                    // to be read
                }
            }
        }
    }

    private void addJava(Block block) {
        assertNothingIsAwaited();
        if (!block.treatment().continues()) {
            Program program = new Program(block);
            programs.add(program);
            tests.add(dynamicTest(block.place(), () -> run(program, 1)));
            int neighbourhoods = Math.min(mostNeighbourhoods, block.treatment().ranks());
            if (neighbourhoods > 1 && block.treatment().way() == Way.RUN) {
                tests.add(dynamicTest(block.place() + ", " + neighbourhoods + " neighbourhoods",
                        () -> run(program, neighbourhoods)));
            }
        } else if (programs.isEmpty()) {
            throw new AssertionError(block.place() + ": continues nothing");
        } else {
            programs.getLast().add(block);
        }
        await(block, programs.getLast().expected());
    }

    private void addShell(Block block) {
        assertNothingIsAwaited();
        List<String> lines = new ArrayList<>();
        tests.add(dynamicTest(block.place(), () -> shell(block, lines)));
        await(block, lines);
    }

    private void await(Block block, List<String> into) {
        shows = block.treatment().output() ? block : null;
        expected = into;
    }

    private void assertNothingIsAwaited() {
        assertTrue(shows == null,
                () -> shows.place() + ": has the option 'output', and no block of text comes before the next code");
    }

    private Compiled compiled() throws IOException {
        if (compiled == null) {
            compiled = new Compiled(document, programs, directory.resolve("classes"));
        }
        return compiled;
    }

    private void run(Program program, int neighbourhoods) throws Exception {
        compiled().check(program);
        if (program.treatment().way() == Way.COMPILE) {
            return;
        }
        if (program.treatment().jvms()) {
            runAsJvms(program, neighbourhoods);
            return;
        }
        List<Throwable> failures = ThreadRun.of(compiled().type(program.mainClass()), compiled().directory(),
                neighbourhoods);
        String messages = failures.stream().map(Throwable::toString).collect(Collectors.joining("\n"));
        check(program.place(), program.treatment(), program.showsOutput() ? program.expected() : null,
                failures.size(), Place.printed() + messages, failures.isEmpty() ? null : failures.getFirst());
    }

    private void runAsJvms(Program program, int neighbourhoods) throws InterruptedException, IOException {
        StringBuffer output = new StringBuffer();
        Treatment treatment = program.treatment();
        List<Path> classPath = new ArrayList<>(Documents.classPath());
        classPath.add(compiled().directory());
        Launcher.Builder builder = Launcher.builder().ranks(treatment.ranks()).mainClass(program.mainClass())
                .classPath(classPath).heapBytes(128L << 20)
                .jvmArguments(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")).timeout(LONGEST)
                .setting(Setting.NEIGHBOURHOODS, Integer.toString(neighbourhoods))
                .output(RankOutput.lines((rank, error, line) -> output.append(line).append('\n')));
        treatment.settingsByKey().forEach(builder::setting);
        try (RunningJob job = builder.build().start()) {
            check(program.place(), treatment, program.showsOutput() ? program.expected() : null, job.await(),
                    output.toString(), null);
        }
    }

    private void shell(Block block, List<String> lines) throws IOException, InterruptedException {
        ShellRun.Result result = ShellRun.of(block.lines(), directory, compiled().directory());
        check(block.place(), block.treatment(), block.treatment().output() ? lines : null, result.code(),
                result.output(), null);
    }

    /** @param lines that the document shows as output, or null where it shows none */
    private static void check(
            String place, Treatment treatment, List<String> lines, int code, String output, Throwable failure) {
        boolean fails = treatment.fails();
        if (fails == (code == 0)) {
            throw new AssertionError(place + ": " + (fails ? "should fail and did not" : "failed with " + code) + "\n"
                    + output, failure);
        }
        // of a failure a document shows what matters
        String difference = lines == null ? null : ExpectedOutput.difference(lines, output, fails);
        if (difference != null) {
            throw new AssertionError(place + ": " + difference);
        }
    }

    /** Layout does not count: documents align comments, the formatter of sources does not. */
    private static void assertIn(Block block) throws IOException {
        String name = block.treatment().detail();
        Path file = Documents.ROOT.resolve(name);
        assertTrue(Files.exists(file), () -> block.place() + ": there is no file " + name);
        assertTrue(normal(Files.readAllLines(file)).contains(normal(block.lines())),
                () -> block.place() + ": not in " + name + ":\n" + String.join("\n", block.lines()));
    }

    private static String normal(List<String> lines) {
        return lines.stream().map(line -> line.strip().replaceAll("\\s+", " ") + "\n").collect(Collectors.joining());
    }
}
