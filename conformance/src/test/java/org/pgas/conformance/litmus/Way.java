package org.pgas.conformance.litmus;

import java.util.function.BooleanSupplier;

import org.opentest4j.AssertionFailedError;
import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.conformance.Patience;

/**
 * A way for one of two ranks to tell the other that it has written: one promise of order. Both ranks have one, and take
 * turns. A third rank, if there is one, has memory for words and structures, and does what all ranks have to.
 */
class Way {
    /** A step of a round. */
    interface Step {
        void at(long round);
    }

    /** Words of the program's that are written before a tell and read after a see. */
    interface Words {
        /** By the rank that tells next. */
        void write(int place, long value);

        /** By the rank that has seen. */
        long read(int place);
    }

    /** The first bytes of each segment are the way's own; the words come behind them. */
    static final long OWN = 0;
    static final long OTHER = 512;
    static final long STRUCTURE = 1024;
    static final long WORDS = 32 << 10;

    final Job job;
    private final Step tell;
    private final Step see;
    private Step before = _ -> {};
    private Words words;
    private Runnable end = () -> {};
    private boolean isOfAll;

    Way(Job job, Step tell, Step see) {
        this.job = job;
        this.tell = tell;
        this.see = see;
        this.words = plain(job);
    }

    /** What the writing rank does before its first word. */
    Way before(Step step) {
        before = step;
        return this;
    }

    Way words(Words others) {
        words = others;
        return this;
    }

    /** To tell and to see are one call of all ranks. */
    Way ofAll() {
        isOfAll = true;
        return this;
    }

    boolean isOfAll() {
        return isOfAll;
    }

    /** Collective, when all is over. */
    Way end(Runnable step) {
        end = step;
        return this;
    }

    void begin(long round) {
        before.at(round);
    }

    Words words() {
        return words;
    }

    void tell(long round) {
        tell.at(round);
    }

    void see(long round) {
        see.at(round);
    }

    void end() {
        end.run();
    }

    /** The other one of the two; of a third rank, some rank. */
    static int peer(Job job) {
        return job.rank() == 0 ? 1 : 0;
    }

    /** The rank whose memory has what there is once: the first one, or a third. */
    static int host(Job job) {
        return job.size() == 2 ? 0 : 2;
    }

    /** The rank whose memory has a word. */
    static int home(Job job, int place) {
        return place % job.size();
    }

    /** Plain words, as many of them in the memory of each rank. */
    static Words plain(Job job) {
        Rma rma = job.world().rma();
        return new Words() {
            @Override
            public void write(int place, long value) {
                rma.putLong(home(job, place), offset(place), value);
            }

            @Override
            public long read(int place) {
                return rma.getLong(home(job, place), offset(place));
            }
        };
    }

    /** In a line of its own, at some place of it. */
    static long offset(int place) {
        return WORDS + 128L * place + 8L * (place * 5 & 7);
    }

    /** Looks until it holds; ends with the job. */
    void spin(BooleanSupplier condition) {
        long begin = System.nanoTime();
        for (int look = 1; !condition.getAsBoolean(); look++) {
            Thread.onSpinWait();
            if (look % 64 == 0) {
                Thread.yield();
                job.poll();
                if (System.nanoTime() - begin > Patience.NANOS) {
                    throw new AssertionFailedError("rank " + job.rank() + ": what the other rank told is not seen");
                }
            }
        }
    }
}
