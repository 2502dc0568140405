package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.atomics.AtomicFlags;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * Every operation of every type, in all its forms, against a mirror. Each rank has words of its own in all ranks'
 * memory.
 */
@RankDefaults(segment = "64k")
@AcrossNeighbourhoodsAsThreads
class AtomicOperationsTest {
    private static final int STRIPE = 1024;

    private static final long[] INTEGERS = {0, 1, -1, 2, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE + 1,
        Long.MIN_VALUE, Long.MAX_VALUE, 0x5555_5555_5555_5555L, 0xFFFF_FFFFL, 1L << 32};

    private static final double[] NUMBERS = {0.0, -0.0, 1, -1, 0.1, Double.NaN, Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE};

    private enum Form {
        NAMED, BLOCKING, EXPLICIT, IMPLICIT
    }

    private static List<BitDomain> domains(Job job) {
        List<BitDomain> domains = new ArrayList<>();
        for (DataType type : DataType.values()) {
            domains.add(BitDomain.of(job.world(), type));
        }
        return domains;
    }

    @RankTest
    void shouldAgreeWithTheMirrorAtTheEdges(Job job) {
        edges(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldAgreeWithTheMirrorAtTheEdgesWithoutChecks(Job job) {
        edges(job);
    }

    /** Between neighbourhoods each in one of the forms, which take turns. */
    private static void edges(Job job) {
        int turn = 0;
        int peer = (job.rank() + 1) % job.size();
        MemorySegment result = MemorySegment.ofArray(new long[1]);
        for (BitDomain domain : domains(job)) {
            job.world().barrier(); // between two domains at one place
            long[] values = edges(domain.type());
            for (Opcode opcode : Opcode.legalFor(domain.type())) {
                for (long op0 : values) {
                    for (long op1 : opcode.operands() == 0 ? new long[]{77} : values) {
                        for (int form = Repetitions.of(job, Form.values().length, 1); form > 0; form--) {
                            Form each = Form.values()[turn++ % Form.values().length];
                            edge(job, domain, each, peer, opcode, op0, op1, result);
                        }
                    }
                }
            }
        }
        job.world().barrier();
    }

    private static void edge(Job job, BitDomain domain, Form form, int peer, Opcode opcode, long op0, long op1,
            MemorySegment result) {
        long offset = (long) STRIPE * job.rank();
        long op2 = domain.type().bytes() == 4 ? 0x1234_5678 : 0x0123_4567_89AB_CDEFL;
        domain.apply(peer, offset, Opcode.SET, op0, 0, AtomicFlags.NONE);
        long answer = perform(job, domain, form, result, 0, peer, offset, opcode, op1, op2, AtomicFlags.NONE);
        long after = domain.apply(peer, offset, Opcode.GET, 0, 0, AtomicFlags.NONE);
        check(domain.type(), form, opcode, op0, op1, op2, answer, after);
    }

    private static void check(DataType type, Form form, Opcode opcode, long op0, long op1, long op2, long answer,
            long after) {
        long expected = AtomicMirror.after(type, opcode, op0, op1, op2);
        String what = form + " " + opcode + " of " + type + " on 0x" + Long.toHexString(op0) + " with 0x"
                + Long.toHexString(op1);
        assertTrue(AtomicMirror.agrees(type, opcode, expected, after), () -> what + " leaves 0x"
                + Long.toHexString(after) + " and not 0x" + Long.toHexString(expected));
        if (form == Form.NAMED && opcode == Opcode.CAS) {
            assertEquals(op0 == op1 ? 1 : 0, answer, what);
        } else {
            assertEquals(opcode.isFetching() ? op0 : 0, answer, what);
        }
    }

    /** What the form answers, or has written to the result; 0 if there is none. */
    private static long perform(Job job, BitDomain domain, Form form, MemorySegment result, long at, int rank,
            long offset, Opcode opcode, long op1, long op2, int flags) {
        MemorySegment to = opcode.isFetching() ? result : null;
        switch (form) {
            case NAMED -> {
                return domain.named(rank, offset, opcode, op1, op2);
            }
            case BLOCKING -> {
                return domain.apply(rank, offset, opcode, op1, op2, flags);
            }
            case EXPLICIT -> {
                Event event = domain.applyNb(to, at, rank, offset, opcode, op1, op2, flags);
                if (event == Event.NOT_SENT) {
                    event = domain.applyNb(to, at, rank, offset, opcode, op1, op2, flags & ~AtomicFlags.IMMEDIATE);
                }
                event.await();
            }
            case IMPLICIT -> {
                if (!domain.applyNbi(to, at, rank, offset, opcode, op1, op2, flags)) {
                    assertTrue(domain.applyNbi(to, at, rank, offset, opcode, op1, op2, flags & ~AtomicFlags.IMMEDIATE));
                }
                job.nbi().await(opcode.category());
            }
        }
        if (!opcode.isFetching()) {
            return 0;
        }
        return domain.type().bytes() == 4
                ? result.get(ValueLayout.JAVA_INT_UNALIGNED, at)
                : result.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    }

    private static long[] edges(DataType type) {
        long[] bits = new long[type.isInteger() ? INTEGERS.length : NUMBERS.length + 1];
        for (int i = 0; i < bits.length; i++) {
            if (type.isInteger()) {
                bits[i] = type.bytes() == 4 ? (int) INTEGERS[i] : INTEGERS[i];
            } else {
                // the last one is a NaN with other bits
                bits[i] = i < NUMBERS.length
                        ? AtomicMirror.bits(type, NUMBERS[i])
                        : AtomicMirror.bits(type, Double.NaN) + 3;
            }
        }
        return bits;
    }

    @RankTest(ranks = {1, 3})
    void shouldAgreeWithTheMirrorUnderRandomSequences(Job job) {
        random(job, 6_000);
    }

    @RankTest(ranks = {1, 3}, settings = "pgas.checks=off")
    void shouldAgreeWithTheMirrorUnderRandomSequencesWithoutChecks(Job job) {
        random(job, Repetitions.of(job, 20_000, 6_000));
    }

    /**
     * An owner carries out operations on its client memory when it waits, here mostly for its own to be carried out.
     */
    @RankTest(ranks = 3, memories = {Memory.ARRAY, Memory.NATIVE})
    void shouldAgreeWithTheMirrorOnClientMemory(Job job) {
        random(job, 1_000);
    }

    private static void random(Job job, int steps) {
        SplittableRandom random = Seed.of("operations of rank " + job.rank());
        List<BitDomain> domains = domains(job);
        int words = 4;
        long[][][] mirror = new long[domains.size()][job.size()][words];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment[] results = {MemorySegment.ofArray(new byte[64]), MemorySegment.ofArray(new double[8]),
                arena.allocate(64), job.endpoint().segment().local().asSlice(32 << 10, 64)};
            for (int step = 0; step < steps; step++) {
                int type = random.nextInt(domains.size());
                BitDomain domain = domains.get(type);
                int rank = random.nextInt(job.size());
                int word = random.nextInt(words);
                long offset = (long) STRIPE * job.rank() + 64L * type + 8L * word;
                Opcode opcode = pick(random, domain.type());
                long op0 = mirror[type][rank][word];
                long op1 = random.nextInt(3) == 0 ? op0 : value(random, domain.type());
                long op2 = value(random, domain.type());
                Form form = Form.values()[random.nextInt(4)];
                MemorySegment result = results[random.nextInt(results.length)];
                int at = random.nextInt(64 - 8);
                result.fill((byte) 0x5A);
                long answer = perform(job, domain, form, result, at, rank, offset, opcode, op1, op2,
                        flags(random, form, Views.isNeighbour(job, rank)));
                long after = domain.apply(rank, offset, Opcode.GET, 0, 0, AtomicFlags.NONE);
                check(domain.type(), form, opcode, op0, op1, op2, answer, after);
                int written = opcode.isFetching() && form.ordinal() >= Form.EXPLICIT.ordinal()
                        ? domain.type().bytes()
                        : 0;
                checkGuards(result, at, written);
                mirror[type][rank][word] = after;
            }
        }
        job.world().barrier();
    }

    private static Opcode pick(SplittableRandom random, DataType type) {
        List<Opcode> legal = List.copyOf(Opcode.legalFor(type));
        return legal.get(random.nextInt(legal.size()));
    }

    private static long value(SplittableRandom random, DataType type) {
        long[] values = edges(type);
        int choice = random.nextInt(values.length + 8);
        if (choice < values.length) {
            return values[choice];
        }
        long bits = type.isInteger() ? random.nextLong() : AtomicMirror.bits(type, random.nextDouble(-100, 100));
        return type.bytes() == 4 ? (int) bits : bits;
    }

    /** True and harmless ones. With a team that is the world, a rank is a job rank. */
    private static int flags(SplittableRandom random, Form form, boolean isNeighbour) {
        int all = AtomicFlags.REL | AtomicFlags.ACQ | AtomicFlags.RANK_IS_JOBRANK
                | (isNeighbour ? AtomicFlags.MY_NBRHD : 0);
        int flags = random.nextInt() & all;
        boolean nonBlocking = form == Form.EXPLICIT || form == Form.IMPLICIT;
        return nonBlocking && random.nextBoolean() ? flags | AtomicFlags.IMMEDIATE : flags;
    }

    private static void checkGuards(MemorySegment result, int at, int written) {
        for (int i = 0; i < 64; i++) {
            if (i < at || i >= at + written) {
                assertEquals(0x5A, result.get(ValueLayout.JAVA_BYTE, i), "byte " + i + ", with the result at " + at);
            }
        }
    }
}
