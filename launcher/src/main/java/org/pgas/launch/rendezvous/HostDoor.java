package org.pgas.launch.rendezvous;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.launch.agents.EndOrder;
import org.pgas.launch.agents.FrameSender;
import org.pgas.launch.agents.Kind;
import org.pgas.secure.Tls;

/**
 * Where host 0 lets the other hosts of its job in, each once.
 *
 * <pre>
 * field                          writer                                readers   order
 * seats, calls, noted, isClosed  threads of callers, thread of await   the same  under this object's lock
 * </pre>
 */
public final class HostDoor implements AutoCloseable {
    /** Connections that have not proved anything yet, unless there are more hosts. */
    static final int SEATS = 64;

    /** For people: a stranger that calls again and again is told of so often. */
    private static final int MOST_NOTES = 5;

    private static final Duration LAST_WORDS = Duration.ofSeconds(1);
    private static final int WAITING = 1024;
    private static final long PAUSE_MILLIS = 20;

    private final ServerSocket server;
    private final CallGreeting greeting;
    private final int count;
    private final Consumer<String> onNote;
    private final Tls tls = new Tls("pgas host 0");
    private final CountDownLatch complete;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Set<Socket> seats = new LinkedHashSet<>();
    private final AgentConnection[] calls;
    private int noted;
    private boolean isClosed;

    /**
     * Begins to listen, and lets in from now on.
     *
     * @param place an address of this host, never all; with port 0 the system chooses one
     * @param count of hosts, above 1
     * @param onNote told of callers that were turned away, by any thread
     * @throws IOException when it cannot listen there
     */
    HostDoor(InetSocketAddress place, CallGreeting greeting, int count, Consumer<String> onNote) throws IOException {
        this.greeting = greeting;
        this.count = count;
        this.onNote = onNote;
        calls = new AgentConnection[count];
        complete = new CountDownLatch(count - 1);
        server = new ServerSocket();
        try {
            // another job may have had the port a moment ago
            server.setReuseAddress(true);
            server.bind(place, WAITING);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        Thread.ofPlatform().daemon().name("door of hosts").start(this::listen);
    }

    /** Where it listens. */
    public InetSocketAddress place() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    private void listen() {
        try {
            while (!server.isClosed()) {
                try {
                    Socket socket = server.accept();
                    seat(socket);
                    Thread.ofVirtual().name("caller").start(() -> letIn(socket));
                } catch (IOException e) {
                    // this door was closed, or there are too many files for now
                    if (closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        }
    }

    private synchronized void seat(Socket socket) {
        if (seats.size() >= Math.max(SEATS, count)) {
            Socket oldest = seats.iterator().next();
            seats.remove(oldest);
            close(oldest);
        }
        seats.add(socket);
        if (isClosed) {
            close(socket);
        }
    }

    /** Connections that have not proved anything yet. */
    synchronized int seated() {
        return seats.size();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is of no more use
        }
    }

    private void letIn(Socket socket) {
        boolean isIn = false;
        try {
            AgentConnection call = greeting.answer(socket, tls);
            String refusal = admit(call, socket);
            if (refusal != null) {
                note(socket, refusal);
                tellEnd(call, new EndOrder(1, refusal));
            }
            isIn = refusal == null;
        } catch (CallGreeting.RefusedException e) {
            note(socket, e.getMessage());
        } catch (IOException e) {
            // a stranger, or a host that will call again
        } finally {
            synchronized (this) {
                seats.remove(socket);
            }
            if (!isIn) {
                close(socket);
            }
        }
    }

    /** Null, or why not. */
    private synchronized String admit(AgentConnection call, Socket socket) {
        if (isClosed) {
            return "host " + call.index() + " comes too late: the job has begun, or waits no more";
        }
        AgentConnection first = calls[call.index()];
        if (first != null) {
            return "a process with index " + call.index() + " has called before, from "
                    + first.peer().getHostAddress() + ": each host has one index, and one process";
        }
        // it is closed by its user from now on
        seats.remove(socket);
        calls[call.index()] = call;
        complete.countDown();
        return null;
    }

    private void note(Socket socket, String why) {
        synchronized (this) {
            if (noted++ >= MOST_NOTES) {
                return;
            }
        }
        onNote.accept("a caller from " + socket.getInetAddress().getHostAddress() + " was turned away: " + why);
    }

    private static void tellEnd(AgentConnection call, EndOrder end) {
        try {
            FrameSender sender = new FrameSender("end for host " + call.index(), call.out(), e -> {
                // it finds its connection at its end
            });
            sender.send(Kind.DONE, end.body());
            sender.close(LAST_WORDS);
            // what the other side still says is read, or its end would be lost with the connection
            call.patience(LAST_WORDS);
            call.in().readAllBytes();
        } catch (IOException e) {
            // it finds its connection at its end
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            call.cut();
        }
    }

    /**
     * Waits until all other hosts have called, and lets no process in from then on.
     *
     * @return their connections, in the order of the hosts
     * @throws PgasException RESOURCE, for people, when some have not come in time: which; those that have are told
     */
    public List<AgentConnection> await(Duration limit) throws InterruptedException {
        boolean isComplete = complete.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        close();
        List<AgentConnection> all;
        String missing;
        synchronized (this) {
            all = Arrays.stream(calls).skip(1).filter(each -> each != null).toList();
            missing = IntStream.range(1, count).filter(i -> calls[i] == null).mapToObj(Integer::toString)
                    .collect(Collectors.joining(", "));
        }
        if (!isComplete && !missing.isEmpty()) {
            String why = "no process with index " + missing + " has called host 0 at "
                    + place().getAddress().getHostAddress() + " port " + place().getPort() + " in time ("
                    + Setting.RENDEZVOUS_TIMEOUT.key() + "), and the job has " + count + " hosts";
            tellEnd(all, new EndOrder(1, why));
            throw new PgasException(ErrorCode.RESOURCE, why);
        }
        return all;
    }

    /** Tells hosts that have called, and for which no job has begun, how it has ended; all at once, not for long. */
    public static void tellEnd(List<AgentConnection> called, EndOrder end) {
        List<Thread> threads = new ArrayList<>();
        called.forEach(each -> threads.add(Thread.ofVirtual().start(() -> tellEnd(each, end))));
        try {
            for (Thread each : threads) {
                each.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets no process in any more; those that are in stay. Idempotent. */
    @Override
    public void close() {
        Set<Socket> seated;
        synchronized (this) {
            isClosed = true;
            seated = new HashSet<>(seats);
        }
        closed.countDown();
        try {
            server.close();
        } catch (IOException e) {
            // no host calls it any more
        }
        seated.forEach(HostDoor::close);
    }
}
