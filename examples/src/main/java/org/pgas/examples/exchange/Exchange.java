package org.pgas.examples.exchange;

import java.lang.foreign.MemorySegment;

/** One way to exchange blocks with neighbours. */
interface Exchange {
    /** Exchanges so many times. Collective. */
    void run(int epochs);

    /** The blocks that this rank supplies. */
    MemorySegment supplied();

    /** The blocks that this rank is supplied with. */
    MemorySegment received();
}
