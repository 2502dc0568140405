package org.pgas.far;

import org.pgas.wait.AwaitedWithoutCall;

/** A wait for the operations of a set, of some categories. */
record FarSetWait(String call, FarSet set, int mask) implements AwaitedWithoutCall {
    @Override
    public boolean isMet() {
        return set.isComplete(mask);
    }

    @Override
    public int[] missing() {
        return set.missing(mask);
    }

    @Override
    public String describe() {
        return call + ": " + set.describe(mask) + " of memory that its owner carries out when it polls or waits";
    }
}
