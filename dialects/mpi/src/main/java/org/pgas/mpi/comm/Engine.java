package org.pgas.mpi.comm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.ActiveMessages;
import org.pgas.HandlerSafeLock;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.refusal.Refusals;
import org.pgas.team.Neighbours;
import org.pgas.team.TeamCore;
import org.pgas.wait.Awaited;
import org.pgas.wait.Serving;

/**
 * What all communicators of an {@link Mpi} share on one rank: the messages, what has come and is not received, what is
 * under way.
 *
 * <pre>
 * field                                writer                           reader            order
 * contexts, pool, sends, receives,     under the lock                   the same          the lock
 * spares, buffered
 * messages, eagerBytes, pieceBytes     maker of the Mpi                 calls             plain: before there is an Mpi
 * packed                               thread that runs Work            the same          that of Work
 * numbers                              maker of communicators           the same          atomic
 * </pre>
 */
final class Engine {
    /** Receives of blocking calls that are kept for later ones: one for each thread that is in one is enough. */
    private static final int MOST_SPARES = 64;

    private static final long ALIGNMENT = 64;

    final Job job;
    final TeamCore world;
    final Rma rma;
    final Refusals refusals;
    final int rank;

    /** Guards what calls and handlers share. Nothing is sent, awaited or polled under it. */
    final HandlerSafeLock lock;

    final Contexts contexts = new Contexts();
    final EarlyPool pool = new EarlyPool();
    final Credits credits;
    final BufferedSends buffered;

    /** Requests of what is over at once: a send, and what is from nobody. */
    final DoneRequest sent = new DoneRequest(this, false);
    final DoneRequest ofNobody = new DoneRequest(this, true);

    private final OperationTable<Send> sends = new OperationTable<>();
    private final OperationTable<Receive> receives = new OperationTable<>();
    private final ArrayDeque<Receive> spares = new ArrayDeque<>();
    private final Work work;
    private final Serving waits;

    /** By job rank, whether it is of another neighbourhood; null when none is. */
    private final boolean[] elsewhere;

    private final AtomicInteger numbers;
    private ActiveMessages messages;
    private int eagerBytes;
    private int pieceBytes;
    private MemorySegment packed;

    /** @param firstNumber of the communicators that this rank leads and that are still to be made */
    Engine(Job job, int firstNumber) {
        this.job = job;
        this.rank = job.rank();
        this.world = TeamCore.of(job.world());
        this.waits = world.serving();
        this.rma = job.world().rma();
        this.refusals = Refusals.of(rank);
        this.lock = new HandlerSafeLock(job, "MPI messages");
        this.credits = new Credits(job.size());
        this.buffered = new BufferedSends(this);
        this.work = new Work(lock, world);
        this.elsewhere = Neighbours.elsewhere(world);
        this.numbers = new AtomicInteger(firstNumber);
    }

    /** Through this team of one endpoint of each rank, in the order of the job's. Handlers run before it is known. */
    void open(Team team) {
        messages = team.am();
        eagerBytes = Protocol.eagerBytes(messages);
        pieceBytes = Protocol.pieceBytes(messages);
    }

    ActiveMessages messages() {
        return messages;
    }

    /** The longest message that travels with its data. */
    int eagerBytes() {
        return eagerBytes;
    }

    int pieceBytes() {
        return pieceBytes;
    }

    /** Memory for one piece, of the thread that runs {@link Work}. */
    MemorySegment packed() {
        if (packed == null) {
            packed = Arena.ofAuto().allocate(pieceBytes, ALIGNMENT);
        }
        return packed;
    }

    /** A number that no other communicator which this rank leads has. */
    int newNumber() {
        return numbers.getAndIncrement();
    }

    /** Takes in messages, and goes on with what is under way. */
    void poll() {
        job.poll();
    }

    /** Until it holds, taking in messages. */
    void await(Awaited awaited) {
        if (!awaited.isMet()) {
            waits.await(awaited);
        }
    }

    /** Until it is over; errors of the wait are those of its communicator. */
    void await(Operation operation) {
        if (!operation.isMet()) {
            try {
                waits.await(operation);
            } catch (PgasException e) {
                throw operation.channel.raised(e);
            }
        }
    }

    /** Where {@code memory} from {@code offset} on lies for {@code peer}; {@link Protocol#PRIVATE} if it does not. */
    long place(MemorySegment memory, long offset, int peer) {
        if (elsewhere != null && elsewhere[peer]) {
            return Protocol.PRIVATE;
        }
        long base = world.offsetInSegment(memory);
        return base < 0 ? Protocol.PRIVATE : base + offset;
    }

    Matching context(long key) {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            return contexts.of(key);
        }
    }

    void removeContext(long key) {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            contexts.remove(key);
        }
    }

    /** A receive that nothing uses. Under the lock. */
    Receive spare() {
        Receive spare = spares.pollLast();
        return spare != null ? spare : new Receive();
    }

    /** Of a receive that is over and that no request stands for. */
    void giveBack(Receive receive) {
        receive.forget();
        try (HandlerSafeLock.Held _ = lock.hold()) {
            if (spares.size() < MOST_SPARES) {
                spares.addLast(receive);
            }
        }
    }

    /** What was in it is copied; tells its sender, if it is time, that there is room for more. */
    void giveBack(Early early) {
        int peer = early.peer;
        int credit;
        try (HandlerSafeLock.Held _ = lock.hold()) {
            credit = early.data == null ? 0 : credits.owe(peer, early.bytes);
            pool.giveBack(early);
        }
        if (credit > 0) {
            messages.requestShort(peer, Protocol.CREDIT, credit);
        }
    }

    long addSend(Send send) {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            return sends.add(send);
        }
    }

    /** By the handler of a wish; says whether there is such a send. */
    boolean wished(long number, long receive, long place) {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            Send send = sends.remove(number);
            if (send != null) {
                send.wished(receive, place);
                work.add(send);
            }
            return send != null;
        }
    }

    /** By a handler: nothing of the send is needed any more; says whether there is such a one. */
    boolean taken(long number) {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            Send send = sends.remove(number);
            if (send != null) {
                send.taken();
            }
            return send != null;
        }
    }

    /** Ends something that handlers look at, under the lock. */
    void end(Runnable end) {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            end.run();
        }
    }

    long addReceive(Receive receive) {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            return receives.add(receive);
        }
    }

    /** Null if there is none of that number. */
    Receive receive(long number) {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            return receives.get(number);
        }
    }

    void removeReceive(long number) {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            receives.remove(number);
        }
    }

    void goOnWith(Operation operation) {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            work.add(operation);
        }
    }
}
