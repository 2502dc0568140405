package org.pgas.wait;

/** Something for which no rank has to make a call: those that are missing do their part in whatever wait. */
public interface AwaitedWithoutCall extends Awaited {
    @Override
    default int[] absent() {
        return NOBODY;
    }
}
