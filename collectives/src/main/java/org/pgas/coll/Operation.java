package org.pgas.coll;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.events.CollectiveEvent;
import org.pgas.events.Recorder;
import org.pgas.memory.DataChecksum;
import org.pgas.memory.SharedMemory;
import org.pgas.wait.SharedCondition;

/**
 * A collective that is under way, as this member sees it.
 *
 * <p>Data go from their writers to their readers in rounds, of one cell of bytes for each reader or for all of them.
 * Small data are one round, in the slot or the staging memory that belongs to it. Others go through a buffer of some
 * cells, which the writer fills while the readers read, or are read where they lie, in the writer's segment. A reader
 * consumes a round when all its writers have it ready. So a writer that is ahead of the slowest reader by as many
 * rounds as its buffer has cells waits for it. No circle of members waits: the member at the least round of all finds
 * everything that it needs.
 *
 * <p>In checked mode a cell that goes through shared memory of the library has a checksum behind it, made of the
 * source. A reader compares it when it has used the cell, and before it says so: it notices a store to the cell at any
 * time between.
 *
 * <p>Only the thread that holds {@link Member}'s turn touches it; or the caller, if it carries it out alone: no other
 * thread knows of it then. {@link #done} publishes the end to others.
 *
 * <pre>
 * field     writer                  reader                     order
 * done      the holder of the turn  threads that wait or test  volatile, after failure and what was taken
 * the rest  the holder of the turn  the same                   plain, ordered by the turn
 * </pre>
 */
abstract class Operation implements SharedCondition {
    private enum State {
        NEW, COMPARING, WAITING, RUNNING, DONE
    }

    final Member member;
    final Slots slots;
    final Form form;
    final int root;
    final int rank;
    final int size;
    final long cell;
    final long stride;
    final long total;
    final long elementBytes;

    /** The number of this collective; set when it is begun. */
    long sequence;

    /** While events are recorded; touched by the thread that begins it, and then by the one that synchronises it. */
    private CollectiveEvent event;

    private final boolean oneShot;
    private final Thread owner;
    private final String text;

    /** Null when this member writes nothing. */
    final Outgoing outgoing;

    /** Null when this member reads nothing. */
    final Incoming incoming;

    /** Nothing is done before this has been done, unless it goes on beside it; may be null. */
    private Operation predecessor;

    private State state = State.NEW;
    private volatile boolean done;
    private Throwable failure;

    /**
     * @param out what this member writes for which readers, and of forms with a block for each reader that do not vary,
     * where every writer has those; null if it writes nothing
     * @param in what this member reads of which writers; null if it reads nothing
     */
    Operation(Member member, Call call, MemorySegment source, Parts out, Parts in) {
        this(member, call, source, call.cell(), out, in);
    }

    /** @param step bytes in the source from what is written in one round to what is written in the next */
    Operation(Member member, Call call, MemorySegment source, long step, Parts out, Parts in) {
        this.member = member;
        this.slots = member.slots;
        this.form = call.form();
        this.root = call.root();
        this.rank = member.rank;
        this.size = member.size;
        this.cell = call.cell();
        this.stride = call.stride();
        this.total = call.total();
        this.elementBytes = call.elementBytes();
        this.oneShot = call.isOneShot();
        this.text = call.text();
        this.owner = call.owner();
        boolean writes = false;
        boolean reads = false;
        for (int peer = 0; peer < size; peer++) {
            writes |= isReadBy(peer);
            reads |= reads(peer);
        }
        outgoing = writes ? new Outgoing(this, source, out, step) : null;
        incoming = reads ? new Incoming(this, in, form.isPerReader() ? lanes(out) : null) : null;
    }

    /** Of varied blocks only the writer knows where they lie in its source, and nobody reads them there. */
    private Parts lanes(Parts out) {
        return form.isVaried() ? Parts.same(0) : out;
    }

    /** Does nothing before {@code other} is done. */
    final Operation after(Operation other) {
        predecessor = other;
        return this;
    }

    /** When it is begun. */
    final void startEvent() {
        event = Recorder.isOn() ? Recorder.collective() : null;
    }

    /** When it is synchronised. {@code split}: whether its caller did not wait. */
    final void finishEvent(boolean split) {
        if (event != null) {
            // one that is made of two begins with the first
            CollectiveEvent whole = predecessor != null && predecessor.event != null ? predecessor.event : event;
            event = null;
            member.around.record(whole, form, form.calledRoot(root), total, sequence, split);
        }
    }

    // What the kinds of collectives do

    /** Whether others may read the source where it lies, in the segment, until they have all that they want. */
    boolean mayBeReadInPlace() {
        return true;
    }

    /** Whether this begins while its predecessor is under way, and only ends behind it. */
    boolean isBesidePredecessor() {
        return false;
    }

    /** Whether a round can be taken only when this member itself has written its part of it. */
    boolean waitsForOwn() {
        return false;
    }

    /** Round {@code round} of all writers that have so many is there. */
    abstract void take(long round);

    /** Does some of what needs no other member, up to {@code upTo} bytes from the beginning; whether there was any. */
    abstract boolean doOwnPart(long upTo);

    // For the two sides

    boolean isReadBy(int peer) {
        return form.reads(peer, rank, root);
    }

    boolean reads(int peer) {
        return form.reads(rank, peer, root);
    }

    final boolean isOneShot() {
        return oneShot;
    }

    final boolean isReader() {
        return incoming != null;
    }

    /** Whether what this member writes is one block for all, in which it may read as they do. */
    final boolean ownIsStaged() {
        return outgoing != null && !form.isPerReader();
    }

    /** Address of this member's own data of a round; if {@link #ownIsStaged}. */
    final long ownAddress(long round) {
        return outgoing.address(round);
    }

    /** Address of a writer's data for this member. */
    final long address(int writer, long round) {
        return incoming.address(writer, round);
    }

    final void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
    }

    final void takeUnlessFailed(long round) {
        if (failure == null) {
            try {
                take(round);
            } catch (Throwable e) {
                // a program's operation may throw anything
                fail(e);
            }
            if (member.checked) {
                incoming.checkCells(round);
                if (waitsForOwn() && ownIsStaged()) {
                    outgoing.checkCell(round);
                }
            }
        }
    }

    /** Where behind a cell of so many bytes its checksum is. */
    static long checksumOffset(long cell) {
        return cell + Long.BYTES - 1 & -Long.BYTES;
    }

    /** What the checksum of a cell begins with. */
    final long checksumSeed(int writer, long round) {
        return DataChecksum.mixed(DataChecksum.mixed(sequence, writer), round);
    }

    /** Ends the job when a cell of that writer at that address is not as its checksum says. */
    final void checkCell(int writer, long round, long address, long bytes) {
        if (SharedMemory.getLong(address + checksumOffset(cell)) != DataChecksum.of(checksumSeed(writer, round),
                address, bytes)) {
            throw member.around.damaged(address, form.call() + ": the data of team rank " + writer + " (rank "
                    + member.around.jobRank(writer) + "), " + bytes + " bytes of round " + round + " of collective "
                    + sequence + " of the team, do not fit their checksum");
        }
    }

    /** Bytes of a one-round collective in the slot or the staging memory; {@code block}: those of the data. */
    final long stagedBytes(long block) {
        return (member.checked ? stride : block) * (form.isPerReader() ? size : 1);
    }

    // Progress

    /** Goes on as far as it can without waiting. By the holder of the turn. */
    final void advance() {
        if (state == State.NEW && slots.isFree(sequence)) {
            state = State.WAITING;
            if (member.checked) {
                member.records.publish(sequence, text);
                member.ringAll();
                state = State.COMPARING;
            }
        }
        if (state == State.COMPARING && member.records.areAllThere(sequence)) {
            fail(member.records.difference(form.call(), sequence));
            state = failure == null ? State.WAITING : State.DONE;
        }
        if (state == State.WAITING && isForThisThread()
                && (predecessor == null || isBesidePredecessor() || predecessor.isDone())) {
            begin();
        }
        if (state == State.RUNNING && isForThisThread()) {
            run();
        }
    }

    /** Memory may be confined to the thread that began the collective. */
    final boolean isForThisThread() {
        return owner == null || owner == Thread.currentThread();
    }

    private void begin() {
        if (predecessor != null) {
            fail(predecessor.failure());
        }
        state = State.RUNNING;
        if (incoming != null) {
            incoming.begin();
        }
        if (outgoing != null) {
            outgoing.begin(failure != null);
        }
    }

    /**
     * Ends here, after an error that nothing was expected to make: nobody gets anything of it, and nobody waits for it.
     */
    final void abandon(Throwable cause) {
        fail(cause);
        boolean mayWrite = state != State.NEW;
        state = State.DONE;
        if (mayWrite && outgoing != null) {
            outgoing.abandon();
        }
        if (mayWrite) {
            slots.consumedUnseen(sequence);
        }
    }

    /** Whether it waits for its slots, and so do all that come after it. */
    final boolean isNew() {
        return state == State.NEW;
    }

    private void run() {
        boolean moved;
        do {
            moved = move();
            if (!moved) {
                // nobody waits for it
                moved = own(outgoing == null || outgoing.isProduced() ? Slots.ALL : outgoing.produced() * cell);
            }
        } while (moved);
        if ((incoming == null || incoming.isConsumed())
                && (outgoing == null || outgoing.isProduced() && outgoing.isReleased())
                && (!isBesidePredecessor() || predecessor.isDone())) {
            state = State.DONE;
            if (outgoing != null) {
                outgoing.end();
            }
        }
    }

    /** Writes and reads a round, where that goes; whether one did. */
    boolean move() {
        boolean moved = outgoing != null && outgoing.produce(incoming == null ? Slots.ALL : incoming.consumed());
        return moved | (incoming != null
                && incoming.consume(waitsForOwn() && ownIsStaged() ? outgoing.produced() : Slots.ALL));
    }

    /**
     * Rounds written and read so far, also of what comes before it; as it looks to a thread that may not hold the turn.
     */
    final long steps() {
        return (predecessor == null ? 0 : predecessor.steps()) + (outgoing == null ? 0 : outgoing.produced())
                + (incoming == null ? 0 : incoming.rounds());
    }

    private boolean own(long upTo) {
        try {
            return failure == null && doOwnPart(upTo);
        } catch (Throwable e) {
            fail(e);
            return false;
        }
    }

    /** Whether nothing is left to do; by the holder of the turn. */
    final boolean hasEnded() {
        return state == State.DONE;
    }

    /** Tells everybody that it has ended. */
    final void publishEnd() {
        done = true;
    }

    final boolean isDone() {
        return done;
    }

    /** What went wrong; after the end. */
    final Throwable failure() {
        return failure;
    }

    // As a condition

    @Override
    public final boolean isMet() {
        if (!done) {
            member.advance();
        }
        return done;
    }

    @Override
    public final void synchronised() {
        finishEvent(true);
        if (failure != null) {
            throw member.rethrown(failure);
        }
    }

    /** The members that have to act before this goes on, as far as a thread sees that may not hold the turn. */
    private List<Integer> laggards() {
        List<Integer> ranks = new ArrayList<>();
        State now = state;
        for (int peer = 0; peer < size; peer++) {
            boolean late = peer != rank && switch (now) {
                case NEW -> slots.holdsUp(peer, sequence);
                case COMPARING -> !member.records.isThere(peer, sequence);
                case WAITING -> predecessor != null && predecessor.laggards().contains(peer);
                case DONE -> false;
                case RUNNING -> isBesidePredecessor() && predecessor.laggards().contains(peer)
                        || incoming != null && incoming.isHeldUpBy(peer)
                        || outgoing != null && outgoing.isHeldUpBy(peer);
            };
            if (late) {
                ranks.add(peer);
            }
        }
        return ranks;
    }

    @Override
    public boolean needsAll() {
        return true;
    }

    @Override
    public final int[] needed() {
        return laggards().stream().mapToInt(member.around::jobRank).toArray();
    }

    /**
     * Nobody when all have begun it: members go on with what they have begun in whatever wait, however long it takes.
     */
    @Override
    public final int[] absent() {
        return laggards().stream().filter(peer -> !hasBegun(peer)).mapToInt(member.around::jobRank).toArray();
    }

    /** Whether a member has begun this, as its words show; or the earlier collective, if this waits for its slots. */
    private boolean hasBegun(int peer) {
        return predecessor != null ? predecessor.hasBegun(peer)
                : state == State.NEW ? slots.hasBegunBefore(peer, sequence) : slots.hasBegun(peer, sequence);
    }

    @Override
    public final String describe() {
        String what = text != null ? text : form.call() + (form.calledRoot(root) < 0 ? "" : " with root " + root);
        return what + ", collective " + sequence + " of the team: waiting for team ranks " + laggards();
    }
}
