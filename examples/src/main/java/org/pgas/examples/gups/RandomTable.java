package org.pgas.examples.gups;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.atomics.LongAtomicDomain;

/**
 * A table of a power of two of words in the segments of all ranks. Number r of a stream is combined, by exclusive or,
 * into the word that the low bits of r name, on any rank; the owner takes no part.
 *
 * <p>The same numbers combined a second time take back what the first time did, in whatever order, if no update was
 * lost: that is the check.
 *
 * <p>A segment holds the number of wrong words, which counts in rank 0's, and from the next line on the rank's words.
 */
public final class RandomTable {
    /** So many words are legal on a single rank, too. */
    public static final int MOST_LOG2_WORDS = 36;

    /** The numbers of the stream, after which it begins anew. */
    public static final long STREAM_LENGTH = RandomStream.PERIOD;

    private static final long ERRORS = 0;
    private static final long TABLE = 64;
    private static final long WORD_BYTES = 8;

    /** Short enough that the loop is compiled as a method after the first pieces, not in the middle of its only run. */
    private static final long PIECE = 1 << 16;

    private static final MemorySegment NO_RESULT = MemorySegment.NULL;
    private static final long NO_OPERAND = 0;

    private final Job job;
    private final Spread spread;
    private final MemorySegment own;
    private final LongAtomicDomain atomics;

    /** What this rank has added to the number of wrong words. */
    private long counted;

    /**
     * Attaches the job's segment, and sets each word to its own number. Collective, arguments single-valued; throws
     * what attach throws.
     *
     * @param log2Words 0 to {@link #MOST_LOG2_WORDS}
     */
    public RandomTable(Job job, int log2Words) {
        this.job = job;
        spread = new Spread(log2Words, job.size());
        long bytes = bytes(spread);
        own = job.attach(Math.ceilDiv(bytes, job.pageBytes()) * job.pageBytes()).local();
        atomics = LongAtomicDomain.create(job.world());
        for (long i = 0; i < spread.count(job.rank()); i++) {
            own.set(ValueLayout.JAVA_LONG, TABLE + WORD_BYTES * i, spread.first(job.rank()) + i);
        }
        job.world().barrier();
    }

    private static long bytes(Spread spread) {
        return TABLE + WORD_BYTES * spread.mostWords();
    }

    /**
     * The largest {@code log2Words}, {@code most} or less, with which a rank needs no more than {@code bytes}; 0 if
     * there is none.
     */
    public static int fittingLog2Words(int ranks, long bytes, int most) {
        int log2Words = most;
        while (log2Words > 0 && bytes(new Spread(log2Words, ranks)) > bytes) {
            log2Words--;
        }
        return log2Words;
    }

    /** Number of words. */
    public long words() {
        return spread.words();
    }

    /**
     * Combines {@code count} numbers of the stream, those after number {@code position}; each rank does a share of
     * them. Collective, arguments single-valued.
     *
     * @return nanoseconds until all ranks had done theirs
     */
    public long update(long position, long count) {
        long first = shareBegin(job.rank(), count);
        long end = shareBegin(job.rank() + 1, count);
        long number = RandomStream.at(position + first);
        job.world().barrier();
        long start = System.nanoTime();
        for (long done = first; done < end; done += PIECE) {
            number = combine(number, Math.min(PIECE, end - done));
        }
        job.world().barrier();
        return System.nanoTime() - start;
    }

    private long shareBegin(int rank, long count) {
        return count / job.size() * rank + Math.min(rank, count % job.size());
    }

    /** Combines the {@code count} numbers after {@code number}, and returns the last of them. */
    private long combine(long number, long count) {
        long mask = spread.words() - 1;
        long last = number;
        for (long i = 0; i < count; i++) {
            last = RandomStream.next(last);
            long word = last & mask;
            int rank = spread.rank(word);
            atomics.applyNbi(NO_RESULT, 0, rank, TABLE + WORD_BYTES * (word - spread.first(rank)), Opcode.XOR, last,
                    NO_OPERAND, 0);
        }
        job.nbi().await();
        return last;
    }

    /** How many words of all ranks do not hold their own number. Collective. */
    public long errors() {
        long wrong = 0;
        for (long i = 0; i < spread.count(job.rank()); i++) {
            if (own.get(ValueLayout.JAVA_LONG, TABLE + WORD_BYTES * i) != spread.first(job.rank()) + i) {
                wrong++;
            }
        }
        atomics.fetchAdd(0, ERRORS, wrong - counted);
        counted = wrong;
        job.world().barrier();
        long all = atomics.get(0, ERRORS);
        job.world().barrier(); // a faster rank may ask again
        return all;
    }
}
