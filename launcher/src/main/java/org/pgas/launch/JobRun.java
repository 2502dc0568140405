package org.pgas.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.launch.agents.HostRanks;
import org.pgas.pshm.HostedJob;

/** Runs the job that options describe, and says on standard error what is to be said of it. */
final class JobRun {
    private final RunOptions options;
    private final PrintWriter err;

    JobRun(RunOptions options, PrintWriter err) {
        this.options = options;
        this.err = err;
    }

    /**
     * Returns when the job has ended.
     *
     * @return its exit code
     * @throws Refusal if an option is missing, or forbids another
     */
    int await() throws InterruptedException {
        List<HostRanks> placed = options.placed();
        if (options.program == null) {
            throw new Refusal(missingProgram());
        }
        if (options.onePerHost) {
            return new ScheduledHosts(options.ranks, Settings.read(options.settings()), options.classCache,
                    this::scheduledLauncher, this::note).run();
        }
        Launcher launcher = launcher(placed);
        if (options.verbose) {
            explain(launcher, placed);
            for (HostRanks each : placed) {
                err.println("pgas: " + each.text() + ": "
                        + String.join(" ", AgentCommand.parse(options.launchWith).of(each.host())));
            }
            err.flush();
        }
        if (!placed.isEmpty()) {
            try (HostsJob job = launcher.startOnHosts(AgentCommand.parse(options.launchWith))) {
                return job.await();
            }
        }
        HostedJob.sweep(launcher.settings().path(Setting.DIR));
        try (RunningJob job = launcher.start()) {
            return job.await();
        }
    }

    private Launcher scheduledLauncher(List<HostRanks> placed) {
        Launcher launcher = launcher(placed);
        if (options.verbose) {
            placed.forEach(each -> note(each.text()));
            explain(launcher, placed);
        }
        return launcher;
    }

    private void tell(JobEnd end) {
        if (!end.message().isEmpty() && end.code() != 0) {
            err.println("pgas: " + end.message() + "; job ends with " + end.code());
            err.flush();
        }
    }

    private void note(String text) {
        err.println("pgas: " + text);
        err.flush();
    }

    private Launcher launcher(List<HostRanks> placed) {
        Launcher.Builder builder = placed.isEmpty() ? Launcher.builder().ranks(options.ranks)
                : Launcher.builder().hosts(placed);
        builder.ownDirectories(options.onePerHost).bind(options.bind).inheritInput(true).arguments(options.arguments);
        builder.output(options.output != null
                ? RankOutput.directory(options.output)
                : RankOutput.prefixed(new FileOutputStream(FileDescriptor.out),
                        new FileOutputStream(FileDescriptor.err)));
        if (options.heap != null) {
            builder.heapBytes(Settings.parseBytes(options.heap, "--heap"));
        }
        builder.classCache(options.classCache).onEnd(this::tell).onNote(this::note);
        if (options.timeline != null) {
            builder.timeline(options.timeline);
        }
        if (options.timeout != null) {
            builder.timeout(Settings.parseDuration(options.timeout, "--timeout"));
        }
        options.settings().forEach(builder::setting);
        builder.jvmArguments(options.jvmArguments());
        Program found = Program.find(options.program, ThisJvm.classPath(), options.ownClassPath());
        return builder.classPath(found.classPath()).mainClass(found.mainClass()).build();
    }

    private static String missingProgram() {
        String known = ProgramCatalog.of(JobRun.class.getClassLoader()).table().stripTrailing();
        return "PROGRAM is missing: a main class, a jar, or the name of a known program"
                + (known.isEmpty() ? "" : "\nKnown programs:\n" + known);
    }

    private void explain(Launcher launcher, List<HostRanks> placed) {
        Settings settings = launcher.settings();
        Map<Setting, String> told = launcher.forRanks();
        for (Setting setting : Setting.values()) {
            String text = settings.isSet(setting) && (placed.isEmpty() || setting != Setting.WIRE_HOST)
                    ? settings.text(setting)
                    : setting.fallback() + " (default)";
            err.println("pgas: " + setting.key() + "=" + told.getOrDefault(setting, text));
        }
        launcher.describeCommands().forEach(line -> err.println("pgas: " + line));
        err.flush();
    }
}
