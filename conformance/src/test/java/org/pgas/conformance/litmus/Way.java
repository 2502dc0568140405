package org.pgas.conformance.litmus;

import java.util.function.BooleanSupplier;

import org.opentest4j.AssertionFailedError;
import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.conformance.Patience;

/** A way for one of two ranks to tell the other that it has written: one promise of order. Both ranks have one, and take turns. */
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

    static int peer(Job job) {
        return 1 - job.rank();
    }

    /** Plain words, half of them in the memory of each rank. */
    static Words plain(Job job) {
        Rma rma = job.world().rma();
        return new Words() {
            @Override
            public void write(int place, long value) {
                rma.putLong(place & 1, offset(place), value);
            }

            @Override
            public long read(int place) {
                return rma.getLong(place & 1, offset(place));
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
