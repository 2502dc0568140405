package org.pgas.examples;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pgas.Setting;
import org.pgas.launch.Launcher;
import org.pgas.launch.RankOutput;
import org.pgas.launch.RunningJob;

/**
 * What java keeps of the classes of a first job, so that the ranks of all others in this run of the tests start faster.
 */
final class ClassCache {
    /** Of all ranks: java takes what it kept for JVMs with the same ones only. */
    private static final List<String> RANKS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** Without the classes of tests, which no program needs. */
    private static final List<Path> CLASS_PATH = Stream
            .of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of).filter(entry -> Files.exists(entry) && !entry.endsWith("test-classes")).toList();

    /**
     * Made when it is first asked for. An initialiser would not do: the thread of the ranks' output would wait for it.
     */
    private static List<String> withCache;

    private ClassCache() {}

    /** A job of programs of the examples. */
    static Launcher.Builder launcher() {
        return launcher(flags());
    }

    /** Of all ranks. */
    static synchronized List<String> flags() {
        if (withCache == null) {
            withCache = make();
        }
        return withCache;
    }

    /** Of all ranks, as java takes it. */
    static String classPath() {
        return CLASS_PATH.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static Launcher.Builder launcher(List<String> flags) {
        // other modules are tested beside them: who waits leaves the core to others
        return Launcher.builder().classPath(CLASS_PATH).heapBytes(128L << 20).jvmArguments(flags).setting(Setting.WAIT,
                "spin_block");
    }

    private static List<String> make() {
        // java keeps the classes of jars only
        if (CLASS_PATH.stream().anyMatch(Files::isDirectory)) {
            return RANKS;
        }
        try {
            Path directory = Files.createTempDirectory("classes");
            Path cache = directory.resolve("ranks.aot");
            directory.toFile().deleteOnExit();
            cache.toFile().deleteOnExit();
            Launcher.Builder builder = launcher(with("-XX:AOTCacheOutput=" + cache)).ranks(1)
                    .mainClass(E03Kmers.class.getName()).output(RankOutput.lines((_, _, _) -> {}));
            try (RunningJob job = builder.build().start()) {
                job.await();
            }
            return Files.exists(cache) ? with("-XX:AOTCache=" + cache, "-Xlog:aot=off", "-Xlog:cds=off") : RANKS;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return RANKS;
        }
    }

    private static List<String> with(String... more) {
        return Stream.concat(RANKS.stream(), Stream.of(more)).toList();
    }
}
