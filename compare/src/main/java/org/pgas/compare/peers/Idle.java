package org.pgas.compare.peers;

/**
 * What to do when there is nothing to do: look again at once for a while, then let others have the core, such as
 * threads of the library that is measured.
 *
 * @param spins how often to look again at once
 */
record Idle(int spins) {
    /** @param inVain how often in a row there was nothing */
    void idle(int inVain) {
        if (inVain > spins) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }
}
