package org.pgas.faults.jobs;

import java.nio.file.Path;
import java.util.List;

/**
 * What the JVMs of a job are started with, where many jobs are.
 *
 * @param classPath of the launcher, and so of the ranks
 * @param launcherOptions of the launcher's JVM
 * @param runOptions of {@code pgas run}, in front of the plan's
 */
public record Start(String classPath, List<String> launcherOptions, List<String> runOptions) {
    /** Of a JVM, in front of that file. */
    public static final String CACHE_OPTION = "-XX:AOTCache=";

    /** With the class path of this JVM. */
    public static Start plain() {
        return new Start(System.getProperty("java.class.path"), List.of(), List.of());
    }

    /** The same with more options of the launcher's JVM. */
    public Start withLauncherOptions(String... more) {
        return new Start(classPath, join(launcherOptions, List.of(more)), runOptions);
    }

    /** The file with the classes of an earlier launcher; null where there is none. */
    public Path launcherCache() {
        return launcherOptions.stream().filter(option -> option.startsWith(CACHE_OPTION)).findFirst()
                .map(option -> Path.of(option.substring(CACHE_OPTION.length()))).orElse(null);
    }

    private static List<String> join(List<String> first, List<String> second) {
        return java.util.stream.Stream.concat(first.stream(), second.stream()).toList();
    }
}
