package org.pgas.ga;

import org.pgas.PgasException;

/** The mutexes: number i is ARMCI's mutex i / nproc of process i % nproc. */
final class Mutexes {
    private final GaCore core;

    /** How many there are; -1 while there are none. */
    private int number = -1; // the collective calls | threads that lock | plain: a call that races them is undefined

    Mutexes(GaCore core) {
        this.core = core;
    }

    void create(int count) {
        String call = "Ga.createMutexes";
        core.begin(call, count);
        if (number >= 0) {
            throw core.refusals.bad(call, "there are mutexes already: destroy them first (Ga.destroyMutexes)");
        }
        if (count < 1) {
            throw core.refusals.illegal(call, "number", count, "1 and more");
        }
        int own = core.me < count ? (count - 1 - core.me) / core.nproc + 1 : 0;
        core.named(call, () -> core.armci.createMutexes(own));
        number = count;
    }

    void destroy() {
        String call = "Ga.destroyMutexes";
        core.begin(call);
        if (number < 0) {
            throw core.refusals.bad(call, "there are no mutexes: make some first (Ga.createMutexes)");
        }
        core.named(call, core.armci::destroyMutexes);
        number = -1;
    }

    void lock(int mutex) {
        String call = "Ga.lock";
        check(call, mutex);
        core.named(call, () -> core.armci.lock(mutex / core.nproc, mutex % core.nproc));
    }

    void unlock(int mutex) {
        String call = "Ga.unlock";
        check(call, mutex);
        core.named(call, () -> core.armci.unlock(mutex / core.nproc, mutex % core.nproc));
    }

    private void check(String call, int mutex) {
        core.enter(call);
        if (mutex < 0 || mutex >= number) {
            throw refused(call, mutex);
        }
    }

    private PgasException refused(String call, int mutex) {
        return number < 0
                ? core.refusals.bad(call, "there are no mutexes: make some first (Ga.createMutexes)")
                : core.refusals.outside(call, "mutex", mutex, number);
    }
}
