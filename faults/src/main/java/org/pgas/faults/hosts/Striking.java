package org.pgas.faults.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.pgas.faults.HarnessException;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.Aftermath;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.jobs.Start;
import org.pgas.faults.kills.Looking;
import org.pgas.faults.work.Rounds;
import org.pgas.faults.work.Workload;
import org.pgas.pshm.HostedJob;
import org.pgas.spi.WireFiles;

/** One trial: starts the job, waits for the moment, does it, and looks at what comes of it. Used by one thread. */
final class Striking {
    /** Setting {@code pgas.host.timeout}. */
    private static final Duration SILENCE = Duration.ofSeconds(2);

    /** For what has no promised time, such as a start on a busy host. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String AGENT = "org.pgas.launch.HostAgent";
    private static final String DIRECTORY = "PGAS_DIR";

    /** Of the most that a host which has said nothing yet may be silent. */
    private static final int FIRST_WORDS = 10;

    private static final int LOOK_MILLIS = 10;

    /** Of files of jobs, below the directory of a host. */
    private static final int DEPTH_OF_JOBS = 3;

    private static final int KILLED = 137;
    private static final int TERMINATED = 143;

    private final Choice choice;
    private final Machines machines;
    private final Path scratch;
    private final Duration within;
    private final Processors.Use processors;
    private final RunningJob job;
    private final Aftermath aftermath;

    /** Pids of the ranks, as far as they were seen. */
    private final Map<Integer, Long> ranks = new TreeMap<>();

    /** Of the hosts that are lost those that cannot have ended in order before. */
    private final Set<Integer> cutOff = new TreeSet<>();

    private Striking(Choice choice, Machines machines, Path scratch, Duration within, Processors.Use processors,
            RunningJob job) {
        this.choice = choice;
        this.machines = machines;
        this.scratch = scratch;
        this.within = within;
        this.processors = processors;
        this.job = job;
        aftermath = new Aftermath(job, scratch, scratch);
    }

    /**
     * The trial, or null if there was none: the job ended by itself before anything was done to it, as some do.
     *
     * @throws HarnessException if it could not be done
     */
    static Trial run(String name, Choice choice, Machines machines, Path scratch, Duration within, Start start,
            Processors.Use processors) throws IOException, InterruptedException, HarnessException {
        if (choice.deed() == Deed.LOSS) {
            machines.network().lose(1);
        } else if (choice.deed() == Deed.SLOW) {
            machines.network().slow();
        }
        try (RunningJob job = RunningJob.start(plan(choice, machines, scratch, within), scratch.resolve("output.txt"),
                start.withLauncherOptions(Aftermath.crashOption(scratch)))) {
            return new Striking(choice, machines, scratch, within, processors, job).run(name);
        }
    }

    /**
     * How long a host may be silent: as by default, or as long as all may take to be over, where that is longer: then a
     * busy machine holds up a host that lives as well.
     */
    static Duration silence(Duration within) {
        return within.compareTo(SILENCE) > 0 ? within : SILENCE;
    }

    private static JobPlan plan(Choice choice, Machines machines, Path scratch, Duration within) throws IOException {
        JobPlan plan = choice.deed().isAllAlong()
                ? JobPlan.of(null, choice.ranks(), Rounds.class.getName(),
                        Files.createFile(scratch.resolve("end")).toString())
                : choice.workload().plan(null, choice.ranks());
        return plan.behind(machines.prefix().toArray(String[]::new)).with(machines.options(choice.counts())).with(
                "-Dpgas.host.timeout=" + silence(within).toMillis() + "ms", "-Dpgas.segment=4m",
                "-Dpgas.stats=" + (choice.deed().goesOn() ? "on" : "off"),
                "-J" + Aftermath.crashOption(scratch));
    }

    private Trial run(String name) throws IOException, InterruptedException, HarnessException {
        long millis = -1;
        boolean isDone = true;
        try {
            if (choice.deed().isAllAlong()) {
                endsInOrder();
            } else {
                isDone = awaitMoment();
                millis = isDone ? strike() : aftermath.checkGone(System.nanoTime(), within);
                if (!isDone) {
                    // a job with ranks that leave may be over before the moment, in order
                    aftermath.checkCode(0);
                }
            }
        } catch (TimeoutException e) {
            aftermath.complain("patience is over: " + e.getMessage());
        }
        aftermath.checkOutput();
        checkFiles();
        String problem = aftermath.text();
        if (problem.isEmpty() && (!isDone || hasFinished())) {
            return null;
        }
        return new Trial(name, choice.kind(), choice.seed(), problem.isEmpty(), millis,
                problem.isEmpty() ? "" : choice.words() + "\nranks: " + ranks + "\n" + problem);
    }

    private void endsInOrder() throws IOException, InterruptedException {
        aftermath.checkGone(System.nanoTime(), PATIENCE);
        aftermath.checkCode(0);
        long right = job.output().lines().filter(line -> line.endsWith(Rounds.RIGHT)).count();
        if (right != choice.ranks()) {
            aftermath.complain(right + " ranks were right");
        }
    }

    /** False if the job has ended before. */
    private boolean awaitMoment() throws IOException, InterruptedException, TimeoutException {
        if (choice.moment() == Moment.STARTING) {
            long begin = System.nanoTime();
            while (job.isAlive() && !isThere()) {
                if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                    throw new TimeoutException("agents and ranks do not start");
                }
                // to look at all processes takes some time of a processor
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        } else {
            job.awaitLines(Workload.READY, choice.ranks(), PATIENCE);
        }
        return !job.awaitEnd(Duration.ofMillis(choice.delayMillis()));
    }

    /** Whether that can be done, as far as processes are concerned. */
    private boolean isThere() throws IOException {
        List<Long> pids = job.processes();
        return switch (choice.deed()) {
            case RANK, STOPPED_RANK, RANKS -> victims(pids).size() == IntStream.range(0, choice.ranks())
                    .filter(choice::hits).count();
            case STRANGERS -> addresses().size() == choice.ranks();
            case LINK, PARTITION, PAUSE -> IntStream.range(0, choice.hosts())
                    .allMatch(host -> pids.stream().anyMatch(pid -> isAgent(pid, host)));
            default -> !victims(pids).isEmpty();
        };
    }

    private boolean isAgent(long pid, int host) {
        List<String> command = Processes.command(pid);
        return isProgram(command, "java") && command.contains(AGENT)
                && Processes.has(pid, DIRECTORY, machines.directory(host).toString());
    }

    /** Not so of a process that has just ended, which has no words. */
    private static boolean isProgram(List<String> command, String name) {
        return !command.isEmpty() && Path.of(command.getFirst()).endsWith(name);
    }

    private boolean isWay(long pid, int host) {
        List<String> command = Processes.command(pid);
        return isProgram(command, machines.way()) && command.contains(machines.name(host));
    }

    /** Of the processes of the job those that get a signal; and writes down which are ranks. */
    private List<Long> victims(List<Long> pids) {
        List<Long> victims = new ArrayList<>();
        for (long pid : pids) {
            int rank = Processes.rankOf(pid);
            if (rank >= 0) {
                ranks.put(rank, pid);
            }
            boolean isHit = switch (choice.deed()) {
                case RANK, RANKS, STOPPED_RANK -> rank >= 0 && choice.hits(rank);
                case AGENT, STOPPED_AGENT -> isAgent(pid, choice.victim());
                case LAUNCHER -> pid == job.launcher();
                case WAY -> isWay(pid, choice.victim());
                default -> false;
            };
            if (isHit) {
                victims.add(pid);
            }
        }
        return victims;
    }

    /** Milliseconds until everything was over. */
    private long strike() throws IOException, InterruptedException, TimeoutException, HarnessException {
        List<Long> pids = victims(job.processes());
        long begin = System.nanoTime();
        switch (choice.deed()) {
            case LINK -> machines.network().pull(choice.victim());
            case PARTITION, PAUSE -> machines.network().part(choice.victim());
            case STOPPED_RANK, STOPPED_AGENT -> signal("STOP", pids);
            case STRANGERS -> visit();
            default -> signal("KILL", pids);
        }
        if (choice.deed().losesHost()) {
            lookWhatIsCutOff();
        }
        if (choice.deed().isSilent()) {
            processors.close();
        }
        if (choice.deed().goesOn()) {
            if (choice.deed() != Deed.STRANGERS) {
                TimeUnit.MILLISECONDS.sleep(choice.lastsMillis());
            }
            if (choice.deed() == Deed.PAUSE) {
                machines.network().mend();
            }
            begin = checkGoesOn();
        }
        if (choice.deed() == Deed.STOPPED_AGENT) {
            // which can do nothing for its host
            checkLauncherEnds(begin);
            Processes.signal("CONT", pids);
            begin = System.nanoTime();
        }
        long millis = aftermath.checkGone(begin, bound());
        if (millis >= 0) {
            checkEnd();
        }
        return millis;
    }

    /** A host is lost by now: where a rank still runs, no agent has told the launcher that all have ended, or can. */
    private void lookWhatIsCutOff() throws IOException {
        for (long pid : job.processes()) {
            int rank = Processes.rankOf(pid);
            if (rank >= 0 && choice.lost().contains(choice.hostOf(rank))) {
                cutOff.add(choice.hostOf(rank));
            }
        }
    }

    /** Of all ranks that have one. */
    private List<String> doors() throws IOException {
        List<String> doors = new ArrayList<>();
        for (int host = 0; host < choice.hosts(); host++) {
            doors.addAll(Doors.of(machines.network().process(host), machines.name(host)));
        }
        return doors;
    }

    /** Strangers come to all doors, from one of the hosts; returns when they have gone. */
    private void visit() throws IOException, InterruptedException, TimeoutException, HarnessException {
        List<String> doors = doors();
        List<String> words = new ArrayList<>(machines.network().inside(choice.victim()));
        words.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), Strangers.class.getName(), Long.toString(choice.seed()),
                Integer.toString(choice.lastsMillis()), machines.name(choice.victim()), scratch.toString(),
                Integer.toString(doors.size())));
        words.addAll(doors);
        addresses().forEach(each -> words.add(each.toString()));
        Path said = scratch.resolve("strangers.txt");
        Process strangers = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(said.toFile()).start();
        if (!strangers.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            strangers.destroyForcibly();
            throw new TimeoutException("strangers do not end: " + Files.readString(said));
        }
        String text = Files.readString(said);
        if (text.contains(Strangers.LET_IN)) {
            aftermath.complain("strangers came in: " + text);
        } else if (strangers.exitValue() != 0 || !text.contains(Strangers.TRIED)) {
            throw new HarnessException("strangers have failed: " + text);
        }
    }

    /** The files in which ranks say where they are found, each on its host, of those that have said it. */
    private List<Path> addresses() throws IOException {
        List<Path> files = new ArrayList<>();
        for (int rank = 0; rank < choice.ranks(); rank++) {
            String name = WireFiles.address(rank);
            try (Stream<Path> all = Files.find(machines.directory(choice.hostOf(rank)), DEPTH_OF_JOBS,
                    (path, _) -> path.endsWith(name))) {
                all.forEach(files::add);
            } catch (UncheckedIOException e) {
                // something was renamed or removed meanwhile
            }
        }
        return files;
    }

    private void signal(String name, List<Long> pids) throws IOException, InterruptedException, HarnessException {
        // of several, and of ranks that leave, some may just have gone
        if (!Processes.signal(name, pids) && pids.size() <= 1 && choice.moment() == Moment.RUNNING) {
            throw new HarnessException("the signal reached nobody:\n" + job.output());
        }
    }

    private void checkLauncherEnds(long begin) throws InterruptedException {
        if (!job.awaitEnd(PATIENCE)) {
            aftermath.complain("the launcher does not end");
        } else if (System.nanoTime() - begin > bound().toNanos()) {
            aftermath.complain("the launcher has ended only after " + (System.nanoTime() - begin) / 1_000_000 + " ms");
        }
    }

    /** Within which all is over. */
    private Duration bound() {
        if (!choice.deed().isSilent()) {
            return within;
        }
        // a host that has said nothing yet may take long to start
        Duration silence = silence(within);
        return within.plus(choice.moment() == Moment.STARTING ? silence.multipliedBy(FIRST_WORDS) : silence);
    }

    /** The job is as it was; then it is ended, and the time of that is told. */
    private long checkGoesOn() throws IOException, InterruptedException, TimeoutException {
        if (choice.deed() != Deed.STOPPED_RANK) {
            job.awaitLines(Workload.READY, choice.ranks(), PATIENCE);
            for (int host = 0; host < choice.hosts(); host++) {
                Looking.awaitProgress(machines.directory(host), job, choice.workload(), PATIENCE);
            }
        }
        for (Map.Entry<Integer, Long> rank : ranks.entrySet()) {
            if (!job.isAlive(rank.getValue())) {
                aftermath.complain("rank " + rank + " is gone, though nothing has ended it");
            }
        }
        if (!job.isAlive()) {
            aftermath.complain("the launcher is gone");
        }
        long begin = System.nanoTime();
        Processes.signal("TERM", job.launcher());
        return begin;
    }

    private void checkEnd() throws IOException, InterruptedException {
        if (hasFinished()) {
            return;
        }
        switch (choice.deed()) {
            case LAUNCHER -> aftermath.checkCode(KILLED);
            case STOPPED_RANK, PAUSE, STRANGERS -> {
                aftermath.checkCode(TERMINATED);
                checkSaid("that the launcher was ended", line -> line.equals(
                        "pgas: the launcher received SIGTERM; job ends with " + TERMINATED));
            }
            case RANK, RANKS -> {
                aftermath.checkCode(KILLED);
                checkSaid("which rank was killed, and on which host", this::namesVictim);
            }
            default -> {
                aftermath.checkCode(1);
                checkLost();
            }
        }
    }

    /**
     * Each of them is named; where ranks were leaving, one, and all that had a rank yet: others may have ended in order
     * before.
     */
    private void checkLost() throws IOException {
        List<Integer> unnamed = new ArrayList<>();
        for (int host : choice.lost()) {
            if (job.output().lines().noneMatch(line -> namesLost(line, host))) {
                unnamed.add(host);
            }
        }
        boolean isAnyNamed = unnamed.size() < choice.lost().size();
        unnamed.stream().filter(host -> choice.moment() != Moment.LEAVING || !isAnyNamed || cutOff.contains(host))
                .forEach(host -> aftermath.complain("it is not said that " + text(host) + " was lost"));
    }

    private boolean namesLost(String line, int host) {
        return line.startsWith("pgas: " + text(host) + ": ")
                && (line.contains("could not be confirmed") || line.contains("nothing was heard from there"));
    }

    private boolean namesVictim(String line) {
        return line.endsWith("; job ends with " + KILLED) && line.contains("SIGKILL") && ranks.entrySet().stream()
                .anyMatch(rank -> choice.hits(rank.getKey())
                        && line.startsWith("pgas: host " + machines.name(choice.hostOf(rank.getKey())) + ": rank "
                                + rank.getKey() + " (pid " + rank.getValue() + ") "));
    }

    /** As messages name a host. */
    private String text(int host) {
        List<Integer> there = IntStream.range(0, choice.ranks()).filter(rank -> choice.hostOf(rank) == host).boxed()
                .toList();
        return "host " + machines.name(host) + (there.size() == 1
                ? " (rank " + there.getFirst() + ")"
                : " (ranks " + there.getFirst() + "-" + there.getLast() + ")");
    }

    private void checkSaid(String what, java.util.function.Predicate<String> line) throws IOException {
        if (job.output().lines().noneMatch(line)) {
            aftermath.complain("it is not said " + what);
        }
    }

    /** Whether a job of ranks that leave has ended in order all the same. */
    private boolean hasFinished() throws InterruptedException {
        return choice.moment() == Moment.LEAVING && cutOff.isEmpty() && job.awaitEnd(Duration.ZERO)
                && job.code() == 0;
    }

    /** Whether its agent may have been killed before there was a rank: the next job removes them. */
    private boolean mayLeaveFiles(int host) {
        boolean isAgent = choice.deed() == Deed.AGENT || choice.deed() == Deed.STOPPED_AGENT;
        return isAgent && choice.moment() == Moment.STARTING && host == choice.victim();
    }

    private void checkFiles() throws IOException {
        for (int host = 0; host < choice.hosts(); host++) {
            Path directory = machines.directory(host);
            if (mayLeaveFiles(host)) {
                HostedJob.sweep(directory);
            }
            try (Stream<Path> all = Files.walk(directory)) {
                List<Path> left = all.filter(each -> !each.equals(directory)).toList();
                if (!left.isEmpty()) {
                    aftermath.complain("files are left: " + left);
                }
            }
        }
    }
}
