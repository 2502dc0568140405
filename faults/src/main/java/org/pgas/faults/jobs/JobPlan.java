package org.pgas.faults.jobs;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a job is started.
 *
 * @param directory for the job's files ({@code --dir}), which has nothing else in it; null for the default
 * @param ranks how many
 * @param options of {@code pgas run}, such as {@code -Dpgas.segment=1m}
 * @param program main class
 * @param arguments of the program
 * @param prefix words in front of the command, such as {@code unshare --mount}; often none
 * @param environment more variables; with {@code CLASSPATH} in place of this JVM's class path, where others may not
 *       read that
 */
public record JobPlan(Path directory, int ranks, List<String> options, String program, List<String> arguments,
        List<String> prefix, Map<String, String> environment) {
    /** A job without prefix and variables. */
    public static JobPlan of(Path directory, int ranks, String program, String... arguments) {
        return new JobPlan(directory, ranks, List.of(), program, List.of(arguments), List.of(), Map.of());
    }

    /** The same with more options of {@code pgas run}. */
    public JobPlan with(String... more) {
        return new JobPlan(directory, ranks, java.util.stream.Stream.concat(options.stream(), List.of(more).stream())
                .toList(), program, arguments, prefix, environment);
    }

    /** The same behind a prefix. */
    public JobPlan behind(String... words) {
        return new JobPlan(directory, ranks, options, program, arguments, List.of(words), environment);
    }

    /** The same with another variable. */
    public JobPlan variable(String name, String value) {
        Map<String, String> more = new java.util.HashMap<>(environment);
        more.put(name, value);
        return new JobPlan(directory, ranks, options, program, arguments, prefix, Map.copyOf(more));
    }
}
