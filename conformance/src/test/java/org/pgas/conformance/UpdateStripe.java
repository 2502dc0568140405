package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.AccumulateType;
import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.Rma;
import org.pgas.atomics.Scale;
import org.pgas.far.FarUpdates;
import org.pgas.team.TeamCore;

/**
 * A part of every rank's memory that one thread has to itself, and a model of what is there: random updates, puts and
 * gets, whose results and effects are compared with the model's. Operations of one thread on one rank are carried out
 * in order.
 *
 * <p>A quarter of the part each has ints, longs, floats and doubles. Floating-point values stay small whole numbers, so
 * that no rounding and no NaN makes two right answers differ.
 */
final class UpdateStripe {
    static final int BYTES = 4 * 1536;

    private enum Kind {
        INTS(4, List.of(DataType.I32, DataType.U32), List.of(AccumulateType.INT)), LONGS(8,
                List.of(DataType.I64, DataType.U64), List.of(AccumulateType.LNG)),
        FLOATS(4, List.of(DataType.FLT),
                List.of(AccumulateType.FLT, AccumulateType.CPL)),
        DOUBLES(8, List.of(DataType.DBL),
                List.of(AccumulateType.DBL, AccumulateType.DCP));

        final int width;
        final List<DataType> types;
        final List<AccumulateType> accumulates;

        Kind(int width, List<DataType> types, List<AccumulateType> accumulates) {
            this.width = width;
            this.types = types;
            this.accumulates = accumulates;
        }
    }

    /** What an outstanding operation will have brought. */
    private record Expected(String operation, MemorySegment found, MemorySegment wanted) {}

    private final Job job;
    private final Rma rma;
    private final FarUpdates updates;
    private final SplittableRandom random;
    private final Arena confined;
    private final long base;
    private final MemorySegment[] model;
    private final List<Event> events = new ArrayList<>();
    private final List<Expected> expected = new ArrayList<>();

    /** For the thread that makes it, whose arena it is. */
    UpdateStripe(Job job, SplittableRandom random, Arena confined, long base) {
        this.job = job;
        this.rma = job.world().rma();
        this.updates = TeamCore.of(job.world()).updates();
        this.random = random;
        this.confined = confined;
        this.base = base;
        model = new MemorySegment[job.size()];
        for (int i = 0; i < model.length; i++) {
            model[i] = MemorySegment.ofArray(new long[BYTES / 8]);
        }
    }

    void work(int rounds, int operations) {
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < operations; i++) {
                step(random.nextInt(job.size()), Kind.values()[random.nextInt(4)]);
            }
            synchronise();
        }
        for (int peer = 0; peer < model.length; peer++) {
            get(peer, 0, BYTES);
        }
        synchronise();
    }

    private void step(int peer, Kind kind) {
        int start = kind.ordinal() * (BYTES / 4);
        int words = BYTES / 4 / kind.width;
        switch (random.nextInt(8)) {
            case 0 -> {
                int first = random.nextInt(words);
                get(peer, start + first * kind.width, (1 + random.nextInt(words - first)) * kind.width);
            }
            case 1 -> {
                int at = start + random.nextInt(words) * kind.width;
                long value = number(kind);
                write(model[peer], at, value, kind.width);
                rma.putValueNbi(peer, base + at, value, kind.width);
            }
            case 2, 3 -> accumulate(peer, kind, start);
            default -> atomic(peer, kind, start + random.nextInt(words) * kind.width);
        }
    }

    private void get(int peer, int at, int bytes) {
        MemorySegment found = memory(bytes);
        rma.getNbi(found, 0, peer, base + at, bytes);
        expected.add(new Expected("get", found, MemorySegment.ofArray(copy(peer, at, bytes))));
    }

    private byte[] copy(int peer, int at, int bytes) {
        return model[peer].asSlice(at, bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    /** An array, or native memory, perhaps of this thread alone. */
    private MemorySegment memory(int bytes) {
        return switch (random.nextInt(3)) {
            case 0 -> MemorySegment.ofArray(new byte[bytes]);
            case 1 -> Arena.ofAuto().allocate(bytes, 1);
            default -> confined.allocate(bytes, 1);
        };
    }

    private void atomic(int peer, Kind kind, int at) {
        DataType type = kind.types.get(random.nextInt(kind.types.size()));
        Opcode[] legal = Opcode.legalFor(type).toArray(Opcode[]::new);
        Opcode opcode = legal[random.nextInt(legal.length)];
        long before = read(model[peer], at, kind.width);
        long first = switch (opcode) {
            case CAS, FCAS -> random.nextBoolean() ? before : number(kind);
            case MULT, FMULT -> bits(kind, 1 - random.nextInt(3));
            default -> number(kind);
        };
        long second = number(kind);
        write(model[peer], at, opcode.result(type, before, first, second), kind.width);
        String name = opcode + " of " + type + " at " + at + " of rank " + peer;
        if (random.nextInt(4) == 0) {
            assertEquals(before, updates.atomic(peer, base + at, type, opcode, first, second), name);
            return;
        }
        MemorySegment result = opcode.isFetching() ? memory(kind.width + 3) : null;
        if (random.nextBoolean()) {
            events.add(updates.atomicNb(result, 2, peer, base + at, type, opcode, first, second, false));
        } else {
            updates.atomicNbi(result, 2, peer, base + at, type, opcode, first, second, false);
        }
        if (result != null) {
            MemorySegment wanted = MemorySegment.ofArray(new byte[kind.width + 3]);
            write(wanted, 2, before, kind.width);
            expected.add(new Expected(name, result, wanted));
        }
    }

    private void accumulate(int peer, Kind kind, int start) {
        AccumulateType type = kind.accumulates.get(random.nextInt(kind.accumulates.size()));
        int most = (BYTES / 4 - kind.width) / type.bytes();
        int count = 1 + random.nextInt(random.nextBoolean() ? 8 : most);
        int at = start + random.nextInt((BYTES / 4 - count * type.bytes()) / kind.width + 1) * kind.width;
        MemorySegment source = memory(count * type.bytes() + 1);
        for (int i = 0; i < count * type.bytes(); i += kind.width) {
            write(source, 1 + i, number(kind), kind.width);
        }
        long scale = bits(kind, random.nextInt(-2, 3));
        long imaginary = bits(kind, random.nextInt(-2, 3));
        ScaledSum.add(type, model[peer], at, source, 1, count, scale, imaginary);
        long bytes = (long) count * type.bytes();
        switch (random.nextInt(3)) {
            case 0 -> updates.accumulate(peer, base + at, new Scale(type, scale, imaginary), source, 1, bytes, false);
            case 1 ->
                events.add(updates.accumulateNb(peer, base + at, new Scale(type, scale, imaginary), source, 1, bytes,
                        false));
            default ->
                updates.accumulateNbi(peer, base + at, new Scale(type, scale, imaginary), source, 1, bytes, false);
        }
        source.fill((byte) 77);
    }

    private void synchronise() {
        Event.awaitAll(events.toArray(Event[]::new));
        events.clear();
        job.nbi().await();
        for (Expected each : expected) {
            assertEquals(-1, each.wanted.mismatch(each.found), each::operation);
        }
        expected.clear();
    }

    private long number(Kind kind) {
        boolean whole = kind == Kind.INTS || kind == Kind.LONGS;
        return whole && random.nextBoolean() ? bits(kind, random.nextLong()) : bits(kind, random.nextInt(-8, 9));
    }

    private static long bits(Kind kind, long number) {
        return switch (kind) {
            case INTS -> (int) number;
            case LONGS -> number;
            case FLOATS -> Float.floatToRawIntBits(number);
            case DOUBLES -> Double.doubleToRawLongBits(number);
        };
    }

    private static long read(MemorySegment memory, long at, int width) {
        return width == 4 ? memory.get(ValueLayout.JAVA_INT_UNALIGNED, at)
                : memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    }

    private static void write(MemorySegment memory, long at, long value, int width) {
        if (width == 4) {
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
        } else {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
        }
    }
}
