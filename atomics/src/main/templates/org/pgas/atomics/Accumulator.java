//$ One class, made by config/Templates.java. Lines behind "//$ Int Long" stand once for each of these columns.
//$ Number  | Int | Long | Float | Double
//$ number  | int | long | float | double
//$ bytes   | 4   | 8    | 4     | 8
//$ TYPE    | INT | LNG  | FLT   | DBL
//$ COMPLEX |     |      | CPL   | DCP
//$ scale   | scale & 0xFFFF_FFFFL | scale | Scale.bits(scale) | Scale.bits(scale)
//$ element | source[index] | source[index] | Scale.bits(source[index]) | Scale.bits(source[index])
package org.pgas.atomics;

import java.lang.foreign.MemorySegment;

import org.pgas.AccumulateType;
import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.Team;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.operation.Completion;
import org.pgas.rank.LocalMemory;
import org.pgas.team.TeamCore;

/**
 * Adds scaled elements to those in a member's segment: {@code target[i] = target[i] + scale * source[i]}.
 *
 * <p><b>Callers.</b> Any thread of any member, also on its own memory; not collective; not in a restricted context (see
 * {@link org.pgas.Job}). Where the owner's memory is mapped here, the owner takes no part. Where it is client memory
 * ({@link org.pgas.Job#attach(MemorySegment)}), the owner carries accumulates out when it polls or waits. Places are
 * (team rank, byte offset in the segment).
 *
 * <p><b>Atomic.</b> Each component (of a complex number, each of its two parts) is updated atomically towards all
 * accumulates of all ranks and threads, whatever their types and whichever accumulator or team they go through; an
 * accumulate as a whole is not atomic. Nothing is promised towards anything else. When an atomic operation
 * ({@link AtomicDomain}), a put or a store meets an accumulate at a component, one of the two is lost. A get or a load
 * may come between, though it does not tear.
 *
 * <p><b>Legal.</b> Any number of elements from 0; the offset a multiple of a component's size, the source at any
 * alignment. Ints and longs wrap around; a product is rounded before it is added. Source and target that overlap are
 * undefined (checked mode reports it where both are mapped here once).
 *
 * <p><b>Forms.</b> Blocking forms return when all is added. The source may be overwritten when the call returns, in
 * every form. {@link Scale} gives the factor and the type of the elements; a few forms name them.
 *
 * <p><b>Order.</b> Completion (return of a blocking call, synchronisation of an event) is a release, as of a put:
 * a thread that acquires a later signal, ordered store, atomic, message or barrier of this thread sees the sums. The
 * sum is ready when all threads that add have said so: a reader learns that from each of them, such as by a barrier,
 * and not by looking at the target. Sleepers of the target's rank are rung.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException}, before anything was changed: rank outside the team, range outside
 * the segment, offset misaligned, bytes that are no whole elements, source range outside the source, source closed or
 * confined to another thread, unknown flags, job closed. A caller that waits for a rank that has left the job while it
 * was adding gets {@link org.pgas.PeerLostException}; what is added up to then stays added. After an
 * {@link InternalError} from a file that somebody has truncated, the numbers of the target range are undefined.
 *
 * <p>Source: ARMCI_Acc.
 */
public final class Accumulator {
    private final Team team;
    private final AddressMap addresses;
    private final AccumulateChecks checks;
    private final LocalMemory local;
    private final MappedAccumulate mapped;
    private final AddOne one;

    private Accumulator(Team team) {
        this.team = team;
        this.addresses = TeamCore.of(team.job().world()).countedAtomics(TeamCore.of(team).addresses());
        this.checks = new AccumulateChecks(team);
        this.local = TeamCore.of(team).local();
        this.mapped = new MappedAccumulate(team);
        this.one = new AddOne(team, addresses);
    }

    /** Accumulates on the segments of a team's members. Not collective, and cheap. */
    public static Accumulator of(Team team) {
        return new Accumulator(team);
    }

    public Team team() {
        return team;
    }

    /** Adds {@code bytes} bytes of elements at {@code sourceOffset} to {@code offset} of {@code rank}. Blocking. */
    public void accumulate(int rank, long offset, Scale scale, MemorySegment source, long sourceOffset, long bytes) {
        accumulate("Accumulator.accumulate", rank, offset, scale, source, sourceOffset, bytes, false);
    }

    /**
     * As {@link #accumulate(int, long, Scale, MemorySegment, long, long)}, with {@link AtomicFlags#IMMEDIATE} or none.
     *
     * @return whether it was done; false only with IMMEDIATE, on client memory of a peer
     */
    public boolean accumulate(int rank, long offset, Scale scale, MemorySegment source, long sourceOffset, long bytes,
            int flags) {
        checks.flags("Accumulator.accumulate", flags);
        return accumulate("Accumulator.accumulate", rank, offset, scale, source, sourceOffset, bytes,
                AtomicFlags.isImmediate(flags));
    }

    private boolean accumulate(String call, int rank, long offset, Scale scale, MemorySegment source,
            long sourceOffset, long bytes, boolean immediate) {
        return bytes == scale.type().bytes()
                && one.add(scale.type(), rank, offset, scale.real(), source, sourceOffset)
                || addMapped(call, rank, offset, scale.type(), scale.real(), scale.imaginary(), source, sourceOffset,
                        bytes)
                || TeamCore.of(team).updates().accumulate(rank, offset, scale, source, sourceOffset, bytes, immediate);
    }

    /** With an explicit event. {@code completion}: NOW, DEFER or {@link LocalCompletion#event()}. */
    public Event accumulateNb(int rank, long offset, Scale scale, MemorySegment source, long sourceOffset, long bytes,
            LocalCompletion completion) {
        return accumulateNb(rank, offset, scale, source, sourceOffset, bytes, completion, AtomicFlags.NONE);
    }

    /** As {@code accumulateNb}, with flags; {@link Event#NOT_SENT} where {@code accumulate} answers false. */
    public Event accumulateNb(int rank, long offset, Scale scale, MemorySegment source, long sourceOffset, long bytes,
            LocalCompletion completion, int flags) {
        checks.flags("Accumulator.accumulateNb", flags);
        Completion.of(completion).legalForNb(team.job().rank());
        Event event = addMapped("Accumulator.accumulateNb", rank, offset, scale.type(), scale.real(), scale.imaginary(),
                source, sourceOffset, bytes)
                        ? Event.DONE
                        : TeamCore.of(team).updates().accumulateNb(rank, offset, scale, source, sourceOffset, bytes,
                                AtomicFlags.isImmediate(flags));
        if (event != Event.NOT_SENT) {
            Completion.of(completion).completed();
        }
        return event;
    }

    /** With an implicit event, of category RMW. {@code completion}: NOW, DEFER or GROUP. */
    public void accumulateNbi(int rank, long offset, Scale scale, MemorySegment source, long sourceOffset, long bytes,
            LocalCompletion completion) {
        accumulateNbi(rank, offset, scale, source, sourceOffset, bytes, completion, AtomicFlags.NONE);
    }

    /** As {@code accumulateNbi}, with flags; false where {@code accumulate} with flags answers false. */
    public boolean accumulateNbi(int rank, long offset, Scale scale, MemorySegment source, long sourceOffset,
            long bytes, LocalCompletion completion, int flags) {
        checks.flags("Accumulator.accumulateNbi", flags);
        Completion.of(completion).legalForNbi(team.job().rank());
        return addMapped("Accumulator.accumulateNbi", rank, offset, scale.type(), scale.real(), scale.imaginary(),
                source, sourceOffset, bytes)
                || TeamCore.of(team).updates().accumulateNbi(rank, offset, scale, source, sourceOffset, bytes,
                        AtomicFlags.isImmediate(flags));
    }

    /** Whether it was done, in place; if not, the memory is not mapped here and all else is in order. */
    private boolean addMapped(String call, int rank, long offset, AccumulateType type, long real, long imaginary,
            MemorySegment source, long sourceOffset, long bytes) {
        checks.elements(call, type, offset, bytes);
        local.source(call, source, sourceOffset, bytes);
        MappedRange range = addresses.mapped(rank, offset, bytes);
        if (range == null) {
            range = findMapped(rank, offset, source, sourceOffset, bytes);
        }
        if (range != null) {
            mapped.add(range, rank, offset, type, real, imaginary, source, sourceOffset, bytes);
            TeamCore.of(team).ring(rank);
        }
        return range != null || bytes == 0;
    }

    /**
     * What the fast map has not shown: the mapped range that checked mode hides; null when the memory is not mapped
     * here.
     */
    private MappedRange findMapped(int rank, long offset, MemorySegment source, long sourceOffset,
            long bytes) {
        long address = addresses.addressIfMapped(rank, offset, bytes);
        if (address == AddressMap.NOT_MAPPED) {
            MemorySegment own = TeamCore.of(team).ownMemory(rank);
            if (own != null) {
                local.overlap(source, sourceOffset, own, offset, bytes);
            }
            return null;
        }
        local.overlap(source, sourceOffset, address, bytes);
        MappedRange mapped = TeamCore.of(team).mapped(rank, offset, bytes);
        if (mapped == null) {
            addresses.address(rank, offset, bytes); // closed meanwhile: this says so
        }
        return mapped;
    }

//$ Int Long Float Double
    /** Adds {@code count} $number$s from byte {@code sourceOffset} of {@code source}. Blocking. */
    public void accumulate$Number$s(int rank, long offset, MemorySegment source, long sourceOffset, long count,
            $number$ scale) {
        if (count != 1 || !one.add(AccumulateType.$TYPE$, rank, offset, $scale$, source, sourceOffset)) {
            add("Accumulator.accumulate$Number$s", rank, offset, AccumulateType.$TYPE$, $scale$, 0, source,
                    sourceOffset, count);
        }
    }

    /** Adds {@code count} elements of {@code source} from {@code index}. Blocking. */
    public void accumulate$Number$s(int rank, long offset, $number$[] source, int index, int count, $number$ scale) {
        checks.array("Accumulator.accumulate$Number$s", source.length, index, count);
        if (count == 1 && one.add(AccumulateType.$TYPE$, rank, offset, $scale$, $element$)) {
            return;
        }
        if (!addArray("Accumulator.accumulate$Number$s", rank, offset, AccumulateType.$TYPE$, $scale$, source, index,
                $bytes$L * count)) {
            accumulate$Number$s(rank, offset, MemorySegment.ofArray(source), $bytes$L * index, count, scale);
        }
    }

//$ Float Double
    /** Adds {@code count} complex numbers of two $number$s each from byte {@code sourceOffset}. Blocking. */
    public void accumulateComplex$Number$s(int rank, long offset, MemorySegment source, long sourceOffset, long count,
            $number$ real, $number$ imaginary) {
        add("Accumulator.accumulateComplex$Number$s", rank, offset, AccumulateType.$COMPLEX$, Scale.bits(real),
                Scale.bits(imaginary), source, sourceOffset, count);
    }

//$
    private void add(String call, int rank, long offset, AccumulateType type, long real, long imaginary,
            MemorySegment source, long sourceOffset, long count) {
        long bytes = checks.bytes(call, type, count);
        if (!addMapped(call, rank, offset, type, real, imaginary, source, sourceOffset, bytes)) {
            TeamCore.of(team).updates().accumulate(rank, offset, new Scale(type, real, imaginary), source,
                    sourceOffset, bytes, false);
        }
    }

    /** Whether it was done, as nothing has to be looked at but rank and range. */
    private boolean addArray(String call, int rank, long offset, AccumulateType type, long scale, Object array,
            int index, long bytes) {
        checks.elements(call, type, offset, bytes);
        MappedRange range = addresses.mapped(rank, offset, bytes);
        if (range != null) {
            mapped.addArray(range, rank, offset, type, scale, array, index, bytes);
            TeamCore.of(team).ring(rank);
        }
        return range != null;
    }
}
