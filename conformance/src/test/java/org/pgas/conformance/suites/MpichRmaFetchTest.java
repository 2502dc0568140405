package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.suites.SuiteWindows.INT;
import static org.pgas.conformance.suites.SuiteWindows.right;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Fetch-and-op and get-accumulate of each type: on oneself, on a neighbour, by all on one, and by all on all between
 * fences, under locks of all, and with a flush after each.
 */
@RankDefaults(ranks = 4, segment = "64k")
@AcrossNeighbourhoods
class MpichRmaFetchTest {
    private static final String SUITE = "MPICH rma";

    /** What is added up stays below what a byte holds. */
    private static final int ROUNDS = 4;

    /** One call in an epoch, with numbers of a type: elements of {@code count} each. */
    private record Fetching(Datatype type, Datatype used, int count, boolean single) {
        MemorySegment numbers(int count, int value) {
            MemorySegment numbers = MemorySegment.ofArray(new byte[Math.toIntExact(type.size()) * count]);
            for (int i = 0; i < count; i++) {
                set(numbers, i, value);
            }
            return numbers;
        }

        private void set(MemorySegment numbers, int i, int value) {
            if (type == Datatype.INT8) {
                numbers.set(ValueLayout.JAVA_BYTE, i, (byte) value);
            } else if (type == Datatype.SHORT) {
                numbers.set(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i, (short) value);
            } else if (type == Datatype.INT) {
                numbers.set(INT, 4L * i, value);
            } else if (type == Datatype.LONG) {
                numbers.set(ValueLayout.JAVA_LONG_UNALIGNED, 8L * i, value);
            } else {
                numbers.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 8L * i, value);
            }
        }

        private double get(MemorySegment numbers, int i) {
            return type == Datatype.INT8 ? numbers.get(ValueLayout.JAVA_BYTE, i)
                    : type == Datatype.SHORT ? numbers.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i)
                            : type == Datatype.INT ? numbers.get(INT, 4L * i)
                                    : type == Datatype.LONG ? numbers.get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * i)
                                            : numbers.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 8L * i);
        }

        /** All of one block of {@code count} numbers. */
        void check(MemorySegment numbers, int block, double expected, String what) {
            for (int i = 0; i < count; i++) {
                assertEquals(expected, get(numbers, block * count + i), what + " of " + type + ", number " + i);
            }
        }

        void call(Window window, MemorySegment origin, MemorySegment result, int target, int block, Op op) {
            if (single) {
                window.fetchAndOp(origin, result, type, target, block, op);
            } else {
                window.getAccumulate(origin, count, used, result, count, used, target, (long) block * count, count,
                        used, op);
            }
        }

        /** As {@link #call}, under an exclusive lock; answers what was brought. */
        MemorySegment callLocked(Window window, MemorySegment origin, int target, Op op) {
            MemorySegment result = numbers(count, -1);
            window.lock(LockType.EXCLUSIVE, target, Assertions.NONE);
            call(window, origin, result, target, 0, op);
            window.unlock(target);
            return result;
        }
    }

    /** All ranks call it: this rank's part is set before others come. */
    private static void reset(Job job, Window window, Fetching fetching, int value) {
        window.memory().copyFrom(fetching.numbers(window.size() * fetching.count, value));
        job.world().barrier();
    }

    private static void fetch(Job job, Fetching fetching) {
        int bytes = Math.toIntExact(fetching.type.size());
        SuiteWindows.onEach(job, (long) bytes * fetching.count * job.size(), bytes, window -> {
            one(job, window, fetching);
            for (int kind = 0; kind < 3; kind++) {
                all(job, window, fetching, kind);
            }
            read(job, window, fetching);
        });
    }

    /** Each adds to itself, to its neighbour, and all but rank 0 to that one. */
    private static void one(Job job, Window window, Fetching fetching) {
        MemorySegment ones = fetching.numbers(fetching.count, 1);
        for (int step = 0; step < 3; step++) {
            reset(job, window, fetching, 0);
            int target = step == 0 ? window.rank() : step == 1 ? right(window) : 0;
            for (int i = 0; (step < 2 || window.rank() > 0) && i < ROUNDS; i++) {
                MemorySegment result = fetching.callLocked(window, ones, target, Op.SUM);
                if (step < 2) {
                    fetching.check(result, 0, i, "what was there");
                }
            }
            job.world().barrier();
            if (step < 2 || window.rank() == 0) {
                fetching.check(window.memory(), 0, step < 2 ? ROUNDS : ROUNDS * (window.size() - 1), "the sum");
            }
            job.world().barrier();
        }
    }

    /** Each has a block in the part of each, to which it adds its rank. */
    private static void all(Job job, Window window, Fetching fetching, int kind) {
        reset(job, window, fetching, 0);
        MemorySegment rank = fetching.numbers(fetching.count, window.rank());
        for (int i = 0; i < ROUNDS; i++) {
            MemorySegment[] results = new MemorySegment[window.size()];
            if (kind == 0) {
                window.fence(Assertions.NOPRECEDE);
            } else {
                window.lockAll(Assertions.NONE);
            }
            for (int target = 0; target < results.length; target++) {
                results[target] = fetching.numbers(fetching.count, -1);
                fetching.call(window, rank, results[target], target, window.rank(), Op.SUM);
                if (kind == 2) {
                    window.flush(target);
                }
            }
            if (kind == 0) {
                window.fence(Assertions.NOSUCCEED);
            } else {
                window.unlockAll();
            }
            for (MemorySegment result : results) {
                fetching.check(result, 0, i * window.rank(), "what was there");
            }
        }
        job.world().barrier();
        for (int rankOf = 0; rankOf < window.size(); rankOf++) {
            fetching.check(window.memory(), rankOf, ROUNDS * rankOf, "the sum");
        }
        job.world().barrier();
    }

    /** An operation that changes nothing brings what is there, of a neighbour and of oneself. */
    private static void read(Job job, Window window, Fetching fetching) {
        reset(job, window, fetching, 1 + window.rank());
        for (int target : new int[]{right(window), window.rank()}) {
            for (int i = 0; i < 3; i++) {
                fetching.check(fetching.callLocked(window, null, target, Op.NO_OP), 0, 1 + target, "what is there");
            }
        }
        job.world().barrier();
        fetching.check(window.memory(), 0, 1 + window.rank(), "what is here");
    }

    /** Windows have no settings of how updates are done, so that the variants with them are the same. */
    @SuiteCase(suite = SUITE, programs = {"fetch_and_op_char", "fetch_and_op_short", "fetch_and_op_int",
        "fetch_and_op_long", "fetch_and_op_double", "fetch_and_op_char_hwacc", "fetch_and_op_short_hwacc",
        "fetch_and_op_int_hwacc", "fetch_and_op_long_hwacc", "fetch_and_op_double_hwacc",
        "fetch_and_op_char_accop_hwacc",
        "fetch_and_op_short_accop_hwacc", "fetch_and_op_int_accop_hwacc", "fetch_and_op_long_accop_hwacc",
        "fetch_and_op_double_accop_hwacc"})
    @RankTest
    void shouldFetchAndAddNumbersOfEachType(Job job) {
        for (Datatype type : new Datatype[]{Datatype.INT8, Datatype.SHORT, Datatype.INT, Datatype.LONG,
            Datatype.DOUBLE}) {
            fetch(job, new Fetching(type, type, 1, true));
        }
    }

    @SuiteCase(suite = SUITE, programs = {"get_accumulate_short", "get_accumulate_int", "get_accumulate_long",
        "get_accumulate_double", "get_accumulate_short_derived", "get_accumulate_int_derived",
        "get_accumulate_long_derived", "get_accumulate_double_derived"})
    @RankTest
    void shouldFetchAndAddManyNumbersOfEachType(Job job) {
        for (Datatype type : new Datatype[]{Datatype.SHORT, Datatype.INT, Datatype.LONG, Datatype.DOUBLE}) {
            Datatype derived = Datatype.contiguous(1, type).commit();
            for (int count : new int[]{5, 300}) {
                fetch(job, new Fetching(type, type, count, false));
                fetch(job, new Fetching(type, derived, count, false));
            }
            derived.free();
        }
    }
}
