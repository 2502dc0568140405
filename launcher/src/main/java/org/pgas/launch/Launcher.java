package org.pgas.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.launch.agents.HostRanks;
import org.pgas.launch.agents.JobOrder;
import org.pgas.pshm.HostedJob;
import org.pgas.spi.ConduitSettings;
import org.pgas.spi.WireFiles;

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
    static final List<Setting> OWN_SETTINGS = List.of(Setting.JOB_DIRECTORY, Setting.RANK, Setting.SIZE,
            Setting.HOSTS);

    /** Settings of processes that find each other before there is a job. Ranks do not get them. */
    private static final List<Setting> OF_HOSTS = List.of(Setting.HOST_INDEX, Setting.HOST_COUNT, Setting.RENDEZVOUS,
            Setting.RENDEZVOUS_SECRET, Setting.RENDEZVOUS_TIMEOUT);

    static final Duration LONGEST_GRACE = Duration.ofSeconds(1);

    /** The default of {@link Setting#HOST_BEAT}. */
    static final Duration DEFAULT_BEAT = Duration.ofMillis(500);

    /** The default of {@link Setting#HOST_TIMEOUT}. */
    static final Duration DEFAULT_SILENCE = Duration.ofSeconds(2);

    private static final Duration LEAST_BEAT = Duration.ofMillis(10);
    private static final int LONGEST_NAME = 40;

    private final Builder plan;
    private final Settings settings;
    private final RankCommand command;

    private Launcher(Builder plan) {
        this.plan = plan;
        settings = Settings.read(plan.settings);
        // other hosts have other memory: their agents see to it
        long heapBytes = plan.heapBytes > 0 || !plan.hosts.isEmpty()
                ? plan.heapBytes
                : HeapSize.fallback(HostMemory.ofThisHost().bytes(), plan.ranks);
        command = new RankCommand(ThisJvm.java(), plan.size(), heapBytes, forRanks(), plan.jvmArguments,
                plan.classPath == null ? ThisJvm.classPath() : plan.classPath, plan.mainClass, plan.arguments,
                cores(plan), plan.classCache);
    }

    /** By rank; of other hosts their agents see to it. */
    private static Map<Integer, Integer> cores(Builder plan) {
        Map<Integer, Integer> cores = new HashMap<>();
        if (plan.bind && plan.hosts.isEmpty()) {
            for (int core : Cores.oneEach(plan.ranks, Cores.places())) {
                cores.put(plan.first() + cores.size(), core);
            }
        }
        return Map.copyOf(cores);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The settings in force, which the ranks get as well; what is a rank's own is not among them. */
    Map<Setting, String> forRanks() {
        Map<Setting, String> values = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            if (settings.isSet(setting)) {
                values.put(setting, settings.text(setting));
            }
        }
        values.keySet().removeAll(OWN_SETTINGS);
        values.keySet().removeAll(OF_HOSTS);
        if (plan.place != null && plan.settings.containsKey(Setting.HOSTS)) {
            values.put(Setting.HOSTS, plan.settings.get(Setting.HOSTS));
            // that of its environment wins: a host may have a network for this
            values.putIfAbsent(Setting.WIRE_HOST, plan.place.host());
        }
        if (!plan.hosts.isEmpty() && !plan.settings.containsKey(Setting.WIRE_HOST)) {
            // this host's environment has it for this host
            values.remove(Setting.WIRE_HOST);
        }
        if (plan.haveOwnDirectories && !plan.settings.containsKey(Setting.DIR)) {
            values.remove(Setting.DIR);
        }
        if (plan.hosts.size() > 1) {
            values.put(Setting.NEIGHBOURHOODS, Integer.toString(plan.hosts.size()));
            values.put(Setting.HOSTS, plan.hosts.stream().map(host -> Integer.toString(host.count()))
                    .collect(Collectors.joining(",")));
        }
        return values;
    }

    /**
     * Starts the ranks and returns without waiting for their end. Where there are more than 16, and than 4 for each
     * processor, so many start at a time, and others when these have joined or ended, or all when none of them has for
     * some seconds; so this takes its time, which an interrupt does not shorten. When the job ends before all ranks are
     * started, no more are.
     *
     * <p>Errors: the job's files cannot be made (no room, a directory that is not ours); there is no such working
     * directory; a process cannot be started. Then nothing is left behind.
     */
    public RunningJob start() {
        checkAddress();
        checkWorkingDirectory();
        plan.output.prepare();
        Timeline timeline = plan.timeline != null ? Timeline.prepare(plan.timeline)
                : plan.recordings != null ? Timeline.prepare(plan.recordings, plan.first()) : null;
        String doubt = HeapSize.doubt(HostMemory.ofThisHost().bytes(), plan.ranks, command.heapBytes());
        if (!doubt.isEmpty() && plan.jvmArguments.stream().noneMatch(each -> each.startsWith("-Xmx"))) {
            plan.onNote.accept(doubt);
        }
        ShutdownGuard guard = new ShutdownGuard(plan.place == null ? "the launcher" : "the agent");
        RunningJob running = null;
        try {
            guard.install();
            running = start(environment(), guard, timeline);
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

    /** Checks the address of the ranks, where it comes from what their host was called. */
    private void checkAddress() {
        if (plan.place != null && plan.place.counts().size() > 1 && !plan.place.oneMachine()
                && !settings.isSet(Setting.WIRE_HOST)
                && !ConduitSettings.WITHIN_A_HOST.equals(settings.text(Setting.WIRE))) {
            HostAddress.check(plan.place.host());
        }
    }

    /** Each host has to have it: else no process could be started, and java would be said to be missing. */
    private void checkWorkingDirectory() {
        if (plan.workingDirectory != null && !Files.isDirectory(plan.workingDirectory)) {
            throw new PgasException(ErrorCode.RESOURCE, "the working directory of the ranks, " + plan.workingDirectory
                    + ", is not there, or is no directory: make it"
                    + (plan.place == null ? ", or name another"
                            : " on this host, or start the job in a directory that all its hosts have"));
        }
    }

    /** That the job is started from. */
    private Map<String, String> environment() {
        if (plan.jobEnvironment != null) {
            return plan.jobEnvironment;
        }
        Map<String, String> environment = new HashMap<>(settings.environment());
        environment.putAll(plan.environment);
        return environment;
    }

    private RunningJob start(Map<String, String> environment, ShutdownGuard guard, Timeline timeline) {
        Path base = settings.path(Setting.DIR);
        String name = plan.place == null ? jobName() : plan.place.job();
        Guardian guardian = Guardian.start(HostedJob.directory(base, name),
                timeline == null ? null : timeline.directory(), plan.place != null);
        HostedJob hosted;
        try {
            hosted = HostedJob.create(base, name, plan.size(), environment);
        } catch (RuntimeException e) {
            guardian.dismiss();
            throw e;
        }
        Duration grace = settings.duration(Setting.EXIT_GRACE, LONGEST_GRACE);
        Supervisor supervisor = new Supervisor(hosted, command.heapBytes(),
                grace.compareTo(LONGEST_GRACE) < 0 ? grace : LONGEST_GRACE, plan.timeout);
        supervisor.tellEnd(plan.onFirstEnd);
        supervisor.tellFinished(plan.onFinished);
        RunningJob job = new RunningJob(hosted, supervisor, guard, guardian, timeline, plan.output, plan.onNote,
                plan.onEnd);
        RankCommand ranks = timeline == null ? command : command.with(Timeline.jvmArguments(timeline.directory()));
        List<RankProcess> processes = new ArrayList<>();
        StartGate gate = new StartGate(hosted, guard, plan.timeout);
        try {
            plan.onStarting.accept(job);
            if (plan.place != null && plan.place.secret().length > 0) {
                hosted.write(WireFiles.SECRET, plan.place.secret());
            }
            for (int rank = plan.first(); rank < plan.first() + plan.ranks && gate.await(); rank++) {
                if (rank == plan.first() || ranks.hasFileForEachRank()) {
                    hosted.write(ranks.fileName(rank), ranks.argumentFile(hosted.directory(), rank),
                            ThisJvm.argumentCharset());
                }
                RankProcess started = startRank(rank, ranks.of(rank, hosted.directory()), job, supervisor);
                guardian.tell(started.pid());
                processes.add(started);
                gate.started(started);
                if (isFed(rank)) {
                    plan.input.accept(started.input());
                }
            }
            guardian.tellAll();
            job.supervise(processes, processes.size() == plan.ranks ? null
                    : "the job was ended when " + processes.size() + " of its " + plan.ranks + " ranks were started");
            return job;
        } catch (IOException | RuntimeException | OutOfMemoryError | InternalError e) {
            // asked while the job's files are mapped
            String fault = e instanceof InternalError ? hosted.describeFault(e) : "";
            abandon(hosted, job, supervisor, processes);
            guardian.dismiss();
            throw switch (e) {
                case IOException io -> notStarted(processes.size(), HumanText.of(io), e);
                case OutOfMemoryError none -> notStarted(processes.size(), HumanText.of(none), e);
                case InternalError _ -> notStarted(processes.size(), fault, e);
                default -> (RuntimeException) e;
            };
        }
    }

    private PgasException notStarted(int started, String why, Throwable e) {
        return new PgasException(ErrorCode.RESOURCE, started == plan.ranks
                ? "cannot watch the " + started + " ranks that were started: " + why
                : "cannot start rank " + (plan.first() + started) + " of " + plan.size() + ": " + why, e);
    }

    /** Whether somebody else sends the rank its standard input. */
    private boolean isFed(int rank) {
        return rank == 0 && plan.input != null;
    }

    private RankProcess startRank(int rank, List<String> words, RunningJob job, Supervisor supervisor)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(plan.environment);
        LibraryPath.keepFromRestart(builder.environment(), ThisJvm.home());
        if (plan.workingDirectory != null) {
            builder.directory(plan.workingDirectory.toFile());
        }
        builder.redirectInput(isFed(rank) ? ProcessBuilder.Redirect.PIPE
                : rank == 0 && plan.inheritInput
                        ? ProcessBuilder.Redirect.INHERIT
                        : ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        plan.output.redirect(builder, rank);
        return RankProcess.start(rank, plan.size(), builder, plan.output, supervisor::processEnded,
                e -> job.end(JobEnd.ofLostOutput(rank, e)));
    }

    /**
     * Starts the ranks on the hosts that were given, by an agent on each, and returns without waiting for them. What
     * cannot be started there ends the job.
     *
     * <p>Errors: the output or the timeline cannot be written; neighbourhoods are asked for besides; beats come too
     * often, or too seldom for the time after which a host is lost.
     */
    HostsJob startOnHosts(AgentWay.Opener agents) {
        int hosts = plan.hosts.size();
        Duration beat = settings.duration(Setting.HOST_BEAT, DEFAULT_BEAT);
        Duration silence = settings.duration(Setting.HOST_TIMEOUT, DEFAULT_SILENCE);
        if (beat.compareTo(LEAST_BEAT) < 0 || silence.compareTo(beat.multipliedBy(2)) < 0) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, Setting.HOST_BEAT.key() + "=" + beat.toMillis() + "ms and "
                    + Setting.HOST_TIMEOUT.key() + "=" + silence.toMillis() + "ms: legal are beats of "
                    + LEAST_BEAT.toMillis() + "ms and more, and a timeout of two beats at least");
        }
        if (settings.count(Setting.NEIGHBOURHOODS, hosts) != hosts) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, Setting.NEIGHBOURHOODS.key() + "="
                    + settings.text(Setting.NEIGHBOURHOODS) + " on " + hosts + " hosts: each host is one "
                    + "neighbourhood: leave the setting out (--neighbourhoods pretends hosts on a single one)");
        }
        plan.output.prepare();
        String job = jobName();
        String build = LibraryBuild.own().text();
        byte[] secret = new byte[hosts == 1 ? 0 : WireFiles.SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        boolean hasInput = plan.inheritInput && !HostsInput.isTerminal();
        List<JobOrder> orders = new ArrayList<>();
        for (int index = 0; index < hosts; index++) {
            orders.add(order(index, job, build, secret, index == 0 && hasInput, agents.isOfHost()));
        }
        return HostsJob.start(plan.hosts, orders, agents, new HostsJob.Surroundings(plan.output, plan.timeline,
                plan.timeout, plan.onNote, plan.onEnd, beat, silence));
    }

    /**
     * What the agent of a host is told.
     *
     * @param index of the host
     * @param build that this process runs
     * @param hasInput whether rank 0 gets a standard input
     * @param ownLibrary whether its ranks run from the agent's class path, so that it is told of other entries alone
     */
    JobOrder order(int index, String job, String build, byte[] secret, boolean hasInput, boolean ownLibrary) {
        List<Integer> counts = plan.hosts.stream().map(HostRanks::count).toList();
        List<Path> agents = ownLibrary ? ThisJvm.classPath() : List.of();
        Path directory = plan.workingDirectory == null ? Path.of("") : plan.workingDirectory;
        Map<String, String> values = new HashMap<>();
        forRanks().forEach((setting, text) -> values.put(setting.key(), setting.kind() == Setting.Kind.PATH
                ? Path.of(text).toAbsolutePath().toString()
                : text));
        // also where nothing has set them: the environment of a host would give its agent others than this side has
        values.putIfAbsent(Setting.HOST_BEAT.key(), DEFAULT_BEAT.toMillis() + "ms");
        values.putIfAbsent(Setting.HOST_TIMEOUT.key(), DEFAULT_SILENCE.toMillis() + "ms");
        return new JobOrder(build, new JobOrder.Place(job + "." + index, index, counts, secret,
                plan.hosts.get(index).address(), plan.hosts.stream().map(HostRanks::address)
                        .allMatch(HostAddress::isOfThisMachine)),
                new JobOrder.Program(plan.jvmArguments, ownLibrary, command.classPath().stream()
                        .filter(entry -> !agents.contains(entry)).map(Path::toString)
                        .toList(),
                        plan.mainClass, plan.arguments, directory.toAbsolutePath().toString(),
                        plan.classCache == null || ownLibrary ? "" : plan.classCache.toString()),
                new JobOrder.Conditions(values, environment(), plan.heapBytes, plan.bind, hasInput,
                        plan.timeline != null));
    }

    private static void abandon(HostedJob hosted, RunningJob job, Supervisor supervisor, List<RankProcess> processes) {
        boolean wasInterrupted = Thread.interrupted(); // it would not wait for the ranks' end
        try {
            endForLack(hosted);
            supervisor.abandon(processes);
        } catch (InterruptedException e) {
            wasInterrupted = true;
        } finally {
            job.leaveFiles();
            hosted.remove();
            hosted.close();
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void endForLack(HostedJob hosted) {
        try {
            hosted.end(1, "not all ranks could be started");
        } catch (RuntimeException | InternalError e) {
            // its control file may be what was damaged
            System.getLogger(Launcher.class.getName()).log(System.Logger.Level.DEBUG, "ranks are not told", e);
        }
    }

    /** Tells people which program it is, and no two jobs have the same. */
    private String jobName() {
        String program = plan.mainClass.substring(plan.mainClass.lastIndexOf('.') + 1).replaceAll("[^A-Za-z0-9_]", "_");
        return program.substring(0, Math.min(program.length(), LONGEST_NAME)) + "-" + ProcessHandle.current().pid()
                + "-" + Long.toString(System.nanoTime() & 0xffffffffL, 36);
    }

    /**
     * For each rank the command that starts it, with a placeholder for what is known at start only; for people. What
     * agents add on other hosts is said in words.
     */
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
        if (command.heapBytes() == 0) {
            lines.add("  and a heap by the memory of each host (--heap)");
        }
        if (plan.bind && !plan.hosts.isEmpty()) {
            lines.add("  and a core of its host for each rank (--bind)");
        }
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
        private Consumer<RunningJob> onStarting = job -> {
        };

        /** The hosts that agents start the ranks on; none for this one, without. */
        private List<HostRanks> hosts = List.of();

        private boolean haveOwnDirectories;

        /** Where the ranks stand in a job on several hosts, by an agent; or null. */
        private JobOrder.Place place;

        private Map<String, String> jobEnvironment;
        private Consumer<OutputStream> input;
        private Timeline.Receiver recordings;
        private Consumer<JobEnd> onFirstEnd = end -> {
        };
        private Runnable onFinished = () -> {
        };
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

        /** The fully qualified name of the main class that every rank runs. */
        public Builder mainClass(String name) {
            mainClass = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * The program is the main class that this jar's manifest names; the jar joins the class path, behind what is on
         * it. Errors: no such file, not a jar, no main class in its manifest.
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
         * Options for the JVMs of the ranks, after the launcher's own, so that they win. In an option,
         * <code>{rank}</code> stands for the number of the rank, as in a debugger's port.
         */
        public Builder jvmArguments(List<String> options) {
            jvmArguments = List.copyOf(options);
            return this;
        }

        /**
         * A setting of the library for launcher and ranks; wins over this JVM's properties and environment, which apply
         * too.
         */
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

        /**
         * Whether rank 0 reads this process's standard input; by default it finds it empty, as the other ranks always
         * do.
         */
        public Builder inheritInput(boolean value) {
            inheritInput = value;
            return this;
        }

        public Builder workingDirectory(Path value) {
            workingDirectory = value;
            return this;
        }

        /**
         * Has every rank record how long its transfers, handlers, barriers, collectives and waits took. When the job
         * has ended, writes one trace of all of them to this file, over what it holds: JSON in Chrome's Trace Event
         * Format, compressed if the name ends in {@code .gz}. Perfetto and chrome://tracing open it.
         *
         * <p>Times of different ranks are on one clock, to within some microseconds as a rule. A rank that is killed
         * leaves nothing, see {@link RunningJob#notes}. When a recording exceeds 250 MB, its beginning is left out.
         * Recording slows ranks down by a few tenths of a second at start and end, and by about a microsecond an event.
         *
         * <p>Error at start: the file cannot be written.
         */
        public Builder timeline(Path file) {
            timeline = file.toAbsolutePath();
            return this;
        }

        /**
         * In a job on several hosts, the environment of each says where its files of jobs are, and not that of this
         * process.
         */
        Builder ownDirectories(boolean value) {
            haveOwnDirectories = value;
            return this;
        }

        /** The job runs on these, by {@link Launcher#startOnHosts}. */
        Builder hosts(List<HostRanks> placed) {
            hosts = List.copyOf(placed);
            return ranks(placed.getLast().last() + 1);
        }

        /** By an agent: its ranks are some of those of a job on several hosts, which was started from there. */
        Builder place(JobOrder.Place value, Map<String, String> startedFrom) {
            place = value;
            jobEnvironment = Map.copyOf(startedFrom);
            return ranks(value.count());
        }

        /** Told the standard input of rank 0, to write to, when that rank has been started. */
        Builder input(Consumer<OutputStream> consumer) {
            input = consumer;
            return this;
        }

        /** The ranks record as for {@link #timeline}, and somebody else makes it. */
        Builder recordings(Timeline.Receiver receiver) {
            recordings = receiver;
            return this;
        }

        /** Given the job before its first rank is started, to end it or to show it ranks of other hosts; no more. */
        Builder onStarting(Consumer<RunningJob> consumer) {
            onStarting = consumer;
            return this;
        }

        /** Told how the job ends as soon as that is known, before its ranks have ended. */
        Builder onFirstEnd(Consumer<JobEnd> consumer) {
            onFirstEnd = consumer;
            return this;
        }

        /** Run when all ranks have ended; their output may still have to be delivered. */
        Builder onFinished(Runnable action) {
            onFinished = action;
            return this;
        }

        private int first() {
            return place == null ? 0 : place.first();
        }

        private int size() {
            return place == null ? ranks : place.size();
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
