package org.pgas.examples;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.pgas.Setting;
import org.pgas.launch.Launcher;
import org.pgas.launch.RankOutput;
import org.pgas.launch.RunningJob;

/**
 * A finished run of an example as a job of JVMs.
 *
 * @param code its exit code
 * @param out what rank 0 printed to standard output, line by line
 * @param all everything that any rank printed, each line after its rank
 */
record ProgramRun(int code, List<String> out, List<String> all) {
    private static final Duration LONGEST = Duration.ofMinutes(5);

    static ProgramRun of(Class<?> program, int ranks, Map<Setting, String> settings, String... arguments)
            throws InterruptedException {
        Queue<String> out = new ConcurrentLinkedQueue<>();
        Queue<String> all = new ConcurrentLinkedQueue<>();
        Launcher.Builder builder = ClassCache.launcher().ranks(ranks).mainClass(program.getName()).arguments(arguments)
                .timeout(LONGEST).output(RankOutput.lines((rank, error, line) -> {
                    all.add("[" + rank + "] " + line);
                    if (rank == 0 && !error) {
                        out.add(line);
                    }
                }));
        settings.forEach(builder::setting);
        try (RunningJob job = builder.build().start()) {
            int code = job.await();
            return new ProgramRun(code, List.copyOf(out), List.copyOf(all));
        }
    }
}
