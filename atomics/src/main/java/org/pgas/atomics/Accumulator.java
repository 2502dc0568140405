package org.pgas.atomics;

import java.lang.foreign.MemorySegment;

import org.pgas.AccumulateType;
import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.Team;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.operation.Completion;
import org.pgas.team.TeamCore;

/**
 * Adds scaled elements to those in a member's segment: {@code target[i] = target[i] + scale * source[i]}.
 *
 * <p><b>Who.</b> Any thread of any member, loopback included; not collective; not in a restricted context (see {@link org.pgas.Job}).
 * The owner takes no part where its memory is mapped here, and carries it out when it polls or waits where it is client memory ({@link
 * org.pgas.Job#attach(MemorySegment)}). Places are (team rank, byte offset in the segment).
 *
 * <p><b>Atomic.</b> Each component (of a complex number, each of its two parts) is updated atomically towards all accumulates of all
 * ranks and threads, whatever their types and whichever accumulator or team they go through; an accumulate as a whole is not atomic.
 * Nothing is promised towards anything else: of an atomic operation ({@link AtomicDomain}), a put or a store to a component while an
 * accumulate is at it, one is lost, and a get or a load may come between, though it does not tear.
 *
 * <p><b>Legal.</b> Any number of elements from 0; the offset a multiple of a component's size, the source at any alignment. Ints and
 * longs wrap around; a product is rounded before it is added. Source and target that overlap are undefined (checked mode reports it
 * where both are mapped here once).
 *
 * <p><b>Forms.</b> Blocking forms return when all is added. The source may be overwritten when the call returns, in every form. {@link
 * Scale} gives the factor and the type of the elements; a few forms name them.
 *
 * <p><b>Order.</b> Completion (return of a blocking call, synchronisation of an event) is a release, as of a put: whoever acquires a later
 * signal, ordered store, atomic, message or barrier of this thread sees the sums. The sum is ready when all who add have said so: a
 * reader learns that from each of them, such as by a barrier, and not by looking at the target. Sleepers of the target's rank are rung.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException}, before anything was changed: rank outside the team, range outside the segment,
 * offset misaligned, bytes that are no whole elements, source range outside the source, source closed or confined to another thread,
 * unknown flags, job closed. Who waits for a rank that has left the job while it was adding gets {@link org.pgas.PeerLostException};
 * what is added up to then stays added, and the same holds for an {@link InternalError} from a file that somebody has truncated.
 *
 * <p>Source: ARMCI_Acc.
 */
public final class Accumulator {
    private final Team team;
    private final AddressMap addresses;
    private final AccumulateChecks checks;
    private final MappedAccumulate mapped;
    private final AddOne one;

    private Accumulator(Team team) {
        this.team = team;
        this.addresses = TeamCore.of(team.job().world()).countedAtomics(TeamCore.of(team).addresses());
        this.checks = new AccumulateChecks(team);
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

    /** Adds {@code bytes} bytes of elements of {@code source}, from {@code sourceOffset}, to {@code offset} of {@code rank}. Blocking. */
    public void accumulate(int rank, long offset, Scale scale, MemorySegment source, long sourceOffset, long bytes) {
        accumulate("accumulate", rank, offset, scale, source, sourceOffset, bytes, false);
    }

    /**
     * As {@link #accumulate(int, long, Scale, MemorySegment, long, long)}, with {@link AtomicFlags#IMMEDIATE} or none.
     *
     * @return whether it was done; false only with IMMEDIATE, on client memory of a peer
     */
    public boolean accumulate(int rank, long offset, Scale scale, MemorySegment source, long sourceOffset, long bytes,
            int flags) {
        checks.flags("accumulate", flags);
        return accumulate("accumulate", rank, offset, scale, source, sourceOffset, bytes,
                AtomicFlags.isImmediate(flags));
    }

    private boolean accumulate(String call, int rank, long offset, Scale scale, MemorySegment source,
            long sourceOffset, long bytes, boolean immediate) {
        return bytes == scale.type().bytes()
                && one.add(scale.type(), rank, offset, scale.real(), source, sourceOffset)
                || addMapped(call, rank, offset, scale.type(), scale.real(), scale.imaginary(), source, sourceOffset,
                        bytes)
                || TeamCore.of(team).updates().accumulate(rank, offset,
                        scale, source, sourceOffset, bytes,
                        immediate);
    }

    /** With an explicit event. {@code completion}: NOW, DEFER or {@link LocalCompletion#event()}. */
    public Event accumulateNb(int rank, long offset, Scale scale, MemorySegment source, long sourceOffset, long bytes,
            LocalCompletion completion) {
        return accumulateNb(rank, offset, scale, source, sourceOffset, bytes, completion, AtomicFlags.NONE);
    }

    /** As {@code accumulateNb}, with flags; {@link Event#NOT_SENT} where {@code accumulate} with flags answers false. */
    public Event accumulateNb(int rank, long offset, Scale scale, MemorySegment source, long sourceOffset, long bytes,
            LocalCompletion completion, int flags) {
        checks.flags("accumulateNb", flags);
        Completion.of(completion).legalForNb(team.job().rank());
        Event event = addMapped("accumulateNb", rank, offset, scale.type(), scale.real(), scale.imaginary(), source,
                sourceOffset, bytes)
                        ? Event.DONE
                        : TeamCore.of(team).updates().accumulateNb(rank, offset,
                                scale, source, sourceOffset, bytes,
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
        checks.flags("accumulateNbi", flags);
        Completion.of(completion).legalForNbi(team.job().rank());
        return addMapped("accumulateNbi", rank, offset, scale.type(), scale.real(), scale.imaginary(), source,
                sourceOffset, bytes)
                || TeamCore.of(team).updates().accumulateNbi(rank, offset,
                        scale, source, sourceOffset, bytes,
                        AtomicFlags.isImmediate(flags));
    }

    /** Whether it was done, in place; if not, the memory is not mapped here and all else is in order. */
    private boolean addMapped(String call, int rank, long offset, AccumulateType type, long real, long imaginary,
            MemorySegment source, long sourceOffset, long bytes) {
        checks.elements(call, type, offset, bytes);
        checks.source(call, source, sourceOffset, bytes);
        MappedRange range = addresses.mapped(rank, offset, bytes);
        if (range == null) {
            range = findMapped(call, rank, offset, source, sourceOffset, bytes);
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
    private MappedRange findMapped(String call, int rank, long offset, MemorySegment source, long sourceOffset,
            long bytes) {
        long address = addresses.addressIfMapped(rank, offset, bytes);
        if (address == AddressMap.NOT_MAPPED) {
            checks.overlapOfOwn(call, source, sourceOffset, rank, offset, bytes);
            return null;
        }
        checks.overlap(call, source, sourceOffset, address, bytes);
        MappedRange mapped = TeamCore.of(team).mapped(rank, offset, bytes);
        if (mapped == null) {
            addresses.address(rank, offset, bytes); // closed meanwhile: this says so
        }
        return mapped;
    }

    /** Adds {@code count} ints from byte {@code sourceOffset} of {@code source}. Blocking. */
    public void accumulateInts(int rank, long offset, MemorySegment source, long sourceOffset, long count, int scale) {
        if (count != 1 || !one.add(AccumulateType.INT, rank, offset, scale, source, sourceOffset)) {
            add("accumulateInts", rank, offset, AccumulateType.INT, scale & 0xFFFF_FFFFL, 0, source, sourceOffset,
                    count);
        }
    }

    /** Adds {@code count} longs from byte {@code sourceOffset} of {@code source}. Blocking. */
    public void accumulateLongs(int rank, long offset, MemorySegment source, long sourceOffset, long count,
            long scale) {
        if (count != 1 || !one.add(AccumulateType.LNG, rank, offset, scale, source, sourceOffset)) {
            add("accumulateLongs", rank, offset, AccumulateType.LNG, scale, 0, source, sourceOffset, count);
        }
    }

    /** Adds {@code count} floats from byte {@code sourceOffset} of {@code source}. Blocking. */
    public void accumulateFloats(int rank, long offset, MemorySegment source, long sourceOffset, long count,
            float scale) {
        if (count != 1 || !one.add(AccumulateType.FLT, rank, offset, Scale.bits(scale), source, sourceOffset)) {
            add("accumulateFloats", rank, offset, AccumulateType.FLT, Scale.bits(scale), 0, source, sourceOffset,
                    count);
        }
    }

    /** Adds {@code count} doubles from byte {@code sourceOffset} of {@code source}. Blocking. */
    public void accumulateDoubles(int rank, long offset, MemorySegment source, long sourceOffset, long count,
            double scale) {
        if (count != 1 || !one.add(AccumulateType.DBL, rank, offset, Scale.bits(scale), source, sourceOffset)) {
            add("accumulateDoubles", rank, offset, AccumulateType.DBL, Scale.bits(scale), 0, source, sourceOffset,
                    count);
        }
    }

    /** Adds {@code count} complex numbers of two floats each from byte {@code sourceOffset} of {@code source}. Blocking. */
    public void accumulateComplexFloats(int rank, long offset, MemorySegment source, long sourceOffset, long count,
            float real, float imaginary) {
        add("accumulateComplexFloats", rank, offset, AccumulateType.CPL, Scale.bits(real), Scale.bits(imaginary),
                source, sourceOffset, count);
    }

    /** Adds {@code count} complex numbers of two doubles each from byte {@code sourceOffset} of {@code source}. Blocking. */
    public void accumulateComplexDoubles(int rank, long offset, MemorySegment source, long sourceOffset, long count,
            double real, double imaginary) {
        add("accumulateComplexDoubles", rank, offset, AccumulateType.DCP, Scale.bits(real), Scale.bits(imaginary),
                source, sourceOffset, count);
    }

    private void add(String call, int rank, long offset, AccumulateType type, long real, long imaginary,
            MemorySegment source, long sourceOffset, long count) {
        long bytes = checks.bytes(call, type, count);
        if (!addMapped(call, rank, offset, type, real, imaginary, source, sourceOffset, bytes)) {
            TeamCore.of(team).updates().accumulate(rank, offset, new Scale(type, real, imaginary), source,
                    sourceOffset, bytes, false);
        }
    }

    /** Adds {@code count} elements of {@code source} from {@code index}. Blocking. */
    public void accumulateInts(int rank, long offset, int[] source, int index, int count, int scale) {
        checks.array("accumulateInts", source.length, index, count);
        if (count == 1 && one.add(AccumulateType.INT, rank, offset, scale, source[index])) {
            return;
        }
        if (!addArray("accumulateInts", rank, offset, AccumulateType.INT, scale & 0xFFFF_FFFFL, source, index,
                4L * count)) {
            accumulateInts(rank, offset, MemorySegment.ofArray(source), 4L * index, count, scale);
        }
    }

    /** Adds {@code count} elements of {@code source} from {@code index}. Blocking. */
    public void accumulateLongs(int rank, long offset, long[] source, int index, int count, long scale) {
        checks.array("accumulateLongs", source.length, index, count);
        if (count == 1 && one.add(AccumulateType.LNG, rank, offset, scale, source[index])) {
            return;
        }
        if (!addArray("accumulateLongs", rank, offset, AccumulateType.LNG, scale, source, index, 8L * count)) {
            accumulateLongs(rank, offset, MemorySegment.ofArray(source), 8L * index, count, scale);
        }
    }

    /** Adds {@code count} elements of {@code source} from {@code index}. Blocking. */
    public void accumulateFloats(int rank, long offset, float[] source, int index, int count, float scale) {
        checks.array("accumulateFloats", source.length, index, count);
        if (count == 1 && one.add(AccumulateType.FLT, rank, offset, Scale.bits(scale),
                Float.floatToRawIntBits(source[index]))) {
            return;
        }
        if (!addArray("accumulateFloats", rank, offset, AccumulateType.FLT, Scale.bits(scale), source, index,
                4L * count)) {
            accumulateFloats(rank, offset, MemorySegment.ofArray(source), 4L * index, count, scale);
        }
    }

    /** Adds {@code count} elements of {@code source} from {@code index}. Blocking. */
    public void accumulateDoubles(int rank, long offset, double[] source, int index, int count, double scale) {
        checks.array("accumulateDoubles", source.length, index, count);
        if (count == 1 && one.add(AccumulateType.DBL, rank, offset, Scale.bits(scale),
                Double.doubleToRawLongBits(source[index]))) {
            return;
        }
        if (!addArray("accumulateDoubles", rank, offset, AccumulateType.DBL, Scale.bits(scale), source, index,
                8L * count)) {
            accumulateDoubles(rank, offset, MemorySegment.ofArray(source), 8L * index, count, scale);
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
