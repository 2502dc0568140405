package org.pgas.atomics;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

import org.pgas.Team;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.words.StructureKind;
import org.pgas.atomics.words.VersionedRecord;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * A record in a member's segment that many read and few write: a reader gets all of it as one writer left it, and
 * writes nothing.
 *
 * <pre>{@code
 * SequenceLock lock = SequenceLock.create(team, 0, 40); // in the segment of rank 0
 * lock.write(source, 0);
 * lock.read(target, 0);
 *
 * long stamp;                              // or loads of one's own
 * do {
 *     stamp = lock.beginRead();
 *     x = team.rma().getDouble(0, lock.recordOffset());
 *     y = team.rma().getDouble(0, lock.recordOffset() + 8);
 * } while (!lock.validate(stamp));
 * }</pre>
 *
 * <p><b>Users.</b> Any thread of any member reads and writes, through any handles; the program of the segment's owner
 * takes no part. Writers exclude each other, not in turn. Readers never hold up writers: they read again when a writer
 * came in between, and as long as writers come without a pause, they may go on for long. At first the record is what
 * was in its memory.
 *
 * <p><b>Order.</b> Writing is a release, reading an acquire: the reader of a writer's record sees what that writer did
 * before. Stores to the record by other means than this class's are not noticed.
 *
 * <p><b>Waiting.</b> Readers and writers wait for the thread that is writing. When its rank has left the job, a
 * {@link org.pgas.PeerLostException} names that rank; when its process dies, the job ends. Waits take in messages. A
 * thread of a block mode sleeps, and is rung; in rare cases it is not, and finds out by itself within a millisecond.
 *
 * <p><b>Errors</b>, before anything is changed: local memory that is too small, closed, read-only or confined to
 * another thread; a call within this thread's own {@link #update} that would wait for its end ({@link #tryRead} and
 * {@link #validate} answer false there); any call but queries in a restricted context (see {@link org.pgas.Job};
 * checked mode), after {@link #destroy}, and after the close of the job. If another thread closes the source's arena
 * during the call, the record is undefined.
 *
 * <p>Where the lock lies in another neighbourhood, each call is a message to its owner, and the answer. A record of
 * more than a few kilobytes takes a transfer beside them, and {@link #update} is given a copy, which is stored back.
 * When such a transfer to the record throws, since the owner does not answer, a part of it may be there: the record
 * then counts as being written for good, so that nobody reads it. Client memory cannot hold one.
 */
public final class SequenceLock extends SharedStructure {
    private static final StructureKind KIND = StructureKind.SEQUENCE_LOCK;

    private final long recordBytes;
    private final long waiting;

    /** The record as it is mapped here; null where it is not. */
    private final MemorySegment view;

    /** Null where it is mapped. */
    private final FarRecord elsewhere;

    private SequenceLock(Team team, int rank, long offset) {
        super(KIND, team, rank, offset);
        this.recordBytes = dimension(0);
        reached("SequenceLock.open", team, rank, offset, bytes(recordBytes));
        this.waiting = VersionedRecord.waiting(base());
        this.elsewhere = far() == null ? null : new FarRecord(this);
        this.view = far() == null ? view(team, rank) : null;
    }

    private MemorySegment view(Team team, int rank) {
        MemorySegment[] mapped = new MemorySegment[1];
        team.endpoint().boundSegmentImmediate(team, rank, segment -> mapped[0] = segment.mapped());
        return mapped[0].asSlice(recordOffset(), recordBytes);
    }

    /** How many bytes a lock and its record take, a multiple of 64. Error: {@code recordBytes} outside 0..2^46. */
    public static long bytes(long recordBytes) {
        if (recordBytes < 0 || recordBytes > VersionedRecord.MAX_RECORD_BYTES) {
            throw Refusals.OF_NO_RANK.bad("SequenceLock.bytes", "a record of " + recordBytes + " bytes: legal are 0.."
                    + VersionedRecord.MAX_RECORD_BYTES + ": divide it into several");
        }
        return wholeLines(VersionedRecord.RECORD + recordBytes);
    }

    /**
     * Makes a lock at {@code offset}, a multiple of {@link #ALIGNMENT}, in the segment of team rank {@code rank}.
     * Collective: all members name the same place and size, where nothing may be in use any more, and none returns
     * before it is there.
     */
    public static SequenceLock create(Team team, int rank, long offset, long recordBytes) {
        checkSize(team, recordBytes);
        create(KIND, team, rank, offset, recordBytes, 0);
        return new SequenceLock(team, rank, offset);
    }

    /**
     * As the other form, in memory that the team {@linkplain Team#symmetric allocates} for it. Collective. It goes back
     * when all members have called {@code team.symmetric().freeAt(rank, lock.offset())}, after their last call on the
     * lock.
     */
    public static SequenceLock create(Team team, int rank, long recordBytes) {
        checkSize(team, recordBytes);
        return new SequenceLock(team, rank, create(KIND, team, rank, recordBytes, 0));
    }

    private static void checkSize(Team team, long recordBytes) {
        TeamCore.of(team).checkUnrestricted("SequenceLock.create");
        TeamCore.of(team).checkSingleValued("SequenceLock.create", "a record of " + recordBytes + " bytes");
        bytes(recordBytes); // refuses what cannot be
    }

    /** As {@link #create}, by one rank alone: the others {@link #open} it when they know that it is there. */
    public static SequenceLock initialise(Team team, int rank, long offset, long recordBytes) {
        TeamCore.of(team).checkUnrestricted("SequenceLock.initialise");
        bytes(recordBytes); // refuses what cannot be
        initialise(KIND, team, rank, offset, recordBytes, 0);
        return new SequenceLock(team, rank, offset);
    }

    /** Another handle of a lock that is there. Error: there is none. */
    public static SequenceLock open(Team team, int rank, long offset) {
        return new SequenceLock(team, rank, offset);
    }

    public long recordBytes() {
        return recordBytes;
    }

    /** Where the record begins, a multiple of 64: for loads between {@link #beginRead} and {@link #validate}. */
    public long recordOffset() {
        return offset() + VersionedRecord.RECORD;
    }

    /** Replaces the record. */
    public void write(MemorySegment source, long sourceOffset) {
        boolean isHere = isHere("SequenceLock.write");
        TeamCore.of(team()).local().source("SequenceLock.write", source, sourceOffset, recordBytes);
        if (!isHere) {
            elsewhere.write("SequenceLock.write", source, sourceOffset);
            return;
        }
        beginWrite("SequenceLock.write");
        try {
            SharedMemory.copyIn(source, sourceOffset, VersionedRecord.record(base()), recordBytes);
        } finally {
            endWrite();
        }
    }

    /**
     * Lets {@code change} read and write the record in place, with all other writers excluded. It is to be short, makes
     * no call of this lock, and keeps nothing of the view. What it has written stays when it throws.
     */
    public void update(Consumer<MemorySegment> change) {
        if (!isHere("SequenceLock.update")) {
            elsewhere.update("SequenceLock.update", change);
            return;
        }
        beginWrite("SequenceLock.update");
        try {
            change.accept(view);
        } finally {
            endWrite();
        }
    }

    private void beginWrite(String call) {
        long self = Holder.current(jobRank());
        if (!VersionedRecord.tryBeginWrite(base(), self)) {
            refuseOwnUpdate(call, VersionedRecord.writer(base()), self);
            new WriteWait(call, self).await(AnnouncedWait.FOREVER);
        }
    }

    private void endWrite() {
        VersionedRecord.endWrite(base());
        if (AnnouncedWait.isAnnounced(waiting)) {
            TeamCore.of(team()).ringAll();
        }
    }

    void refuseOwnUpdate(String call, long writer, long self) {
        if (writer == self) {
            throw misuse(call,
                    "is being written by this thread, which would wait for itself: let the update return first");
        }
    }

    /** Copies the record to {@code targetOffset} of {@code target}, as one writer left it. */
    public void read(MemorySegment target, long targetOffset) {
        boolean isHere = isHere("SequenceLock.read");
        TeamCore.of(team()).local().target("SequenceLock.read", target, targetOffset, recordBytes);
        if (!isHere) {
            elsewhere.read("SequenceLock.read", target, targetOffset);
        } else if (!VersionedRecord.tryCopy(base(), target, targetOffset, recordBytes)) {
            refuseOwnUpdate("SequenceLock.read", VersionedRecord.writer(base()), Holder.current(jobRank()));
            new ReadWait("SequenceLock.read", target, targetOffset).await(AnnouncedWait.FOREVER);
        }
    }

    /** As {@link #read}, tried once: whether no writer came in between. If one did, the target is undefined. */
    public boolean tryRead(MemorySegment target, long targetOffset) {
        boolean isHere = isHere("SequenceLock.tryRead");
        TeamCore.of(team()).local().target("SequenceLock.tryRead", target, targetOffset, recordBytes);
        return isHere ? VersionedRecord.tryCopy(base(), target, targetOffset, recordBytes)
                : elsewhere.tryRead("SequenceLock.tryRead", target, targetOffset);
    }

    /** Returns when nobody writes: a stamp for {@link #validate}. An acquire. */
    public long beginRead() {
        if (!isHere("SequenceLock.beginRead")) {
            return elsewhere.beginRead("SequenceLock.beginRead");
        }
        long stamp = VersionedRecord.beginRead(base());
        if (VersionedRecord.isOdd(stamp)) {
            refuseOwnUpdate("SequenceLock.beginRead", VersionedRecord.writer(base()), Holder.current(jobRank()));
            ReadWait wait = new ReadWait("SequenceLock.beginRead", null, 0);
            wait.await(AnnouncedWait.FOREVER);
            stamp = wait.stamp;
        }
        return stamp;
    }

    /**
     * Whether nobody has begun to write since the {@link #beginRead} of this stamp. If so, what this thread has loaded
     * from the record in between belongs together; if not, it may be half old and half new, and no conclusion is to be
     * drawn from it.
     */
    public boolean validate(long stamp) {
        return isHere("SequenceLock.validate") ? VersionedRecord.isValid(base(), stamp)
                : elsewhere.isValid("SequenceLock.validate", stamp);
    }

    /**
     * Ends the lock; its memory may then be used for other things. By one rank, when all others have made their last
     * call. Error: somebody is writing.
     */
    public void destroy() {
        if (!isHere("SequenceLock.destroy")) {
            elsewhere.destroy("SequenceLock.destroy");
            return;
        }
        if (!VersionedRecord.tryBeginWrite(base(), Holder.current(jobRank()))) {
            throw misuse("SequenceLock.destroy",
                    "is being written by " + Holder.describe(VersionedRecord.writer(base())) + ": let that end first");
        }
        retract();
        TeamCore.of(team()).ringAll();
    }

    /** For the end of a write. */
    private abstract class LockWait extends AnnouncedWait {
        LockWait(String call) {
            super(SequenceLock.this, call, waiting);
        }

        @Override
        final int neededRank() {
            return Holder.jobRank(VersionedRecord.writer(base()));
        }

        @Override
        final String missing() {
            return ", being written by " + Holder.describe(VersionedRecord.writer(base()));
        }
    }

    private final class WriteWait extends LockWait {
        private final long self;

        WriteWait(String call, long self) {
            super(call);
            this.self = self;
        }

        @Override
        boolean attempt() {
            return VersionedRecord.tryBeginWrite(base(), self);
        }
    }

    /** Copies, or finds an even version if there is no target. */
    private final class ReadWait extends LockWait {
        private final MemorySegment target;
        private final long targetOffset;
        private long stamp;

        ReadWait(String call, MemorySegment target, long targetOffset) {
            super(call);
            this.target = target;
            this.targetOffset = targetOffset;
        }

        @Override
        boolean attempt() {
            if (target != null) {
                return VersionedRecord.tryCopy(base(), target, targetOffset, recordBytes);
            }
            stamp = VersionedRecord.beginRead(base());
            return !VersionedRecord.isOdd(stamp);
        }
    }
}
