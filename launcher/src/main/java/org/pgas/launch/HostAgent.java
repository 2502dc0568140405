package org.pgas.launch;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.launch.agents.Beat;
import org.pgas.launch.agents.BodyWriter;
import org.pgas.launch.agents.Clocks;
import org.pgas.launch.agents.Credit;
import org.pgas.launch.agents.EndOrder;
import org.pgas.launch.agents.Frame;
import org.pgas.launch.agents.FrameReader;
import org.pgas.launch.agents.FrameSender;
import org.pgas.launch.agents.Heart;
import org.pgas.launch.agents.JobOrder;
import org.pgas.launch.agents.Kind;
import org.pgas.launch.agents.OutputPart;
import org.pgas.launch.agents.RankNews;
import org.pgas.launch.agents.RecordingPart;
import org.pgas.launch.rendezvous.AgentConnection;
import org.pgas.pshm.HostedJob;

/**
 * Runs the ranks of one host in a job on several. The launcher has started it there, and they speak over its standard
 * input and output; or a scheduler has, and it has called the launcher ({@code org.pgas.launch.agents}). It is the
 * launcher of these ranks, as that of a job on one host is; when it is killed, its {@link Guardian} cleans up.
 *
 * <p>One thread reads what the launcher says, and is never held up; one does it; one tells of the ranks; and the first
 * waits for the end. Heart, sender and input of rank 0 have threads of their own.
 *
 * <pre>
 * field    writer         readers           order
 * whyGone  ears, sender   the main thread   volatile, before a frame of the queue
 * heart    main thread    ears, later       volatile
 * done     ears           main thread       once
 * </pre>
 */
final class HostAgent {
    /** Bytes of output and recordings that may be on their way. */
    static final long CREDIT_BYTES = 1 << 20;

    /** As long as the launcher lives, however slow the way to it is. */
    private static final Duration UNTIL_TAKEN = Duration.ofDays(365);

    private static final int NOT_STARTED = 1;

    /** Stands for the end of what the launcher says. */
    private static final Frame GONE = new Frame(Kind.END, new byte[0]);

    /** Null where the launcher has started this. */
    private final AgentConnection connection;

    /** The class cache of ranks that run from this agent's class path; null for none. */
    private final Path classCache;

    /** What the launcher says; read by {@link #orders} alone. */
    private final InputStream in;

    private final FrameReader orders;
    private final FrameSender sender;

    /** How the job has ended, which a launcher that was called tells. */
    private final CompletableFuture<EndOrder> done = new CompletableFuture<>();

    private final Clocks clocks = new Clocks();
    private final Credit credit = new Credit(CREDIT_BYTES);
    private final RankInput input = new RankInput(this::inputTaken);
    private final BlockingQueue<Frame> queue = new LinkedBlockingQueue<>();

    /** Lets what is still to be said be said when this JVM ends; the job has a guard of its own. */
    private final ShutdownGuard guard = new ShutdownGuard("the agent");

    private final CountDownLatch allSaid = new CountDownLatch(1);
    private volatile String whyGone = "";
    private volatile Heart heart;

    private HostAgent(AgentConnection connection, InputStream in, OutputStream out, Path classCache) {
        this.connection = connection;
        this.classCache = classCache;
        this.in = in;
        orders = new FrameReader(in);
        sender = new FrameSender("agent sender", out, e -> endWithLauncher(HumanText.of(e)));
    }

    private void inputTaken() {
        sender.send(Kind.INPUT_TAKEN, new byte[0]);
    }

    /**
     * Takes everything about the job from the launcher, on standard input.
     *
     * @param arguments the class cache that this host has for ranks with this class path, if it has one
     */
    public static void main(String[] arguments) throws InterruptedException {
        InputStream in = new FileInputStream(FileDescriptor.in);
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        // whatever else is printed is no frame
        System.setOut(System.err);
        Path classCache = arguments.length == 0 ? null : Path.of(arguments[0]);
        System.exit(new HostAgent(null, in, out, classCache).run());
    }

    /**
     * Does what a launcher wants that this process has called.
     *
     * @param classCache that this host has for ranks with the class path of this process; null for none
     * @return the exit code of this process: that of the job, or 1 when the launcher was lost
     */
    static int called(AgentConnection connection, Path classCache) throws InterruptedException {
        try {
            return new HostAgent(connection, connection.in(), connection.out(), classCache).run();
        } catch (IOException e) {
            throw new PgasException(ErrorCode.RESOURCE, "the connection to host 0 has failed: " + HumanText.of(e), e);
        } finally {
            connection.cut();
        }
    }

    private int run() throws InterruptedException {
        JobOrder order;
        String difference;
        try {
            Frame first = orders.read();
            if (connection != null && first != null && first.kind() == Kind.DONE) {
                EndOrder refusal = EndOrder.of(first);
                System.err.println("pgas: " + refusal.message());
                return refusal.code();
            }
            if (first == null || first.kind() != Kind.START) {
                throw new IOException(connection == null
                        ? "pgas run --hosts starts this, and it has said nothing of a job"
                        : "host 0 has ended before the job began");
            }
            difference = LibraryBuild.own().difference(JobOrder.buildOf(first));
            order = difference == null ? JobOrder.of(first) : null;
            if (connection != null) {
                // from now on the heart says when the launcher is lost
                connection.patience(Duration.ZERO);
            }
        } catch (IOException e) {
            System.err.println("pgas: the agent of this host cannot begin: " + e.getMessage());
            return NOT_STARTED;
        }
        if (difference == null) {
            run(order);
        } else {
            ended(new JobEnd(NOT_STARTED, difference));
            over("");
        }
        int code = connection == null ? 0 : awaitDone();
        sender.close(UNTIL_TAKEN);
        if (heart != null) {
            heart.close();
        }
        allSaid.countDown();
        return code;
    }

    /** The ranks here are over; those of other hosts may not be. */
    private int awaitDone() throws InterruptedException {
        if (heart == null) {
            // it could not begin, and nobody hears yet
            hear();
        }
        try {
            return done.get().code();
        } catch (ExecutionException e) {
            System.err.println("pgas: the launcher is gone: " + e.getCause().getMessage());
            return NOT_STARTED;
        }
    }

    private void run(JobOrder order) throws InterruptedException {
        Path directory = null;
        try {
            guard.install();
            guard.started((code, message) -> {
                // its own guard ends the job
            }, allSaid);
            Launcher launcher = launcher(order);
            listen(launcher.settings(), order.place().host());
            HostedJob.sweep(launcher.settings().path(Setting.DIR));
            RunningJob job = launcher.start();
            directory = job.directory();
            job.await();
        } catch (PgasException e) {
            ended(new JobEnd(e.code() == ErrorCode.BAD_ARGUMENT ? PgasCommand.USAGE_ERROR : NOT_STARTED,
                    e.getMessage()));
        } catch (RuntimeException e) {
            ended(new JobEnd(NOT_STARTED, "its agent has failed: " + e));
        } finally {
            input.close();
        }
        over(directory != null && Files.exists(directory) ? "the directory " + directory + " could not be removed"
                : "");
    }

    /** Before its ranks are, since that may take long where there are many. */
    private void begin(RunningJob job, JobOrder.Place place) {
        Thread.ofPlatform().daemon().name("agent").start(() -> obey(job, place));
        Thread.ofPlatform().daemon().name("agent news").start(() -> tellNews(job, place));
    }

    /** @param left for people: what is left of the job here, or empty */
    private void over(String left) {
        sender.send(Kind.OVER, BodyWriter.ofText(left));
    }

    private Launcher launcher(JobOrder order) {
        JobOrder.Program program = order.program();
        JobOrder.Conditions conditions = order.conditions();
        Launcher.Builder builder = Launcher.builder().place(order.place(), conditions.environment())
                .mainClass(program.mainClass()).classPath(classPath(program))
                .arguments(program.arguments()).jvmArguments(program.jvmArguments())
                .workingDirectory(Path.of(program.workingDirectory())).bind(conditions.bind())
                .output(RankOutput.to((rank, size, isError) -> new SentOutput(rank, isError)))
                .onStarting(job -> begin(job, order.place()))
                .onNote(text -> sender.send(Kind.NOTE, BodyWriter.ofText(text))).onFirstEnd(this::ended)
                .onFinished(() -> sender.send(Kind.FINISHED, new byte[0])).onEnd(this::endedLate);
        settings(conditions.settings()).forEach(builder::setting);
        if (program.ownLibrary()) {
            builder.classCache(classCache);
        } else if (!program.classCache().isEmpty()) {
            builder.classCache(Path.of(program.classCache()));
        }
        if (conditions.heapBytes() > 0) {
            builder.heapBytes(conditions.heapBytes());
        }
        if (conditions.input()) {
            builder.input(input::into);
        }
        if (conditions.records()) {
            builder.recordings(this::sendRecording);
        }
        return builder.build();
    }

    private static List<Path> classPath(JobOrder.Program program) {
        List<Path> entries = program.classPath().stream().map(Path::of).toList();
        return program.ownLibrary() ? Program.join(ThisJvm.classPath(), entries) : entries;
    }

    private static Map<Setting, String> settings(Map<String, String> values) {
        // refuses what this release does not know
        Settings.of(Map.of(), values, Map.of());
        Map<Setting, String> settings = new EnumMap<>(Setting.class);
        for (Setting each : Setting.values()) {
            if (values.containsKey(each.key())) {
                settings.put(each, values.get(each.key()));
            }
        }
        return settings;
    }

    /**
     * Hears the launcher from now on.
     *
     * @param host by its name in the job, for people
     */
    private void listen(Settings settings, String host) {
        Duration silence = settings.duration(Setting.HOST_TIMEOUT, Launcher.DEFAULT_SILENCE);
        Heart beating = new Heart("agent heart", settings.duration(Setting.HOST_BEAT, Launcher.DEFAULT_BEAT), silence,
                this::beat, this::isUnread, () -> launcherIsSilent(host, silence));
        heart = beating;
        beating.start();
        Thread.ofPlatform().daemon().name("agent ears").start(this::hear);
    }

    private boolean isUnread() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            // its reader finds that out, too
            return false;
        }
    }

    /** Said here as well, since the launcher, if it lives, only hears that this agent is gone. */
    private void launcherIsSilent(String host, Duration silence) {
        String why = "host " + host + " has heard nothing of it for " + silence.toMillis()
                + " ms, which ends the ranks there; if it lives, it, the host or the way between was too busy: set a "
                + "longer " + Setting.HOST_TIMEOUT.key();
        launcherIsGone(why);
        if (connection == null) {
            // else what waits to be told the end says it
            System.err.println("pgas: the launcher is gone: " + why);
        }
    }

    private void beat() {
        sender.send(Kind.BEAT, clocks.next(System.nanoTime()).body());
    }

    private void hear() {
        boolean hasAnswered = false;
        Heart beating = heart;
        try {
            for (Frame frame = orders.read(); frame != null; frame = orders.read()) {
                if (beating != null) {
                    beating.heard();
                }
                switch (frame.kind()) {
                    case BEAT -> {
                        clocks.heard(Beat.of(frame), System.nanoTime());
                        if (!hasAnswered) {
                            // at once: the job may be over before the next one, and its timeline needs the clocks
                            hasAnswered = true;
                            beat();
                        }
                    }
                    case TAKEN -> credit.give(frame.number());
                    case DONE -> done.complete(EndOrder.of(frame));
                    default -> queue.add(frame);
                }
            }
            launcherIsGone("its connection has ended");
        } catch (IOException e) {
            launcherIsGone(HumanText.of(e));
        }
    }

    /** Nobody takes what the ranks write, nor what this says. */
    private void launcherIsGone(String why) {
        sender.abandon();
        endWithLauncher(why);
    }

    private void endWithLauncher(String why) {
        whyGone = why;
        done.completeExceptionally(new IOException(why));
        credit.abandon();
        input.close();
        queue.add(GONE);
    }

    private void obey(RunningJob job, JobOrder.Place place) {
        try {
            for (Frame frame = queue.take(); frame != GONE; frame = queue.take()) {
                obey(job, place, frame);
            }
            job.end(1, "the launcher is gone: " + whyGone);
        } catch (IOException | RuntimeException e) {
            job.end(1, "the agent cannot do what the launcher says: " + e.getMessage());
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        }
    }

    private void obey(RunningJob job, JobOrder.Place place, Frame frame) throws IOException {
        switch (frame.kind()) {
            case END -> {
                EndOrder order = EndOrder.of(frame);
                job.end(order.code(), order.message());
            }
            case INPUT -> input.add(frame.body());
            case RANK -> {
                RankNews news = RankNews.of(frame, place.size());
                if (news.rank() >= place.first() && news.rank() < place.first() + place.count()) {
                    throw new IOException("rank " + news.rank() + " is of this host");
                }
                job.show(news.rank(), news.copy(), news.address());
            }
            default -> throw new IOException("a frame " + frame.kind() + " is not the launcher's to send");
        }
    }

    private void tellNews(RunningJob job, JobOrder.Place place) {
        NewsOfRanks news = new NewsOfRanks(job, place);
        try {
            while (news.look(each -> sender.send(Kind.RANK, each.body()))
                    && !job.await(Duration.ofMillis(news.pauseMillis()))) {
                // until the job is over here
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        } catch (RuntimeException | InternalError e) {
            // the job's files are damaged: its supervisor says so
            System.getLogger(HostAgent.class.getName()).log(System.Logger.Level.DEBUG, "no news of ranks", e);
        }
    }

    /** Before the ranks have ended; also by Job.exit(0). The launcher takes the first that it hears of. */
    private void ended(JobEnd end) {
        sender.send(Kind.ENDED, new EndOrder(end.code(), end.message()).body());
    }

    /** When they have: what was not known before is at most that something failed. */
    private void endedLate(JobEnd end) {
        if (end.code() != 0) {
            ended(end);
        }
    }

    private void sendRecording(int rank, long pid, Path recording) throws IOException {
        if (Files.exists(recording)) {
            try (InputStream in = Files.newInputStream(recording)) {
                byte[] part = in.readNBytes(RecordingPart.MOST_BYTES);
                while (part.length > 0 && credit.take(part.length) > 0) {
                    sender.send(Kind.RECORDING, new RecordingPart(rank, pid, part).body());
                    part = in.readNBytes(RecordingPart.MOST_BYTES);
                }
            }
        }
        sender.send(Kind.RECORDING, new RecordingPart(rank, pid, new byte[0]).body());
    }

    /** Sends what a rank writes to one of its streams. */
    private final class SentOutput implements ByteTarget {
        private final int rank;
        private final boolean isError;

        SentOutput(int rank, boolean isError) {
            this.rank = rank;
            this.isError = isError;
        }

        @Override
        public void accept(byte[] bytes, int offset, int length) {
            if (credit.take(length) > 0) {
                send(Arrays.copyOfRange(bytes, offset, offset + length));
            }
        }

        @Override
        public void finish() {
            send(new byte[0]);
        }

        private void send(byte[] bytes) {
            sender.send(Kind.OUTPUT, new OutputPart(rank, isError, bytes).body());
        }
    }
}
