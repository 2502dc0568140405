package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.AccumulateType;
import org.pgas.Event;
import org.pgas.Job;
import org.pgas.atomics.Scale;
import org.pgas.far.FarRegions;
import org.pgas.regions.Regions;
import org.pgas.team.TeamCore;

/**
 * A part of every rank's memory that one thread has to itself, and a model of what is there: random puts, gets and
 * accumulates of regions, whose results and effects are compared with the model's. Operations of one thread on one rank
 * are carried out in order.
 *
 * <p>The first half of the part has any bytes, a quarter doubles, a quarter floats, which stay small whole numbers, so
 * that no rounding and no NaN makes two right answers differ.
 */
final class RegionStripe {
    private static final List<AccumulateType> WHOLE = List.of(AccumulateType.INT, AccumulateType.LNG);
    private static final List<AccumulateType> DOUBLES = List.of(AccumulateType.DBL, AccumulateType.DCP);
    private static final List<AccumulateType> FLOATS = List.of(AccumulateType.FLT, AccumulateType.CPL);

    /** What an outstanding get will have brought. */
    private record Expected(String get, MemorySegment found, byte[] wanted) {}

    private final Job job;
    private final FarRegions remote;
    private final SplittableRandom random;
    private final Arena confined;
    private final long base;
    private final int bytes;
    private final MemorySegment[] model;
    private final List<Event> events = new ArrayList<>();
    private final List<Expected> expected = new ArrayList<>();

    /** For the thread that makes it, whose arena it is. A multiple of 64 bytes from {@code base} on. */
    RegionStripe(Job job, SplittableRandom random, Arena confined, long base, int bytes) {
        this.job = job;
        this.remote = TeamCore.of(job.world()).farRegions();
        this.random = random;
        this.confined = confined;
        this.base = base;
        this.bytes = bytes;
        model = new MemorySegment[job.size()];
        for (int i = 0; i < model.length; i++) {
            model[i] = MemorySegment.ofArray(new byte[bytes]);
        }
    }

    void work(int rounds, int operations) {
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < operations; i++) {
                step(random.nextInt(job.size()));
            }
            synchronise();
        }
        for (int peer = 0; peer < model.length; peer++) {
            remote.getNbi(expect("all", copy(peer), 0), 0, Regions.contiguous(0, bytes), peer, base,
                    Regions.contiguous(0, bytes), false);
        }
        synchronise();
    }

    private byte[] copy(int peer) {
        return model[peer].toArray(ValueLayout.JAVA_BYTE);
    }

    /** Memory for a get that will have brought this; before, it has zeros. */
    private MemorySegment expect(String get, byte[] wanted, int kind) {
        MemorySegment found = memory(wanted.length, kind);
        expected.add(new Expected(get, found, wanted));
        return found;
    }

    private MemorySegment memory(int size, int kind) {
        return switch (kind) {
            case 0 -> MemorySegment.ofArray(new byte[size]);
            case 1 -> Arena.ofAuto().allocate(size, 1);
            default -> confined.allocate(size, 1);
        };
    }

    private void step(int peer) {
        switch (random.nextInt(6)) {
            case 0, 1 -> put(peer);
            case 2, 3 -> get(peer);
            case 4 -> accumulate(peer, WHOLE, 0, bytes / 2);
            default -> {
                if (random.nextBoolean()) {
                    accumulate(peer, DOUBLES, bytes / 2, bytes / 4);
                } else {
                    accumulate(peer, FLOATS, bytes / 4 * 3, bytes / 4);
                }
            }
        }
    }

    private int volume(int most) {
        return 1 + random.nextInt(switch (random.nextInt(4)) {
            case 0 -> Math.min(16, most);
            case 1 -> most;
            default -> Math.min(200, most);
        });
    }

    private long shift() {
        return random.nextInt(3) == 0 ? 0 : 8 * random.nextLong(-(1L << 40), 1L << 40);
    }

    /** The places of the packed form's bytes, by nobody's cursor. */
    private static long[] places(Regions regions, long offset) {
        long[] places = new long[(int) regions.bytes()];
        int at = 0;
        for (long run = 0; run < regions.runs(); run++) {
            for (long i = 0; i < regions.length(run); i++) {
                places[at++] = offset + regions.offset(run) + i;
            }
        }
        return places;
    }

    private void put(int peer) {
        int volume = volume(bytes / 2);
        long shift = shift();
        Regions target = RandomRegions.disjoint(random, volume, 1, bytes / 2, shift);
        int size = volume + random.nextInt(volume + 1);
        Regions from = RandomRegions.any(random, volume, size, -shift);
        MemorySegment source = memory(size + 3, random.nextInt(3));
        for (int i = 0; i < size + 3; i++) {
            source.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
        }
        long[] to = places(target, -shift);
        long[] of = places(from, 3 + shift);
        for (int i = 0; i < volume; i++) {
            model[peer].set(ValueLayout.JAVA_BYTE, to[i], source.get(ValueLayout.JAVA_BYTE, of[i]));
        }
        switch (random.nextInt(3)) {
            case 0 -> remote.put(peer, base - shift, target, source, 3 + shift, from, false);
            case 1 -> events.add(remote.putNb(peer, base - shift, target, source, 3 + shift, from, false));
            default -> remote.putNbi(peer, base - shift, target, source, 3 + shift, from, false);
        }
        source.fill((byte) 77);
    }

    private void get(int peer) {
        int volume = volume(bytes);
        long shift = shift();
        Regions source = RandomRegions.any(random, volume, bytes, shift);
        int size = volume + random.nextInt(volume + 1);
        Regions target = RandomRegions.disjoint(random, volume, 1, size, -shift);
        byte[] wanted = new byte[size + 3];
        long[] to = places(target, 3 + shift);
        long[] of = places(source, -shift);
        for (int i = 0; i < volume; i++) {
            wanted[(int) to[i]] = model[peer].get(ValueLayout.JAVA_BYTE, of[i]);
        }
        MemorySegment into = expect("get of " + source.getClass().getSimpleName() + " to "
                + target.getClass().getSimpleName() + ", " + volume + " bytes", wanted, random.nextInt(3));
        switch (random.nextInt(3)) {
            case 0 -> remote.get(into, 3 + shift, target, peer, base - shift, source, false);
            case 1 -> events.add(remote.getNb(into, 3 + shift, target, peer, base - shift, source, false));
            default -> remote.getNbi(into, 3 + shift, target, peer, base - shift, source, false);
        }
    }

    private void accumulate(int peer, List<AccumulateType> types, int start, int span) {
        AccumulateType type = types.get(random.nextInt(types.size()));
        int element = type.bytes();
        int count = 1 + volume(span - element) / element;
        int volume = count * element;
        long shift = shift();
        Regions target = RandomRegions.disjoint(random, volume, element, span, start + shift);
        int size = volume + random.nextInt(volume + 1);
        Regions from = RandomRegions.any(random, volume, size, -shift);
        MemorySegment source = memory(size + 3, random.nextInt(3));
        long[] of = places(from, 3 + shift);
        MemorySegment packed = elements(type, source, of);
        for (long run = 0; run < target.runs(); run++) {
            ScaledSum.add(type, model[peer], target.offset(run) - shift, packed, target.position(run),
                    target.length(run) / element, bits(type, 2), bits(type, -1));
        }
        switch (random.nextInt(3)) {
            case 0 -> remote.accumulate(peer, base - shift, target, new Scale(type, bits(type, 2), bits(type, -1)),
                    source, 3 + shift, from, false);
            case 1 -> events.add(remote.accumulateNb(peer, base - shift, target,
                    new Scale(type, bits(type, 2), bits(type, -1)), source, 3 + shift, from, false));
            default -> remote.accumulateNbi(peer, base - shift, target, new Scale(type, bits(type, 2), bits(type, -1)),
                    source, 3 + shift, from, false);
        }
        source.fill((byte) 77);
    }

    /**
     * Fills a source, and answers the elements that the transfer finds there. Of runs that overlap, all bytes are zero.
     */
    private MemorySegment elements(AccumulateType type, MemorySegment source, long[] places) {
        MemorySegment packed = MemorySegment.ofArray(new byte[places.length]);
        for (int i = 0; i < places.length; i += type.componentBytes()) {
            int number = random.nextInt(-3, 4);
            switch (type) {
                case INT -> packed.set(ValueLayout.JAVA_INT_UNALIGNED, i, number * 0x1234567);
                case LNG -> packed.set(ValueLayout.JAVA_LONG_UNALIGNED, i, number * 0x123456789ABCDEFL);
                case FLT, CPL -> packed.set(ValueLayout.JAVA_FLOAT_UNALIGNED, i, number);
                case DBL, DCP -> packed.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, i, number);
            }
        }
        boolean overlaps = java.util.Arrays.stream(places).distinct().count() < places.length;
        for (int i = 0; i < places.length && !overlaps; i++) {
            source.set(ValueLayout.JAVA_BYTE, places[i], packed.get(ValueLayout.JAVA_BYTE, i));
        }
        return overlaps ? packed.fill((byte) 0) : packed;
    }

    private static long bits(AccumulateType type, int number) {
        return switch (type) {
            case INT -> number & 0xFFFF_FFFFL;
            case LNG -> number;
            case FLT, CPL -> Float.floatToRawIntBits(number) & 0xFFFF_FFFFL;
            case DBL, DCP -> Double.doubleToRawLongBits(number);
        };
    }

    private void synchronise() {
        if (random.nextBoolean()) {
            events.forEach(Event::await);
        } else {
            remote.joint(events).await();
        }
        events.clear();
        job.nbi().await();
        for (Expected each : expected) {
            long wrong = each.found.mismatch(MemorySegment.ofArray(each.wanted));
            assertEquals(-1, wrong, () -> "rank " + job.rank() + ": byte " + wrong + ": " + each.get);
        }
        expected.clear();
    }
}
