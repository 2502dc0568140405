package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.Set;

import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.atomics.AtomicFlags;
import org.pgas.testkit.Memory;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * A producer writes X and then, by some operation with release, Y. A consumer that sees Y new, by some operation with
 * acquire, must see X new: for every operation that writes and every one that reads, of every type, in every form. The
 * numbers have bits in both halves of their words, so that a torn one is none of those that may be seen.
 *
 * <p>Readers that change Y put it back, so a writer can meet the value between: {@link #isFresh} knows what may be seen
 * then.
 */
@RankDefaults(segment = "128k")
@Optimised
@OnHosts
class AtomicLitmusTest {
    private static final long X = 1024;
    private static final long Y = 2048;
    private static final long GO = 0;
    private static final long DONE = 64;
    private static final long VERDICT = 128;

    private static final Set<Opcode> WRITERS = EnumSet.complementOf(EnumSet.of(Opcode.GET));

    /** One writer with the numbers it works on, of one type. All bits. */
    private record Write(DataType type, Opcode opcode, long old, long operand1, long operand2) {
        static Write of(DataType type, Opcode opcode) {
            long unit = unit(type);
            boolean integer = type.isInteger();
            long old = switch (opcode) {
                // a carry from half to half
                case INC, FINC -> integer ? halfOnes(type) : 5 * unit;
                case DEC, FDEC -> integer ? halfOnes(type) + 1 : 5 * unit;
                default -> 5 * unit;
            };
            long operand = switch (opcode) {
                case MULT, FMULT -> 3;
                case MIN, FMIN, SUB, FSUB -> unit;
                case AND, FAND -> 4 * unit;
                case OR, FOR -> 2 * unit;
                case XOR, FXOR -> 6 * unit;
                case CAS, FCAS -> old;
                default -> 9 * unit;
            };
            return new Write(type, opcode, bits(type, old), bits(type, operand), bits(type, 9 * unit));
        }

        /** What Y is after the write met {@code before}. */
        long after(long before) {
            return AtomicMirror.after(type, opcode, before, operand1, operand2);
        }

        /** A compare-and-swap fails when it meets a reader's intermediate value; then it is made again. */
        boolean canFail() {
            return opcode == Opcode.CAS || opcode == Opcode.FCAS;
        }
    }

    /** What a reader does to Y for a while, and how it is undone. */
    private record Read(Opcode opcode, Opcode undo) {
        static Read of(Opcode opcode) {
            return new Read(opcode, switch (opcode) {
                case FINC -> Opcode.DEC;
                case FDEC -> Opcode.INC;
                default -> null;
            });
        }

        /** The operand with which it changes nothing, or puts back what was old. */
        long operand(Write write) {
            DataType type = write.type;
            return switch (opcode) {
                case FMULT -> bits(type, 1);
                case FMIN -> type.isInteger() ? type.isUnsigned() ? -1 : largest(type) : infinity(type, 1);
                case FMAX -> type.isInteger() ? type.isUnsigned() ? 0 : -largest(type) : infinity(type, -1);
                case FAND -> -1;
                case SWAP -> write.old;
                case FCAS -> bits(type, 77);
                default -> 0;
            };
        }
    }

    private static long largest(DataType type) {
        return type.bytes() == 4 ? Integer.MAX_VALUE : Long.MAX_VALUE;
    }

    private static long infinity(DataType type, int sign) {
        return AtomicMirror.bits(type, sign * Double.POSITIVE_INFINITY);
    }

    private static long halfOnes(DataType type) {
        return type.bytes() == 4 ? 0xFFFFL : 0xFFFF_FFFFL;
    }

    /** A number with bits in both halves; its small multiples are exact in the type. */
    private static long unit(DataType type) {
        return switch (type) {
            case I32, U32 -> 0x1_0001L;
            case I64, U64 -> 0x1_0000_0001L;
            case FLT -> 0x1_0001L;
            case DBL -> 0x1_0000_0000_0001L;
        };
    }

    private static long bits(DataType type, long number) {
        return type.isInteger() ? number : AtomicMirror.bits(type, number);
    }

    /** What goes to another neighbourhood goes the same way once it was checked. */
    @RankTest(neighbourhoods = 1)
    void shouldShowWhatWasWrittenBeforeInCheckedMode(Job job) {
        all(job, 3);
    }

    /** Between neighbourhoods: {@link #shouldShowWhatWasWrittenBeforeBetweenNeighbourhoods}. */
    @RankTest(settings = "pgas.checks=off", neighbourhoods = 1)
    void shouldShowWhatWasWrittenBefore(Job job) {
        all(job, 40);
    }

    /**
     * More ranks than cores, so that either side is interrupted anywhere, between the accesses to mapped memory:
     * between neighbourhoods a producer waits for the owner of the words at each of its operations.
     */
    @RankTest(ranks = 4, settings = "pgas.checks=off", neighbourhoods = 1)
    void shouldShowWhatWasWrittenBeforeWhenRanksAreMoreThanCores(Job job) {
        all(job, 3);
    }

    /** The producer's operations travel as messages, the consumer's do not; so they do from another neighbourhood. */
    @RankTest(memories = Memory.NATIVE, settings = "pgas.checks=off", neighbourhoods = 1)
    void shouldShowWhatWasWrittenBeforeInClientMemory(Job job) {
        all(job, 1);
    }

    /** The producer's operations travel as messages, to words that the consumer updates as neighbours do. */
    @RankTest(neighbourhoods = 2, modes = Mode.THREADS, settings = "pgas.checks=off")
    void shouldShowWhatWasWrittenBeforeBetweenNeighbourhoods(Job job) {
        all(job, 1);
    }

    /** X is in the memory of a third rank, and Y in that of the reader. */
    @RankTest(ranks = 3, neighbourhoods = 3, modes = Mode.THREADS, settings = "pgas.checks=off")
    void shouldShowWhatWasWrittenBeforeInAThirdNeighbourhood(Job job) {
        all(job, 1);
    }

    /** Writes Y before X: of each pair, the consumer must miss X once, or none of the laws above proves anything. */
    @RankTest(neighbourhoods = {1, 2}, modes = Mode.THREADS, settings = "pgas.checks=off")
    void shouldNoticeAWriteThatComesBeforeWhatWasToBeWrittenBefore(Job job) {
        assertAnEarlyWriteIsNoticed(job);
    }

    @RankTest(ranks = 3, neighbourhoods = 3, modes = Mode.THREADS, settings = "pgas.checks=off")
    void shouldNoticeAWriteThatComesBeforeOneInAThirdNeighbourhood(Job job) {
        assertAnEarlyWriteIsNoticed(job);
    }

    private static void assertAnEarlyWriteIsNoticed(Job job) {
        int[] round = {0};
        pairs(job, (domain, write, read) -> {
            long deadline = System.nanoTime() + Patience.NANOS;
            boolean isMissed = false;
            while (!isMissed && job.rank() < 2) {
                round[0]++;
                isMissed = job.rank() == 0 ? produceEarly(job, domain, write, round[0])
                        : tellWhetherMissed(job, domain, write, read, round[0], deadline);
            }
        });
    }

    /** A write with ACQ stays before later reads: a full fence, also of processors that delay nothing else. */
    @RankTest(neighbourhoods = {1, 2}, settings = "pgas.checks=off")
    void shouldKeepReadsBehindASetWithAcquire(Job job) {
        crossing(job, Opcode.SET, AtomicFlags.ACQ, AtomicFlags.NONE);
        crossing(job, Opcode.SET, AtomicFlags.ACQ | AtomicFlags.REL, AtomicFlags.NONE);
    }

    @RankTest(neighbourhoods = {1, 2}, settings = "pgas.checks=off")
    void shouldKeepAGetWithReleaseBehindWrites(Job job) {
        crossing(job, Opcode.SET, AtomicFlags.NONE, AtomicFlags.REL);
        crossing(job, Opcode.SET, AtomicFlags.REL, AtomicFlags.REL | AtomicFlags.ACQ);
    }

    @RankTest(neighbourhoods = {1, 2}, settings = "pgas.checks=off")
    void shouldKeepReadsBehindWhatReadsAndWritesWithoutFlags(Job job) {
        crossing(job, Opcode.SWAP, AtomicFlags.NONE, AtomicFlags.NONE);
    }

    private static void crossing(Job job, Opcode writer, int storeFlags, int loadFlags) {
        int rounds = Repetitions.of(job, 20_000, 60);
        for (DataType type : DataType.values()) {
            BitDomain domain = BitDomain.of(job.world(), type);
            Crossing.check(job, rounds,
                    (rank, offset, round) -> domain.apply(rank, offset, writer, bits(type, round), 0, storeFlags),
                    (rank, offset) -> {
                        long bits = domain.apply(rank, offset, Opcode.GET, 0, 0, loadFlags);
                        return type.isInteger() ? bits : (long) AtomicMirror.value(type, bits);
                    });
        }
    }

    private interface Pair {
        void at(BitDomain domain, Write write, Read read);
    }

    /** Of each type, each operation that writes with each that reads. Collective. */
    private static void pairs(Job job, Pair pair) {
        for (DataType type : DataType.values()) {
            BitDomain domain = BitDomain.of(job.world(), type);
            job.world().barrier(); // between two domains at one place
            for (Opcode writer : WRITERS) {
                if (!writer.isLegalFor(type)) {
                    continue;
                }
                Write write = Write.of(type, writer);
                for (Opcode reader : Opcode.legalFor(type)) {
                    if (reader.isFetching()) {
                        pair.at(domain, write, Read.of(reader));
                    }
                }
            }
        }
        job.world().barrier();
    }

    /** Even ranks produce, each for the odd one that follows, whose memory has the words; of three, the last has X. */
    private static void all(Job job, int rounds) {
        int[] round = {0};
        pairs(job, (domain, write, read) -> {
            for (int i = 0; i < rounds; i++) {
                round[0]++;
                if (job.rank() % 2 == 0 && job.rank() + 1 < job.size()) {
                    produce(job, domain, write, round[0]);
                } else if (job.rank() % 2 == 1) {
                    long x = consume(job, domain, write, read, round[0]);
                    assertEquals(xNew(write.type), x, () -> name(write, read, round[0]) + ": X, once Y was seen new");
                }
            }
        });
    }

    /** The rank whose memory has X. */
    private static int home(Job job, int consumer) {
        return job.size() == 3 ? 2 : consumer;
    }

    private static void produce(Job job, BitDomain domain, Write write, int round) {
        int consumer = job.rank() + 1;
        Signals.await(job, GO, round);
        domain.apply(home(job, consumer), X, Opcode.SET, xNew(write.type), 0, AtomicFlags.NONE);
        writeUntilDone(job, domain, consumer, write, round);
        Signals.raise(job, consumer, DONE, round);
    }

    /** Y before X. Whether the consumer has missed X. */
    private static boolean produceEarly(Job job, BitDomain domain, Write write, int round) {
        int consumer = job.rank() + 1;
        Signals.await(job, GO, round);
        writeUntilDone(job, domain, consumer, write, round);
        Thread.yield();
        domain.apply(home(job, consumer), X, Opcode.SET, xNew(write.type), 0, AtomicFlags.NONE);
        Signals.raise(job, consumer, DONE, round);
        Signals.await(job, VERDICT, 2L * round);
        return job.world().rma().getLong(job.rank(), VERDICT) % 2 == 1;
    }

    private static boolean tellWhetherMissed(
            Job job, BitDomain domain, Write write, Read read, int round, long deadline) {
        boolean isMissed = consume(job, domain, write, read, round) == xOld(write.type);
        assertTrue(isMissed || System.nanoTime() < deadline,
                () -> "the twin was not caught: " + name(write, read, round));
        Signals.raise(job, job.rank() - 1, VERDICT, 2L * round + (isMissed ? 1 : 0));
        return isMissed;
    }

    private static void writeUntilDone(Job job, BitDomain domain, int consumer, Write write, int round) {
        do {
            write(job, domain, consumer, write, round);
        } while (write.canFail() && isOld(write, domain.apply(consumer, Y, Opcode.GET, 0, 0, AtomicFlags.NONE)));
    }

    private static String name(Write write, Read read, int round) {
        return write.opcode + " and " + read.opcode + " of " + write.type + ", round " + round;
    }

    private static boolean isOld(Write write, long y) {
        return y == write.old || y == AtomicMirror.after(write.type, Opcode.INC, write.old, 0, 0)
                || y == AtomicMirror.after(write.type, Opcode.DEC, write.old, 0, 0);
    }

    private static void write(Job job, BitDomain domain, int consumer, Write write, int round) {
        MemorySegment ignored = write.opcode.isFetching() ? MemorySegment.ofArray(new long[1]) : null;
        int flags = AtomicFlags.REL;
        switch (round & 3) {
            case 0 -> domain.apply(consumer, Y, write.opcode, write.operand1, write.operand2, flags);
            case 1 -> domain.applyNb(ignored, 0, consumer, Y, write.opcode, write.operand1, write.operand2, flags)
                    .await();
            case 2 -> {
                domain.applyNbi(ignored, 0, consumer, Y, write.opcode, write.operand1, write.operand2, flags);
                job.nbi().await();
            }
            default -> domain.named(consumer, Y, write.opcode, write.operand1, write.operand2);
        }
    }

    /** What X is when Y is seen new. */
    private static long consume(Job job, BitDomain domain, Write write, Read read, int round) {
        int self = job.rank();
        DataType type = write.type;
        domain.apply(home(job, self), X, Opcode.SET, xOld(type), 0, AtomicFlags.NONE);
        domain.apply(self, Y, Opcode.SET, write.old, 0, AtomicFlags.NONE);
        Signals.raise(job, self - 1, GO, round);
        MemorySegment result = MemorySegment.ofArray(new long[1]);
        long y = write.old;
        for (int look = 1; y == write.old; look++) {
            y = read(job, domain, write, read, round >> 2, result);
            if (y == write.old && read.undo != null) {
                domain.apply(self, Y, read.undo, 0, 0, AtomicFlags.NONE);
            }
            if (look % 64 == 0) {
                Thread.yield();
                job.nbi().tryAwait();
            }
        }
        long x = domain.apply(home(job, self), X, Opcode.GET, 0, 0, AtomicFlags.NONE);
        long seen = y;
        assertTrue(isFresh(write, read, seen), () -> name(write, read, round) + ": Y is 0x" + Long.toHexString(seen));
        Signals.await(job, DONE, round);
        return x;
    }

    private static long read(Job job, BitDomain domain, Write write, Read read, int form, MemorySegment result) {
        int self = job.rank();
        long operand = read.operand(write);
        switch (form & 3) {
            case 0 -> {
                return domain.apply(self, Y, read.opcode, operand, operand, AtomicFlags.ACQ);
            }
            case 1 -> {
                Event event = domain.applyNb(result, 0, self, Y, read.opcode, operand, operand, AtomicFlags.ACQ);
                event.await();
            }
            case 2 -> {
                domain.applyNbi(result, 0, self, Y, read.opcode, operand, operand, AtomicFlags.ACQ);
                job.nbi().await();
            }
            default -> {
                return domain.named(self, Y, read.opcode, operand, operand);
            }
        }
        return write.type.bytes() == 4 ? result.get(ValueLayout.JAVA_INT, 0) : result.get(ValueLayout.JAVA_LONG, 0);
    }

    /**
     * What Y can be: the write met what was old, or what the reader had made of it, which the reader has undone since.
     */
    private static boolean isFresh(Write write, Read read, long y) {
        if (y == write.after(write.old)) {
            return true;
        }
        if (read.undo == null) {
            return false;
        }
        long met = AtomicMirror.after(write.type, read.opcode, write.old, 0, 0);
        return y == AtomicMirror.after(write.type, read.undo, write.after(met), 0, 0);
    }

    private static long xOld(DataType type) {
        return bits(type, 5 * unit(type));
    }

    private static long xNew(DataType type) {
        return bits(type, 9 * unit(type));
    }
}
