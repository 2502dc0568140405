package org.pgas.mpi;

import org.pgas.wait.SharedCondition;

/** A condition that ends when other ranks have taken in messages, which they do in any wait: none has to call. */
interface TakenIn extends SharedCondition {
    @Override
    default int[] absent() {
        return new int[0];
    }
}
