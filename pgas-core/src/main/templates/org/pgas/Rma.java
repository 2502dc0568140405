//$ One class, made by config/Templates.java. Lines behind "//$ Int Long" stand once for each of these columns.
//$ Value | Byte | Short | Int | Long | Float | Double
//$ value | byte | short | int | long | float | double
//$ bytes | 1    | 2     | 4   | 8    | 4     | 8
//$ aValue | a byte | a short | an int | a long | a float | a double
//$ toBits | value | value | value | value | Float.floatToRawIntBits(value) | Double.doubleToRawLongBits(value)
//$ ofBits | (byte) bits|(short) bits|(int) bits|bits|Float.intBitsToFloat((int) bits)|Double.longBitsToDouble(bits)
package org.pgas;

import java.lang.foreign.MemorySegment;

import org.pgas.bulk.TransferFlags;
import org.pgas.far.FarEvent;
import org.pgas.memory.AddressMap;
import org.pgas.memory.ArrayCopies;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.Cores;
import org.pgas.rank.LocalMemory;
import org.pgas.rank.ThisRank;
import org.pgas.team.Neighbours;
import org.pgas.team.TeamCore;
import org.pgas.transfer.CrossingSignals;
import org.pgas.transfer.Signals;
import org.pgas.transfer.TransferChecks;
import org.pgas.transfer.TransferRoutes;

/**
 * One-sided transfers between this rank and the segments of a team's members. On mapped memory the peer takes no part.
 * Every operation costs a load, a store or a copy, and is done when the call returns, but for large non-blocking ones.
 * On a peer's client memory ({@link Job#attach(MemorySegment)}) the peer carries out the operation when it polls or
 * waits; the source may be overwritten when the call returns.
 *
 * <p><b>Large.</b> Puts, gets and memsets of mapped memory that return an event or have an implicit one, and have at
 * least {@code pgas.async.bytes} bytes, go on in a thread of the library's while the caller computes, if a processor
 * seems to be idle ({@code pgas.async}). A thread that waits for one takes a part in it. Source and target belong to
 * the operation until its local and remote completion, which tell the truth in all forms: an arena that is closed
 * before is an error of the synchronisation. These are done when the call returns: those with
 * {@link LocalCompletion#NOW}, those of memory that is confined to a thread, and those of a thread that has 256 under
 * way. None is ordered with another one. Transfers of 16 KiB and more with ranks of other hosts, where devices carry
 * them out ({@code pgas.wire.onesided}), are not ordered with what comes behind them either.
 *
 * <p><b>Callers.</b> Any thread; not collective; not in a restricted context (see {@link Job}). Loopback is legal.
 * Places are (team rank, byte offset in the segment bound to that rank's endpoint).
 *
 * <p><b>Legal.</b> Any length from 0; any alignment. Source and target that overlap are undefined (checked mode reports
 * it where both are mapped here once). Rank and range are always checked, before anything moves.
 *
 * <p><b>Order.</b> Value forms are plain: naturally aligned ones of 1, 2, 4 or 8 bytes never tear, nothing is ordered,
 * and a loop that spins on one may spin forever: spin on the {@code Acquire} forms. Bulk bytes have no atomicity.
 * Completion (return of a blocking call, synchronisation of an event) is a release: a thread that acquires a later
 * signal, ordered store, atomic, message or barrier of this thread sees the data. An operation that is not synchronised
 * is ordered with none of these, not even by a later release: a large put may still be on its way. {@link #fence}
 * completes remotely everything this thread has put.
 *
 * <p><b>Errors.</b> {@link PgasException}, before anything was changed: rank outside the team, range outside the
 * segment, no segment attached, job closed, local range outside the local memory, local memory read-only (get); of
 * client memory, owner gone.
 * <p>Source: GASNet-1 3.1-3.4; GASNet-EX gex_RMA_*.
 */
public final class Rma {
    // Fields and orders: words of the program's, with the order that each call promises.

    private final Job job;
    private final ThisRank self;
    private final AddressMap addresses;
    private final TransferChecks checks;
    private final LocalMemory memory;
    private final TransferRoutes routes;
    private final Signals signals;

    /** What {@code addresses} reads: one load less on the way of each transfer. */
    private final MappedRange[] ranges;

    /** Transfers that need not be done at return and have so many bytes can go on when their call has returned. */
    private final long bulkBytes;

    /**
     * Fewer bytes are only copied, if the memory is mapped: nothing counts or records them, and they are done when
     * their call returns. All else, and what is to be refused, takes one call more, so that this way is short code.
     */
    private final long copiedBytes;

    Rma(Job job, TeamCore team, AddressMap addresses) {
        this(job, team, addresses, new TransferRoutes(job.self(), team.members(), job.rooms().places, addresses,
                team.checks(), job.rooms().far, job.rooms().bulk));
    }

    private Rma(Job job, TeamCore team, AddressMap addresses, TransferRoutes routes) {
        this.job = job;
        this.self = job.self();
        this.addresses = addresses;
        this.ranges = addresses.ranges();
        this.checks = team.checks();
        this.memory = checks.memory();
        this.routes = routes;
        this.signals = signals(job, team, addresses, routes);
        this.bulkBytes = job.rooms().bulk.leastBytes();
        this.copiedBytes = Math.min(Math.min(SharedMemory.PIECE_BYTES, bulkBytes),
                Math.min(self.rankCounters().leastBytes(), routes.eventBytes()));
    }

    private static Signals signals(Job job, TeamCore team, AddressMap addresses, TransferRoutes routes) {
        boolean[] isElsewhere = Neighbours.elsewhere(team);
        return isElsewhere == null
                ? new Signals(team.members(), job.rooms().doorbell, addresses, team.checks(), routes)
                : CrossingSignals.of(team.members(), job.rooms().doorbell, addresses, team.checks(), routes,
                        team.updates(), isElsewhere);
    }

    /** Completes remotely this thread's earlier puts and atomic SETs, in every form: a full fence, for loads too. */
    public void fence() {
        routes.fence();
        // behind the pieces of large puts that this thread has just done itself
        SharedMemory.fullFence();
    }

    /**
     * Puts {@code bytes} bytes from {@code source}, starting at {@code sourceOffset}, to {@code offset} of
     * {@code rank}. Blocking: the data is in place, and the source may be overwritten, when it returns.
     */
    public void put(int rank, long offset, MemorySegment source, long sourceOffset, long bytes) {
        if (!putCopied(rank, offset, source, sourceOffset, bytes)) {
            put(rank, offset, source, sourceOffset, bytes, RmaFlags.NONE);
        }
    }

    /** Whether it was a put that is only a copy, which is done. */
    private boolean putCopied(int rank, long offset, MemorySegment source, long sourceOffset, long bytes) {
        if (bytes < copiedBytes && LocalMemory.holds(source, sourceOffset, bytes)) {
            MappedRange mapped = AddressMap.mapped(ranges, rank, offset, bytes);
            if (mapped != null) {
                SharedMemory.copyIn(source, sourceOffset, mapped.at(offset), bytes);
                return true;
            }
        }
        return false;
    }

    private boolean putMapped(int rank, long offset, MemorySegment source, long sourceOffset, long bytes) {
        if (putCopied(rank, offset, source, sourceOffset, bytes)) {
            return true;
        }
        memory.inside("source", source, sourceOffset, bytes);
        MappedRange mapped = AddressMap.mapped(ranges, rank, offset, bytes);
        if (mapped != null) {
            routes.putMapped(rank, source, sourceOffset, mapped.at(offset), bytes);
        }
        return mapped != null;
    }

    /**
     * What that rank has mapped here, for {@code bytes} bytes of elements in an array; null where the form for segments
     * is to say what is wrong, or has more to do than to copy: of memory that is not mapped, of what is counted or
     * recorded.
     */
    private MappedRange mappedFor(int rank, long offset, int length, int index, int count, long bytes) {
        return index >= 0 && count >= 0 && index <= length - count && bytes < copiedBytes
                ? AddressMap.mapped(ranges, rank, offset, bytes)
                : null;
    }

    /**
     * As {@link #put(int, long, MemorySegment, long, long)}, with {@link RmaFlags}.
     *
     * @return whether it was done; false only with {@link RmaFlags#IMMEDIATE}, on client memory of a peer
     */
    public boolean put(int rank, long offset, MemorySegment source, long sourceOffset, long bytes, int flags) {
        checks.flags("Rma.put", flags, rank, source, sourceOffset, bytes);
        return putMapped(rank, offset, source, sourceOffset, bytes)
                || routes.put(rank, offset, source, sourceOffset, bytes, TransferFlags.isImmediate(flags));
    }

    /** Puts with an explicit event. {@code completion}: NOW, DEFER or {@link LocalCompletion#event()}. */
    public Event putNb(int rank, long offset, MemorySegment source, long sourceOffset, long bytes,
            LocalCompletion completion) {
        // a comparison of constants; the others are asked for what they are in startPut
        if ((completion == LocalCompletion.DEFER || completion == LocalCompletion.NOW)
                && putCopied(rank, offset, source, sourceOffset, bytes)) {
            return Event.DONE;
        }
        return startPut(rank, offset, source, sourceOffset, bytes, completion, RmaFlags.NONE);
    }

    /** As {@code putNb}, with {@link RmaFlags}; {@link Event#NOT_SENT} where {@code put} with flags answers false. */
    public Event putNb(
            int rank, long offset, MemorySegment source, long sourceOffset, long bytes, LocalCompletion completion,
            int flags) {
        checks.flags("Rma.putNb", flags, rank, source, sourceOffset, bytes);
        return startPut(rank, offset, source, sourceOffset, bytes, completion, flags);
    }

    private Event startPut(int rank, long offset, MemorySegment source, long sourceOffset, long bytes,
            LocalCompletion completion, int flags) {
        Cores.of(completion).legalForNb(self.rank());
        if (bytes >= bulkBytes || !putMapped(rank, offset, source, sourceOffset, bytes)) {
            return routes.putNb(rank, offset, source, sourceOffset, bytes, Cores.of(completion), flags);
        }
        Cores.of(completion).completed();
        return Event.DONE;
    }

    /** Puts with an implicit event, of category PUT. {@code completion}: NOW, DEFER or GROUP. */
    public void putNbi(int rank, long offset, MemorySegment source, long sourceOffset, long bytes,
            LocalCompletion completion) {
        if (completion != LocalCompletion.DEFER && completion != LocalCompletion.NOW
                || !putCopied(rank, offset, source, sourceOffset, bytes)) {
            putNbi(rank, offset, source, sourceOffset, bytes, completion, RmaFlags.NONE);
        }
    }

    /** As {@code putNbi}, with {@link RmaFlags}; false where {@code put} with flags answers false. */
    public boolean putNbi(
            int rank, long offset, MemorySegment source, long sourceOffset, long bytes, LocalCompletion completion,
            int flags) {
        checks.flags("Rma.putNbi", flags, rank, source, sourceOffset, bytes);
        Cores.of(completion).legalForNbi(self.rank());
        return bytes < bulkBytes && putMapped(rank, offset, source, sourceOffset, bytes)
                || routes.putNbi(rank, offset, source, sourceOffset, bytes, Cores.of(completion), flags);
    }

    /**
     * Puts, and then updates a signal of the same rank, a long: a thread that sees the signal, by a wait or test on
     * {@link LocalWords}, an acquiring get or an atomic operation, sees the data, and everything that this thread put
     * before and has synchronised. Then wakes the rank's threads that sleep. Blocking: data and signal are in place,
     * and the source may be overwritten, when it returns.
     * <p>{@code bytes} may be 0. Data that overlaps the signal is undefined (checked mode reports it).
     * <p>Errors: those of {@link #put(int, long, MemorySegment, long, long)}; {@code signalOffset} that is no multiple
     * of 8 or outside the segment.
     * <p>Source: OpenSHMEM 1.5, 9.8.3 (shmem_put_signal).
     */
    public void putSignal(
            int rank, long offset, MemorySegment source, long sourceOffset, long bytes, long signalOffset,
            long signalValue, SignalOperation operation) {
        signals.put(rank, offset, source, sourceOffset, bytes, signalOffset, signalValue, operation);
    }

    /** {@link #putSignal} with an explicit event, of data and signal. {@code completion} as with {@link #putNb}. */
    public Event putSignalNb(
            int rank, long offset, MemorySegment source, long sourceOffset, long bytes, long signalOffset,
            long signalValue, SignalOperation operation, LocalCompletion completion) {
        Cores.of(completion).legalForNb(self.rank());
        putSignal(rank, offset, source, sourceOffset, bytes, signalOffset, signalValue, operation);
        Cores.of(completion).completed();
        return Event.DONE;
    }

    /** {@link #putSignal} with an implicit event, of category PUT. {@code completion} as with {@link #putNbi}. */
    public void putSignalNbi(
            int rank, long offset, MemorySegment source, long sourceOffset, long bytes, long signalOffset,
            long signalValue, SignalOperation operation, LocalCompletion completion) {
        Cores.of(completion).legalForNbi(self.rank());
        putSignal(rank, offset, source, sourceOffset, bytes, signalOffset, signalValue, operation);
    }

    /**
     * Updates a signal without data of its own: a thread that sees it sees everything that this thread put before and
     * has synchronised, in every form. Then wakes the rank's threads that sleep. Blocking. Errors: {@code signalOffset}
     * that is no multiple of 8 or outside the segment.
     * <p>Source: MPPA 8.2 (mppa_async_postadd); OpenSHMEM 1.5, 9.8.
     */
    public void signal(int rank, long signalOffset, long signalValue, SignalOperation operation) {
        signals.update(rank, signalOffset, signalValue, operation);
    }

    /**
     * Gets {@code bytes} bytes from {@code offset} of {@code rank} into {@code target}, starting at
     * {@code targetOffset}. Blocking: the data is in place when it returns.
     */
    public void get(MemorySegment target, long targetOffset, int rank, long offset, long bytes) {
        if (!getCopied(target, targetOffset, rank, offset, bytes)) {
            get(target, targetOffset, rank, offset, bytes, RmaFlags.NONE);
        }
    }

    /** Whether it was a get that is only a copy, which is done. */
    private boolean getCopied(MemorySegment target, long targetOffset, int rank, long offset, long bytes) {
        if (bytes < copiedBytes && LocalMemory.takes(target, targetOffset, bytes)) {
            MappedRange mapped = AddressMap.mapped(ranges, rank, offset, bytes);
            if (mapped != null) {
                SharedMemory.copyOut(mapped.at(offset), target, targetOffset, bytes);
                return true;
            }
        }
        return false;
    }

    private boolean getMapped(MemorySegment target, long targetOffset, int rank, long offset, long bytes) {
        if (getCopied(target, targetOffset, rank, offset, bytes)) {
            return true;
        }
        checks.localTarget(target, targetOffset, bytes);
        MappedRange mapped = AddressMap.mapped(ranges, rank, offset, bytes);
        if (mapped != null) {
            routes.getMapped(rank, mapped.at(offset), target, targetOffset, bytes);
        }
        return mapped != null;
    }

    /** As {@link #get(MemorySegment, long, int, long, long)}, with {@link RmaFlags}; answers as {@code put} does. */
    public boolean get(MemorySegment target, long targetOffset, int rank, long offset, long bytes, int flags) {
        checks.flags("Rma.get", flags, rank, target, targetOffset, bytes);
        return getMapped(target, targetOffset, rank, offset, bytes)
                || routes.get(target, targetOffset, rank, offset, bytes, TransferFlags.isImmediate(flags));
    }

    /** Gets with an explicit event: the target is undefined until it is synchronised. */
    public Event getNb(MemorySegment target, long targetOffset, int rank, long offset, long bytes) {
        return getCopied(target, targetOffset, rank, offset, bytes) ? Event.DONE
                : getNb(target, targetOffset, rank, offset, bytes, RmaFlags.NONE);
    }

    /** As {@code getNb}, with {@link RmaFlags}; {@link Event#NOT_SENT} where {@code get} with flags answers false. */
    public Event getNb(MemorySegment target, long targetOffset, int rank, long offset, long bytes, int flags) {
        checks.flags("Rma.getNb", flags, rank, target, targetOffset, bytes);
        return bytes < bulkBytes && getMapped(target, targetOffset, rank, offset, bytes) ? Event.DONE
                : routes.getNb(target, targetOffset, rank, offset, bytes, flags);
    }

    /** Gets with an implicit event, of category GET. */
    public void getNbi(MemorySegment target, long targetOffset, int rank, long offset, long bytes) {
        if (!getCopied(target, targetOffset, rank, offset, bytes)) {
            getNbi(target, targetOffset, rank, offset, bytes, RmaFlags.NONE);
        }
    }

    /** As {@code getNbi}, with {@link RmaFlags}; false where {@code get} with flags answers false. */
    public boolean getNbi(MemorySegment target, long targetOffset, int rank, long offset, long bytes, int flags) {
        checks.flags("Rma.getNbi", flags, rank, target, targetOffset, bytes);
        return bytes < bulkBytes && getMapped(target, targetOffset, rank, offset, bytes)
                || routes.getNbi(target, targetOffset, rank, offset, bytes, flags);
    }

//$ Byte Int Long Float Double
    /**
     * Puts {@code count} elements of {@code source}, from {@code index}, to byte {@code offset} of {@code rank}.
     * Blocking.
     */
    public void put(int rank, long offset, $value$[] source, int index, int count) {
        MappedRange mapped = mappedFor(rank, offset, source.length, index, count, $bytes$L * count);
        if (mapped != null) {
            ArrayCopies.in(source, index, mapped.at(offset), count);
        } else {
            put(rank, offset, MemorySegment.ofArray(source), $bytes$L * index, $bytes$L * count);
        }
    }

    /**
     * Gets {@code count} elements into {@code target}, from {@code index}, from byte {@code offset} of {@code rank}.
     * Blocking.
     */
    public void get($value$[] target, int index, int rank, long offset, int count) {
        MappedRange mapped = mappedFor(rank, offset, target.length, index, count, $bytes$L * count);
        if (mapped != null) {
            ArrayCopies.out(mapped.at(offset), target, index, count);
        } else {
            get(MemorySegment.ofArray(target), $bytes$L * index, rank, offset, $bytes$L * count);
        }
    }

//$
    /** Sets {@code bytes} bytes from {@code offset} of {@code rank} to {@code value}. Blocking. */
    public void memset(int rank, long offset, byte value, long bytes) {
        routes.memset(rank, offset, value, bytes);
    }

    /** {@link #memset} with an explicit event. */
    public Event memsetNb(int rank, long offset, byte value, long bytes) {
        return routes.memsetNb(rank, offset, value, bytes);
    }

    /** {@link #memset} with an implicit event, of category PUT. */
    public void memsetNbi(int rank, long offset, byte value, long bytes) {
        routes.memsetNbi(rank, offset, value, bytes);
    }

    /** Puts a long where a {@link GlobalPointer} points. Plain. The pointer's job rank need not be in this team. */
    public void putLong(long pointer, long value) {
        byJobRank(pointer).putLong(GlobalPointer.jobRank(pointer), GlobalPointer.offset(pointer), value);
    }

    /** Gets the long a {@link GlobalPointer} points to. Plain. */
    public long getLong(long pointer) {
        return byJobRank(pointer).getLong(GlobalPointer.jobRank(pointer), GlobalPointer.offset(pointer));
    }

    /** Puts bytes where a {@link GlobalPointer} points. Blocking. */
    public void put(long pointer, MemorySegment source, long sourceOffset, long bytes) {
        byJobRank(pointer).put(GlobalPointer.jobRank(pointer), GlobalPointer.offset(pointer), source, sourceOffset,
                bytes);
    }

    /** Gets the bytes a {@link GlobalPointer} points to. Blocking. */
    public void get(MemorySegment target, long targetOffset, long pointer, long bytes) {
        byJobRank(pointer).get(target, targetOffset, GlobalPointer.jobRank(pointer), GlobalPointer.offset(pointer),
                bytes);
    }

    private Rma byJobRank(long pointer) {
        int endpoint = GlobalPointer.endpointIndex(pointer);
        return endpoint == 0 ? job.world().rma() : job.endpoint().pair(endpoint).rma();
    }

//$ Byte Short Int Long Float Double
    /** Puts $aValue$ at {@code offset} of {@code rank}. Plain. */
    public void put$Value$(int rank, long offset, $value$ value) {
        MappedRange mapped = AddressMap.mapped(ranges, rank, offset, $bytes$);
        if (mapped != null) {
            SharedMemory.put$Value$(mapped.at(offset), value);
        } else {
            routes.putValue(rank, offset, $toBits$, $bytes$);
        }
    }

    /** Gets the $value$ at {@code offset} of {@code rank}. Plain. */
    public $value$ get$Value$(int rank, long offset) {
        MappedRange mapped = AddressMap.mapped(ranges, rank, offset, $bytes$);
        if (mapped != null) {
            return SharedMemory.get$Value$(mapped.at(offset));
        }
        long bits = routes.getValue(rank, offset, $bytes$);
        return $ofBits$;
    }

//$ Int Long
    /**
     * Puts $aValue$. A thread that acquires the value sees everything that this thread did before and has synchronised.
     * Aligned.
     */
    public void put$Value$Release(int rank, long offset, $value$ value) {
        MappedRange mapped = addresses.mappedWord(rank, offset, $bytes$);
        if (mapped != null) {
            SharedMemory.put$Value$Release(mapped.wordAt(offset, $bytes$), value);
        } else {
            routes.putRelease(rank, offset, value, $bytes$);
        }
    }

    /** Gets $aValue$; sees everything that was done before the value was released. Aligned. The form to spin on. */
    public $value$ get$Value$Acquire(int rank, long offset) {
        MappedRange mapped = addresses.mappedWord(rank, offset, $bytes$);
        if (mapped != null) {
            return SharedMemory.get$Value$Acquire(mapped.wordAt(offset, $bytes$));
        }
        long bits = routes.getAcquire(rank, offset, $bytes$);
        return $ofBits$;
    }

//$
    /**
     * Puts the {@code bytes} (1..8) low bytes of {@code value}, in native order. Of 1, 2, 4 or 8 and aligned, it does
     * not tear.
     */
    public void putValue(int rank, long offset, long value, int bytes) {
        if (!putValueMapped(rank, offset, value, bytes)) {
            routes.putValue(rank, offset, value, bytes);
        }
    }

    private boolean putValueMapped(int rank, long offset, long value, int bytes) {
        checks.valueBytes(bytes);
        MappedRange mapped = AddressMap.mapped(ranges, rank, offset, bytes);
        if (mapped != null) {
            SharedMemory.putValue(mapped.at(offset), value, bytes);
        }
        return mapped != null;
    }

    /**
     * As {@link #putValue(int, long, long, int)}, with {@link RmaFlags}; those about local memory say nothing here.
     *
     * @return whether it was done; false only with {@link RmaFlags#IMMEDIATE}, on client memory of a peer
     */
    public boolean putValue(int rank, long offset, long value, int bytes, int flags) {
        checks.valueFlags("Rma.putValue", flags, rank);
        return putValueMapped(rank, offset, value, bytes)
                || routes.putValue(rank, offset, value, bytes, TransferFlags.isImmediate(flags));
    }

    /** {@link #putValue(int, long, long, int)} with an explicit event. */
    public Event putValueNb(int rank, long offset, long value, int bytes) {
        return putValueNb(rank, offset, value, bytes, RmaFlags.NONE);
    }

    /**
     * As {@code putValueNb}, with {@link RmaFlags}; {@link Event#NOT_SENT} where {@code putValue} with flags answers
     * false.
     */
    public Event putValueNb(int rank, long offset, long value, int bytes, int flags) {
        checks.valueFlags("Rma.putValueNb", flags, rank);
        return putValueMapped(rank, offset, value, bytes) ? Event.DONE
                : routes.putValueNb(rank, offset, value, bytes, TransferFlags.isImmediate(flags));
    }

    /** {@link #putValue(int, long, long, int)} with an implicit event, of category PUT. */
    public void putValueNbi(int rank, long offset, long value, int bytes) {
        putValueNbi(rank, offset, value, bytes, RmaFlags.NONE);
    }

    /** As {@code putValueNbi}, with {@link RmaFlags}; false where {@code putValue} with flags answers false. */
    public boolean putValueNbi(int rank, long offset, long value, int bytes, int flags) {
        checks.valueFlags("Rma.putValueNbi", flags, rank);
        return putValueMapped(rank, offset, value, bytes)
                || routes.putValueNbi(rank, offset, value, bytes, TransferFlags.isImmediate(flags));
    }

    /** Gets {@code bytes} (1..8) bytes as a number in native byte order, zero-extended. */
    public long getValue(int rank, long offset, int bytes) {
        checks.valueBytes(bytes);
        MappedRange mapped = AddressMap.mapped(ranges, rank, offset, bytes);
        return mapped != null ? SharedMemory.getValue(mapped.at(offset), bytes) : routes.getValue(rank, offset, bytes);
    }

    /**
     * As {@link #getValue(int, long, int)}, with {@link RmaFlags}; those about local memory say nothing here. It has no
     * answer for "not sent", and waits for room with {@link RmaFlags#IMMEDIATE} too.
     */
    public long getValue(int rank, long offset, int bytes, int flags) {
        checks.valueFlags("Rma.getValue", flags, rank);
        return getValue(rank, offset, bytes);
    }

    /** {@link #getValue(int, long, int)}, split-phase, with a handle of its own kind. */
    public ValueGet getValueNb(int rank, long offset, int bytes) {
        checks.valueBytes(bytes);
        MappedRange mapped = AddressMap.mapped(ranges, rank, offset, bytes);
        return mapped != null ? new ValueGet(self, SharedMemory.getValue(mapped.at(offset), bytes))
                : getValueNbUnmapped(rank, offset, bytes);
    }

    private ValueGet getValueNbUnmapped(int rank, long offset, int bytes) {
        FarEvent pending = routes.getValueNb(rank, offset, bytes);
        return pending == null ? new ValueGet(self, routes.getValue(rank, offset, bytes)) : new ValueGet(self, pending);
    }
}
