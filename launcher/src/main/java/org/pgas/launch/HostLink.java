package org.pgas.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.pgas.launch.agents.Beat;
import org.pgas.launch.agents.Clocks;
import org.pgas.launch.agents.Frame;
import org.pgas.launch.agents.FrameReader;
import org.pgas.launch.agents.FrameSender;
import org.pgas.launch.agents.Heart;
import org.pgas.launch.agents.HostRanks;
import org.pgas.launch.agents.Kind;

/**
 * The launcher's end of the way to one agent: the process that leads there, what it says, and whether it lives.
 *
 * <pre>
 * field     writer           readers       order
 * hasHeard  its own reader   any           volatile
 * whyLost   heart, any       its reader    volatile, before the process is killed
 * listener  listen, gone     who tells     atomic: told once that it is gone
 * </pre>
 */
final class HostLink {
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    /** Until its first word an agent may be silent for so many times what it may be later: it has to be started. */
    private static final int FIRST_WORD = 10;

    /** For a process that has closed its output to end, so that its exit code can be told. */
    private static final long EXIT_SECONDS = 1;

    /** What is done with what an agent says; by one thread of each link. */
    interface Listener {
        /** Error: it is not an agent's to say. */
        void said(HostLink link, Frame frame) throws IOException;

        /** Nothing comes any more; for people, why. Once. */
        void gone(HostLink link, String why);
    }

    private final HostRanks host;
    private final Process process;
    private final String command;
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

    private HostLink(HostRanks host, Process process, String command, Duration beat, Duration silence,
            Consumer<String> onComplaint) {
        this.host = host;
        this.process = process;
        this.command = command;
        firstSilence = silence.multipliedBy(FIRST_WORD);
        sender = new FrameSender("to host " + host.host(), process.getOutputStream(), e -> {
            // its reader notices, too, and knows more
        });
        heart = new Heart("heart of host " + host.host(), beat, silence,
                () -> send(Kind.BEAT, clocks.next(System.nanoTime()).body()),
                () -> lose("nothing was heard of its agent for " + silence.toMillis() + " ms (pgas.host.timeout)"));
        complaints = new Pump("from host " + host.host() + " err", process.getErrorStream(),
                new LineSplitter(LineTarget.texts(onComplaint)), e -> {
                    // people who cannot be told are told nothing
                });
    }

    /**
     * Starts an agent, and nothing is heard before {@link #listen}.
     *
     * @param onComplaint told each line of its standard error; may be held up
     */
    static HostLink start(HostRanks host, AgentCommand agents, Duration beat, Duration silence,
            Consumer<String> onComplaint) throws IOException {
        Process process = new ProcessBuilder(agents.of(host.host())).start();
        try {
            return new HostLink(host, process, agents.name(), beat, silence, onComplaint);
        } catch (OutOfMemoryError e) {
            // the system gives no more threads, and nobody else knows of the process yet
            process.destroyForcibly();
            throw e;
        }
    }

    /** Hears what it says from now on. */
    void listen(Listener ears) {
        listener.set(ears);
        complaints.start();
        Thread.ofPlatform().daemon().name("from host " + host.host()).start(() -> hear(ears));
        Thread.ofPlatform().daemon().name("first word of host " + host.host()).start(this::awaitFirstWord);
    }

    /** Before it nothing beats: a way that does not lead there, and does not say so, would be waited for without end. */
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
            FrameReader frames = new FrameReader(process.getInputStream());
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
        } catch (RuntimeException e) {
            why = "the launcher has failed: " + e;
        } catch (OutOfMemoryError e) {
            why = "the launcher has failed: " + HumanText.of(e);
        }
        kill();
        tellGone(whyLost != null ? whyLost : why);
    }

    /**
     * By its number: the JDK would also close the streams of the process, which waits for a pipe that is full, and
     * drops what was not read yet of its last words.
     */
    private void kill() {
        process.toHandle().destroyForcibly();
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
        String code = "";
        try {
            if (process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
                code = " (" + command + " ended with code " + process.exitValue() + ")";
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        }
        return (hasHeard ? "its agent is gone" : "no agent could be started there") + code;
    }

    HostRanks host() {
        return host;
    }

    /** Whether its agent has ever said anything. */
    boolean hasHeard() {
        return hasHeard;
    }

    /** By how much the clock of its host is ahead of this one's, as far as is known; nanoseconds. */
    OptionalLong clockAhead() {
        return clocks.ahead();
    }

    /** Never waits. */
    void send(Kind kind, byte[] body) {
        sender.send(kind, body);
    }

    /** Gives the agent up; its listener is told why, also where others hold the process's output open. Never waits. */
    void lose(String why) {
        whyLost = why;
        kill();
        tellGone(why);
    }

    /** Has nothing more to say to it: it ends, if it has not. Returns when its complaints were told. */
    void finish() {
        heart.close();
        try {
            sender.close(LAST_WORDS);
            if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
                kill();
            }
            complaints.awaitDrained();
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        }
    }
}
