package org.pgas.faults.histories;

/** What makes the calls of a rank. */
interface Calls {
    /** Makes it and answers its result, 0 where there is none. By the rank's main thread. */
    long make(Call call);
}
