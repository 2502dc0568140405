package org.pgas.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

import org.pgas.launch.agents.BodyWriter;
import org.pgas.launch.agents.EndOrder;
import org.pgas.launch.agents.Frame;
import org.pgas.launch.agents.HostRanks;
import org.pgas.launch.agents.JobOrder;
import org.pgas.launch.agents.Kind;
import org.pgas.launch.agents.OutputPart;
import org.pgas.launch.agents.RankNews;
import org.pgas.launch.agents.RecordingPart;

/**
 * A job on several hosts, in the middle of their agents: it tells each of them how far the ranks of the others have
 * come, and sees to it that all end together. The first end that it hears of decides the job's exit code; each agent
 * sees to its own ranks. When the agent of a host is lost, the job ends and names the host.
 *
 * <p>The threads that read what agents say, and the hearts, wait for no person and for no process that is started:
 * output and notes are delivered by threads of their own, since people may hold them up, and the thread that starts
 * agents does so without this object's lock.
 *
 * <pre>
 * field                    writer        readers     order
 * end, news, links,
 * running, open            any thread    any thread  under this object's lock
 * outputs                  the starter   any thread  not changed after the first agent was started
 * result                   its finisher  any thread  volatile
 * </pre>
 */
final class HostsJob implements AutoCloseable, HostLink.Listener {
    /**
     * What a job has around it.
     *
     * @param timeline to be made at the end, or null
     * @param timeout of the job, or null
     * @param onNote told what else is to be said; may be held up
     * @param onEnd told how it ended, before any thread that waits for the end
     * @param beat how often both sides say that they live
     * @param silence after which a side is lost
     */
    record Surroundings(RankOutput output, Path timeline, Duration timeout, Consumer<String> onNote,
            Consumer<JobEnd> onEnd, Duration beat, Duration silence) {}

    /** Name of the thread that watches how long the job runs. */
    static final String TIME = "timeout of hosts";

    /** In order. */
    private final List<HostRanks> hosts;

    private final Surroundings around;
    private final int size;
    private final ShutdownGuard guard = new ShutdownGuard("the launcher");

    /** Null without. */
    private final HostsTimeline timeline;

    /** Each host was asked for an agent. */
    private final CountDownLatch allAsked = new CountDownLatch(1);

    private final CountDownLatch allFinished = new CountDownLatch(1);
    private final CountDownLatch allOver = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final HostsInput input;

    /** One thread, which is started before the agents: later there may be none to have. */
    private final ThreadPoolExecutor notes = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), Thread.ofPlatform().daemon().name("notes of hosts").factory(),
            new ThreadPoolExecutor.DiscardPolicy());

    private final Map<HostRanks, HostOutput> outputs = new HashMap<>();

    /** By host; those that could not be started are missing. */
    private final Map<HostRanks, HostLink> links = new HashMap<>();

    /** Hosts with ranks that may still run. */
    private final Set<HostRanks> running = new HashSet<>();

    /** Hosts that may still say something. */
    private final Set<HostRanks> open = new HashSet<>();

    private final NewsOfHosts news;
    private JobEnd end;
    private volatile JobEnd result;

    private HostsJob(List<HostRanks> hosts, Surroundings around) {
        this.hosts = hosts;
        this.around = around;
        size = hosts.getLast().last() + 1;
        news = new NewsOfHosts(size);
        running.addAll(hosts);
        open.addAll(hosts);
        input = new HostsInput(part -> sendTo(hosts.getFirst(), Kind.INPUT, part));
        timeline = around.timeline() == null ? null : HostsTimeline.prepare(around.timeline());
    }

    /**
     * Starts an agent on each host, and returns without waiting for them. Where one cannot be started, the job ends,
     * and says so. Throws only when there is none yet.
     *
     * @param orders by host
     */
    static HostsJob start(List<HostRanks> hosts, List<JobOrder> orders, AgentWay.Opener agents, Surroundings around) {
        HostsJob job = new HostsJob(hosts, around);
        boolean isStarted = false;
        try {
            job.guard.install();
            job.prepareOutputs();
            // what the job needs is there before its first agent is: later there may be none to have
            job.notes.prestartCoreThread();
            if (around.timeout() != null) {
                startThread(TIME, job::watchTime);
            }
            if (orders.getFirst().conditions().input()) {
                job.input.start();
            }
            startThread("pgas job on hosts", job::awaitHosts);
            isStarted = true;
        } finally {
            if (!isStarted) {
                job.giveUp();
            }
        }
        try {
            job.startAgents(orders, agents);
        } finally {
            job.guard.started(job::end, job.over);
            job.allAsked.countDown();
            job.beginInput();
        }
        return job;
    }

    private void beginInput() {
        if (isEnding()) {
            // it may be meant for what comes after this job
            input.close();
        } else {
            input.taken();
        }
    }

    /** Nothing was started. */
    private void giveUp() {
        if (timeline != null) {
            timeline.close();
        }
        notes.shutdown();
        allFinished.countDown();
        allAsked.countDown();
        input.close();
        guard.notStarted();
    }

    private static void startThread(String name, Runnable work) {
        Thread.ofPlatform().daemon().name(name).start(work);
    }

    private void prepareOutputs() {
        for (HostRanks host : hosts) {
            outputs.put(host, new HostOutput(host, around.output(), size, timeline,
                    taken -> sendTo(host, Kind.TAKEN, BodyWriter.ofNumber(taken)),
                    (rank, e) -> end(JobEnd.ofLostOutput(rank, e))));
        }
    }

    private void startAgents(List<JobOrder> orders, AgentWay.Opener agents) {
        for (int i = 0; i < hosts.size(); i++) {
            try {
                startAgent(hosts.get(i), orders.get(i), agents);
            } catch (IOException e) {
                notStarted(hosts.get(i), HumanText.of(e));
            } catch (OutOfMemoryError e) {
                notStarted(hosts.get(i), HumanText.of(e));
            } catch (RuntimeException | Error e) {
                // agents that have started are to be ended
                notStarted(hosts.get(i), "the launcher has failed: " + e);
            }
        }
    }

    private void notStarted(HostRanks host, String why) {
        over(host, new JobEnd(1, host.text() + ": no agent could be started there: " + why));
    }

    private void startAgent(HostRanks host, JobOrder order, AgentWay.Opener agents) throws IOException {
        byte[] start = order.body();
        if (isEnding()) {
            // of a host before it
            over(host, null);
            return;
        }
        // without the lock: the system may take long to start a process, and readers and hearts of other hosts go on
        HostLink link = HostLink.over(agents.open(host), host, around.beat(), around.silence(),
                line -> around.onNote().accept("host " + host.host() + ": " + line));
        if (!isBegun(link, start)) {
            return;
        }
        try {
            outputs.get(host).start();
            link.listen(this);
        } catch (OutOfMemoryError e) {
            link.lose(HumanText.of(e));
            throw e;
        } catch (RuntimeException | Error e) {
            link.lose("the launcher has failed: " + e);
            throw e;
        }
    }

    private synchronized boolean isEnding() {
        return end != null;
    }

    /**
     * Tells the agent its job, unless that is ending: then the agent is lost, or learns the end if it waits to be told.
     * No other thread knows the link before: nothing overtakes START, and what was heard before is not lost.
     *
     * @return whether the agent has a job
     */
    private synchronized boolean isBegun(HostLink link, byte[] start) {
        if (end != null) {
            if (link.isTold()) {
                links.put(link.host(), link);
            } else {
                link.lose("the job ended before its agent had begun");
            }
            over(link.host(), null);
            return false;
        }
        link.send(Kind.START, start);
        for (RankNews each : news.soFar()) {
            link.send(Kind.RANK, each.body());
        }
        links.put(link.host(), link);
        return true;
    }

    private synchronized void sendTo(HostRanks host, Kind kind, byte[] body) {
        HostLink link = links.get(host);
        if (link != null && open.contains(host)) {
            link.send(kind, body);
        }
    }

    @Override
    public void said(HostLink link, Frame frame) throws IOException {
        HostRanks host = link.host();
        switch (frame.kind()) {
            case RANK -> heardOf(link, RankNews.of(frame, size));
            case OUTPUT -> outputs.get(host).add(OutputPart.of(frame, host));
            case RECORDING -> outputs.get(host).add(RecordingPart.of(frame, host));
            case INPUT_TAKEN -> input.taken();
            case NOTE -> note("host " + host.host() + ": " + frame.text());
            case ENDED -> {
                EndOrder order = EndOrder.of(frame);
                end(order.code(), order.message().isEmpty() ? "" : "host " + host.host() + ": " + order.message());
            }
            case FINISHED -> finished(host);
            case OVER -> {
                String left = frame.text();
                if (!left.isEmpty()) {
                    note("host " + host.host() + ": " + left);
                }
                over(host, null);
            }
            default -> throw new IOException("a frame " + frame.kind() + " is not an agent's to send");
        }
    }

    private void note(String text) {
        notes.execute(() -> around.onNote().accept(text));
    }

    private synchronized void heardOf(HostLink link, RankNews heard) throws IOException {
        if (!link.host().has(heard.rank())) {
            throw new IOException("its agent tells of rank " + heard.rank() + ", which is not there");
        }
        RankNews forOthers = news.note(heard);
        if (forOthers == null) {
            return;
        }
        byte[] body = forOthers.body();
        for (HostRanks other : open) {
            if (!other.equals(link.host()) && links.containsKey(other)) {
                links.get(other).send(Kind.RANK, body);
            }
        }
        lookForMissingRanks();
    }

    private synchronized void lookForMissingRanks() {
        if (running.size() < hosts.size()) {
            JobEnd missing = news.missingRank(rank -> running.stream().noneMatch(host -> host.has(rank)));
            if (missing != null) {
                end(missing);
            }
        }
    }

    @Override
    public void gone(HostLink link, String why) {
        HostRanks host = link.host();
        String text = host.text() + ": " + why + "; " + (link.hasHeard()
                ? "whether its processes have ended, and its files are gone, could not be confirmed"
                : "nothing was heard from there");
        over(host, new JobEnd(1, text));
    }

    /** The ranks of a host have ended. */
    private synchronized void finished(HostRanks host) {
        if (running.remove(host)) {
            lookForMissingRanks();
            if (running.isEmpty()) {
                allFinished.countDown();
            }
        }
    }

    /**
     * Nothing more comes from a host.
     *
     * @param failure if that was not in order; else null
     */
    private synchronized void over(HostRanks host, JobEnd failure) {
        if (!open.remove(host)) {
            return;
        }
        try {
            if (failure != null && end != null) {
                note(failure.message());
            } else if (failure != null) {
                end(failure);
            }
            finished(host);
        } finally {
            // whatever is wanting: else the job would have no end
            if (open.isEmpty()) {
                allOver.countDown();
            }
        }
    }

    private void end(JobEnd how) {
        end(how.code(), how.message());
    }

    /** Ends the job as a whole, unless it is ending already. Returns at once. */
    private synchronized void end(int code, String message) {
        if (end != null) {
            return;
        }
        end = new JobEnd(code, message);
        byte[] order = new EndOrder(code, message).body();
        List<HostLink> silent = new ArrayList<>();
        for (HostRanks each : open) {
            HostLink link = links.get(each);
            if (link != null) {
                link.send(Kind.END, order);
                if (!link.hasHeard() && !link.isTold()) {
                    silent.add(link);
                }
            }
        }
        // an agent that is about to begin ends as well when its standard input does
        silent.forEach(link -> link.lose("the job ended before its agent had begun"));
    }

    /** Here and not by an agent: one may have ended, or never have begun. It counts when all agents have been asked. */
    private void watchTime() {
        try {
            allAsked.await();
            if (!allFinished.await(around.timeout().toNanos(), TimeUnit.NANOSECONDS)) {
                synchronized (this) {
                    end(JobEnd.TIMED_OUT, news.atTimeout(around.timeout()));
                }
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        }
    }

    private void awaitHosts() {
        try {
            allOver.await();
            finishLinks(false);
            for (HostOutput each : outputs.values()) {
                each.finish();
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        } finally {
            finish();
        }
    }

    /**
     * All at once: each may take a second or two.
     *
     * @param told those of agents that are told the end, or those of all others
     */
    private void finishLinks(boolean told) {
        List<HostLink> some;
        synchronized (this) {
            some = links.values().stream().filter(link -> link.isTold() == told).toList();
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            some.forEach(link -> threads.execute(link::finish));
        }
    }

    /** Tells agents that wait for it how the job has ended, which is their own end as well. */
    private void tellEnd() {
        byte[] body = new EndOrder(result.code(), result.message()).body();
        synchronized (this) {
            links.values().stream().filter(HostLink::isTold).forEach(link -> link.send(Kind.DONE, body));
        }
        finishLinks(true);
    }

    private void finish() {
        JobEnd found;
        synchronized (this) {
            found = end;
        }
        result = JobEnd.last(found, around.output());
        try {
            notes.close();
            makeTimeline();
            around.onEnd().accept(result);
        } finally {
            tellEnd();
            over.countDown();
            guard.uninstall();
        }
    }

    private void makeTimeline() {
        if (timeline != null) {
            try (timeline) {
                List<String> lacks = timeline.write(hosts, this::clock);
                JobEnd.Told told = result.withTimeline(lacks, timeline.failure());
                result = told.end();
                told.notes().forEach(around.onNote());
            }
        }
    }

    private synchronized Optional<LongUnaryOperator> clock(HostRanks host) {
        HostLink link = links.get(host);
        return link == null ? Optional.empty() : link.clock();
    }

    /**
     * Waits until no process of the job is left, as far as agents have said, and all output is delivered.
     *
     * @return the job's exit code
     */
    int await() throws InterruptedException {
        over.await();
        return result.code();
    }

    /** Ends the job if it runs, with code 143 as for SIGTERM, and returns when nothing of it is left. Idempotent. */
    @Override
    public void close() {
        end(Signals.exitCode(Signals.TERMINATE), "ended by the launcher");
        RunningJob.awaitSurely(over);
    }
}
