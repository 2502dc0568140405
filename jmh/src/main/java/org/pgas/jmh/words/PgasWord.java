package org.pgas.jmh.words;

import org.pgas.Job;
import org.pgas.atomics.LongAtomicDomain;

/** Through the atomic domain, as any program would: rank and offset are checked. */
record PgasWord(LongAtomicDomain domain, long offset) implements AtomicWord {
    private static final int OWNER = 0;
    private static final long WORDS = 4096;

    static AtomicWord[] open(Job job, Layout layout) {
        LongAtomicDomain domain = LongAtomicDomain.create(job.world());
        return new AtomicWord[]{new PgasWord(domain, WORDS + layout.offset(0)),
            new PgasWord(domain, WORDS + layout.offset(1))};
    }

    @Override
    public long getAndAdd(long delta) {
        return domain.fetchAdd(OWNER, offset, delta);
    }

    @Override
    public boolean compareAndSet(long expected, long desired) {
        return domain.compareAndSwap(OWNER, offset, expected, desired);
    }

    @Override
    public long get() {
        return domain.get(OWNER, offset);
    }

    @Override
    public void set(long value) {
        domain.set(OWNER, offset, value);
    }
}
