package org.pgas.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

import org.pgas.launch.agents.Beat;
import org.pgas.launch.agents.Clocks;
import org.pgas.launch.agents.Frame;
import org.pgas.launch.agents.FrameReader;
import org.pgas.launch.agents.FrameSender;
import org.pgas.launch.agents.Heart;
import org.pgas.launch.agents.HostRanks;
import org.pgas.launch.agents.Kind;

/**
 * One agent, at the launcher: the way that leads there, what it says, and whether it lives.
 *
 * <pre>
 * field     writer           readers       order
 * hasHeard  its own reader   any           volatile
 * whyLost   heart, any       its reader    volatile, before the way is cut
 * listener  listen, gone     any           atomic: told once that it is gone
 * </pre>
 */
final class HostLink {
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    /** Until its first word an agent may be silent for so many times what it may be later: it has to be started. */
    private static final int FIRST_WORD = 10;

    /** For a way that says no more to end, so that it can be told how. */
    private static final Duration LAST_STEPS = Duration.ofSeconds(1);

    /** What is done with what an agent says; by one thread of each link. */
    interface Listener {
        /** Error: it is not an agent's to say. */
        void said(HostLink link, Frame frame) throws IOException;

        /** Nothing comes any more; for people, why. Once. */
        void gone(HostLink link, String why);
    }

    private final HostRanks host;
    private final AgentWay way;
    private final Clocks clocks = new Clocks();
    private final FrameSender sender;
    private final Heart heart;
    private final Pump complaints;
    private final AtomicReference<Listener> listener = new AtomicReference<>();
    private final Duration firstSilence;

    /** Counted down with its first word, or when there will be none. */
    private final CountDownLatch firstWord = new CountDownLatch(1);

    private volatile boolean hasHeard;
    private volatile String whyLost;

    private HostLink(HostRanks host, AgentWay way, Duration beat, Duration silence, Consumer<String> onComplaint)
            throws IOException {
        this.host = host;
        this.way = way;
        firstSilence = silence.multipliedBy(FIRST_WORD);
        sender = new FrameSender("to host " + host.host(), way.out(), e -> {
            // its reader notices, too, and knows more
        });
        heart = new Heart("heart of host " + host.host(), beat, silence,
                () -> send(Kind.BEAT, clocks.next(System.nanoTime()).body()),
                // the pipe of a process cannot be asked while its reader waits
                () -> false,
                () -> lose("nothing was heard of its agent for " + silence.toMillis() + " ms (pgas.host.timeout)"));
        complaints = way.complaints() == null ? null
                : new Pump("from host " + host.host() + " err", way.complaints(),
                        new LineSplitter(LineTarget.texts(onComplaint)), e -> {
                            // where notes cannot be written, nothing is said
                        });
    }

    /**
     * Takes a way over, and hears nothing before {@link #listen}.
     *
     * @param onComplaint told each line of what comes there for people; may be held up
     */
    static HostLink over(AgentWay way, HostRanks host, Duration beat, Duration silence, Consumer<String> onComplaint)
            throws IOException {
        try {
            return new HostLink(host, way, beat, silence, onComplaint);
        } catch (IOException | RuntimeException | Error e) {
            // such as when the system gives no more threads: nobody else knows of the way yet
            way.cut();
            throw e;
        }
    }

    /** Hears what it says from now on. */
    void listen(Listener ears) {
        listener.set(ears);
        if (complaints != null) {
            complaints.start();
        }
        Thread.ofPlatform().daemon().name("from host " + host.host()).start(() -> hear(ears));
        Thread.ofPlatform().daemon().name("first word of host " + host.host()).start(this::awaitFirstWord);
        String why = whyLost;
        if (why != null) {
            // before there was a listener to tell
            tellGone(why);
        }
    }

    /** Before it nothing beats: a way that leads nowhere, and does not say so, would be waited for without end. */
    private void awaitFirstWord() {
        try {
            if (!firstWord.await(firstSilence.toNanos(), TimeUnit.NANOSECONDS)) {
                lose("its agent has said nothing for " + firstSilence.toMillis() + " ms (" + FIRST_WORD
                        + " times pgas.host.timeout)");
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        }
    }

    private void hear(Listener ears) {
        String why;
        try {
            FrameReader frames = new FrameReader(way.in());
            for (Frame frame = frames.read(); frame != null; frame = frames.read()) {
                if (!hasHeard) {
                    hasHeard = true;
                    firstWord.countDown();
                    heart.start();
                }
                heart.heard();
                if (frame.kind() == Kind.BEAT) {
                    clocks.heard(Beat.of(frame), System.nanoTime());
                } else {
                    ears.said(this, frame);
                }
            }
            why = whyItEnded();
        } catch (IOException e) {
            why = HumanText.of(e);
        } catch (OutOfMemoryError e) {
            why = "the launcher has failed: " + HumanText.of(e);
        } catch (RuntimeException | Error e) {
            // the job must not wait for a host that no thread reads
            why = "the launcher has failed: " + e;
        }
        way.cut();
        tellGone(whyLost != null ? whyLost : why);
    }

    private void tellGone(String why) {
        heart.close();
        firstWord.countDown();
        Listener told = listener.getAndSet(null);
        if (told != null) {
            told.gone(this, why);
        }
    }

    private String whyItEnded() {
        String how = "";
        try {
            if (way.awaitEnd(LAST_STEPS)) {
                how = way.howItEnded();
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        }
        return (hasHeard ? "its agent is gone" : "no agent could be started there") + how;
    }

    HostRanks host() {
        return host;
    }

    /** Whether its agent has ever said anything. */
    boolean hasHeard() {
        return hasHeard;
    }

    /** Makes a time of this host of one of its host, {@link System#nanoTime} both; empty where nothing is known. */
    Optional<LongUnaryOperator> clock() {
        return clocks.toHere();
    }

    /** Never waits. */
    void send(Kind kind, byte[] body) {
        sender.send(kind, body);
    }

    /** Whether the agent waits to be told how the job has ended. */
    boolean isTold() {
        return way.isTold();
    }

    /**
     * Gives the agent up, and what was not sent yet; its listener is told why, also where others hold its output open.
     * Never waits.
     */
    void lose(String why) {
        whyLost = why;
        sender.abandon();
        way.cut();
        tellGone(why);
    }

    /** Has nothing more to say to it: it ends, if it has not. Returns when its complaints were told. */
    void finish() {
        heart.close();
        try {
            sender.close(LAST_WORDS);
            if (!way.awaitEnd(LAST_STEPS)) {
                way.cut();
            }
            if (complaints != null) {
                complaints.awaitDrained();
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        }
    }
}
