package org.pgas.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.pshm.HostedJob;

/**
 * Starts a job: N JVMs on this host that run the same main class, each with a rank.
 *
 * <pre>{@code
 * try (RunningJob job = Launcher.builder().ranks(4).mainClass("com.example.Main").build().start()) {
 *     int code = job.await();
 * }
 * }</pre>
 *
 * <p>Immutable; may start any number of jobs, also at once, from any thread. Ranks run on the java of this JVM.
 */
public final class Launcher {
    /** Each rank is told these by its launcher. */
    static final List<Setting> OWN_SETTINGS = List.of(Setting.JOB_DIRECTORY, Setting.RANK, Setting.SIZE);

    static final Duration LONGEST_GRACE = Duration.ofSeconds(1);
    private static final int LONGEST_NAME = 40;

    private final Builder plan;
    private final Settings settings;
    private final RankCommand command;

    private Launcher(Builder plan) {
        this.plan = plan;
        settings = Settings.read(plan.settings);
        long heapBytes = plan.heapBytes > 0
                ? plan.heapBytes
                : HeapSize.fallback(HostMemory.ofThisHost().bytes(), plan.ranks);
        command = new RankCommand(ThisJvm.java(), plan.ranks, heapBytes, forRanks(), plan.jvmArguments,
                plan.classPath == null ? ThisJvm.classPath() : plan.classPath, plan.mainClass, plan.arguments,
                cores(plan), plan.classCache);
    }

    /** By rank. */
    private static Map<Integer, Integer> cores(Builder plan) {
        Map<Integer, Integer> cores = new HashMap<>();
        if (plan.bind) {
            for (int core : Cores.oneEach(plan.ranks, Cores.ofThisProcess())) {
                cores.put(cores.size(), core);
            }
        }
        return Map.copyOf(cores);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The settings in force here, which the ranks get as well; what is a rank's own is not among them. */
    private Map<Setting, String> forRanks() {
        Map<Setting, String> values = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            if (settings.isSet(setting)) {
                values.put(setting, settings.text(setting));
            }
        }
        values.keySet().removeAll(OWN_SETTINGS);
        return values;
    }

    /**
     * Starts the ranks and returns without waiting for them.
     *
     * <p>Errors: the job's files cannot be made (no room, a directory that is not ours); a process cannot be started. Then nothing
     * is left behind.
     */
    public RunningJob start() {
        Map<String, String> environment = new HashMap<>(settings.environment());
        environment.putAll(plan.environment);
        plan.output.prepare();
        Timeline timeline = plan.timeline == null ? null : Timeline.prepare(plan.timeline);
        String doubt = HeapSize.doubt(HostMemory.ofThisHost().bytes(), plan.ranks, command.heapBytes());
        if (!doubt.isEmpty() && plan.jvmArguments.stream().noneMatch(each -> each.startsWith("-Xmx"))) {
            plan.onNote.accept(doubt);
        }
        ShutdownGuard guard = new ShutdownGuard("the launcher");
        RunningJob running = null;
        try {
            guard.install();
            running = start(environment, guard, timeline);
            running.guard();
            return running;
        } finally {
            if (running == null) {
                if (timeline != null) {
                    timeline.close();
                }
                guard.notStarted();
            }
        }
    }

    private RunningJob start(Map<String, String> environment, ShutdownGuard guard, Timeline timeline) {
        Path base = settings.path(Setting.DIR);
        String name = jobName();
        Guardian guardian = Guardian.start(HostedJob.directory(base, name),
                timeline == null ? null : timeline.directory());
        HostedJob hosted;
        try {
            hosted = HostedJob.create(base, name, plan.ranks, environment);
        } catch (RuntimeException e) {
            guardian.dismiss();
            throw e;
        }
        Duration grace = settings.duration(Setting.EXIT_GRACE, LONGEST_GRACE);
        Supervisor supervisor = new Supervisor(hosted, command.heapBytes(),
                grace.compareTo(LONGEST_GRACE) < 0 ? grace : LONGEST_GRACE, plan.timeout);
        RunningJob job = new RunningJob(hosted, supervisor, guard, guardian, timeline, plan.output, plan.onNote,
                plan.onEnd);
        RankCommand ranks = timeline == null ? command : command.with(Timeline.jvmArguments(timeline.directory()));
        List<RankProcess> processes = new ArrayList<>();
        try {
            for (int rank = 0; rank < plan.ranks; rank++) {
                if (rank == 0 || ranks.hasFileForEachRank()) {
                    hosted.write(ranks.fileName(rank), ranks.argumentFile(hosted.directory(), rank),
                            ThisJvm.argumentCharset());
                }
                RankProcess started = startRank(rank, ranks.of(rank, hosted.directory()), job, supervisor);
                guardian.tell(started.pid());
                processes.add(started);
            }
            guardian.tellAll();
            job.supervise(processes);
            return job;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            abandon(hosted, supervisor, processes);
            guardian.dismiss();
            throw switch (e) {
                case IOException io -> notStarted(processes.size(), HumanText.of(io), e);
                case OutOfMemoryError none -> notStarted(processes.size(), HumanText.of(none), e);
                default -> (RuntimeException) e;
            };
        }
    }

    private PgasException notStarted(int started, String why, Throwable e) {
        return new PgasException(ErrorCode.RESOURCE, started == plan.ranks
                ? "cannot watch the " + started + " ranks that were started: " + why
                : "cannot start rank " + started + " of " + plan.ranks + ": " + why, e);
    }

    private RankProcess startRank(int rank, List<String> words, RunningJob job, Supervisor supervisor)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(plan.environment);
        LibraryPath.keepFromRestart(builder.environment(), ThisJvm.home());
        if (plan.workingDirectory != null) {
            builder.directory(plan.workingDirectory.toFile());
        }
        builder.redirectInput(rank == 0 && plan.inheritInput
                ? ProcessBuilder.Redirect.INHERIT
                : ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        plan.output.redirect(builder, rank);
        return RankProcess.start(rank, plan.ranks, builder, plan.output, supervisor::processEnded,
                e -> job.end(JobEnd.ofLostOutput(rank, e)));
    }

    private static void abandon(HostedJob hosted, Supervisor supervisor, List<RankProcess> processes) {
        try {
            hosted.end(1, "not all ranks could be started");
            supervisor.abandon(processes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            hosted.remove();
            hosted.close();
        }
    }

    /** Tells people which program it is, and no two jobs have the same. */
    private String jobName() {
        String program = plan.mainClass.substring(plan.mainClass.lastIndexOf('.') + 1).replaceAll("[^A-Za-z0-9_]", "_");
        return program.substring(0, Math.min(program.length(), LONGEST_NAME)) + "-" + ProcessHandle.current().pid()
                + "-" + Long.toString(System.nanoTime() & 0xffffffffL, 36);
    }

    /** For each rank the command that starts it, with a placeholder for what is known at start only; for people. */
    List<String> describeCommands() {
        Path directory = Path.of("JOB");
        RankCommand shown = plan.timeline == null ? command : command.with(Timeline.jvmArguments(Path.of("TIMELINE")));
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < plan.ranks; rank++) {
            lines.add(String.join(" ", shown.of(rank, directory)));
        }
        lines.add(shown.hasFileForEachRank() ? "java-" + RankCommand.RANK_PLACE + ".args:" : "java.args:");
        shown.describeArgumentFile(directory).lines()
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .forEach(line -> lines.add("  " + line));
        return lines;
    }

    Settings settings() {
        return settings;
    }

    /** Collects the parts of a {@link Launcher}. Not for several threads. */
    public static final class Builder implements Cloneable {
        private int ranks = 1;
        private String mainClass;
        private List<Path> classPath;
        private List<String> arguments = List.of();
        private List<String> jvmArguments = List.of();
        private Map<Setting, String> settings = new EnumMap<>(Setting.class);
        private Map<String, String> environment = new HashMap<>();
        private boolean bind;
        private boolean inheritInput;
        private long heapBytes;
        private Duration timeout;
        private RankOutput output = RankOutput.inherit();
        private Path workingDirectory;
        private Path classCache;
        private Path timeline;
        private Consumer<String> onNote = note -> {
        };
        private Consumer<JobEnd> onEnd = end -> {
        };

        private Builder() {}

        /** @param value 1..{@link GlobalPointer#MAX_RANKS} */
        public Builder ranks(int value) {
            if (value < 1 || value > GlobalPointer.MAX_RANKS) {
                throw new PgasException(ErrorCode.BAD_ARGUMENT,
                        "a job of " + value + " ranks: legal are 1.." + GlobalPointer.MAX_RANKS);
            }
            ranks = value;
            return this;
        }

        /** The fully qualified name of the class whose main every rank runs. */
        public Builder mainClass(String name) {
            mainClass = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * The program is the main class that this jar's manifest names; the jar joins the class path, behind what is on it.
         * Errors: no such file, not a jar, no main class in its manifest.
         */
        public Builder jar(Path jar) {
            ProgramJar program = ProgramJar.read(jar);
            mainClass = program.mainClass();
            List<Path> path = new ArrayList<>(classPath == null ? ThisJvm.classPath() : classPath);
            path.add(program.path());
            classPath = List.copyOf(path);
            return this;
        }

        /** The class path of the ranks; by default that of this JVM. Call it before {@link #jar}. */
        public Builder classPath(List<Path> entries) {
            classPath = entries.stream().map(Path::toAbsolutePath).toList();
            return this;
        }

        public Builder arguments(List<String> words) {
            arguments = List.copyOf(words);
            return this;
        }

        public Builder arguments(String... words) {
            return arguments(List.of(words));
        }

        /**
         * Options for the JVMs of the ranks, after the launcher's own, so that they win. In an option, <code>{rank}</code> stands
         * for the number of the rank, as in a debugger's port.
         */
        public Builder jvmArguments(List<String> options) {
            jvmArguments = List.copyOf(options);
            return this;
        }

        /** A setting of the library for launcher and ranks; wins over this JVM's properties and environment, which apply too. */
        public Builder setting(Setting setting, String value) {
            settings.put(setting, value);
            return this;
        }

        /** A variable added to what ranks inherit of this process's environment. */
        public Builder environment(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /** Whether each rank gets a core of its own, of those this process may use. Error at build: too few. */
        public Builder bind(boolean value) {
            bind = value;
            return this;
        }

        /** Java heap of each rank; by default one GiB, or an equal share of half the memory when that is less. */
        public Builder heapBytes(long value) {
            if (value < 1) {
                throw new PgasException(ErrorCode.BAD_ARGUMENT, "a heap of " + value + " bytes: give more than 0");
            }
            heapBytes = value;
            return this;
        }

        /** Ends the job with code 124 if it still runs after this time. */
        public Builder timeout(Duration value) {
            timeout = value;
            return this;
        }

        /** By default {@link RankOutput#inherit()}. */
        public Builder output(RankOutput value) {
            output = Objects.requireNonNull(value, "value");
            return this;
        }

        /** Whether rank 0 reads this process's standard input; by default it finds it empty, as the other ranks always do. */
        public Builder inheritInput(boolean value) {
            inheritInput = value;
            return this;
        }

        public Builder workingDirectory(Path value) {
            workingDirectory = value;
            return this;
        }

        /**
         * Has every rank record what its transfers, handlers, barriers, collectives and waits took, and when the job has ended, writes
         * one trace of all of them to this file, over what it holds: JSON in Chrome's Trace Event Format, compressed if the name ends
         * in {@code .gz}. Perfetto and chrome://tracing open it.
         *
         * <p>Times of different ranks are on one clock, to within some microseconds as a rule. A rank that is killed leaves nothing, see
         * {@link RunningJob#notes}; of one whose recording exceeds 250 MB the beginning is left out. Recording slows ranks down by a
         * few tenths of a second at start and end, and by about a microsecond an event.
         *
         * <p>Error at start: the file cannot be written.
         */
        public Builder timeline(Path file) {
            timeline = file.toAbsolutePath();
            return this;
        }

        Builder classCache(Path file) {
            classCache = file;
            return this;
        }

        Builder onNote(Consumer<String> consumer) {
            onNote = consumer;
            return this;
        }

        Builder onEnd(Consumer<JobEnd> consumer) {
            onEnd = consumer;
            return this;
        }

        /** Errors: no main class; settings that are no legal values; more ranks than cores to bind them to. */
        public Launcher build() {
            if (mainClass == null) {
                throw new PgasException(ErrorCode.BAD_ARGUMENT, "the job has no program: name a main class or a jar");
            }
            return new Launcher(copy());
        }

        private Builder copy() {
            try {
                Builder copy = (Builder) clone();
                copy.settings = Map.copyOf(settings);
                copy.environment = Map.copyOf(environment);
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
