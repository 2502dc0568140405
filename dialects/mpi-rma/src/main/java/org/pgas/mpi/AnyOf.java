package org.pgas.mpi;

import java.util.Arrays;

import org.pgas.wait.SharedCondition;

/** That one of several conditions holds, of which there are at least two. */
record AnyOf(SharedCondition[] conditions) implements SharedCondition {
    @Override
    public boolean isMet() {
        for (SharedCondition each : conditions) {
            if (each.isMet()) {
                return true;
            }
        }
        return false;
    }

    /** All ranks that one of them needs. When one has left, the program hears of it, and does not wait for good. */
    @Override
    public int[] needed() {
        return Arrays.stream(conditions).flatMapToInt(each -> Arrays.stream(each.needed())).distinct().toArray();
    }

    /** Nobody: no call of another rank is needed for good as long as another one may end the wait. */
    @Override
    public int[] absent() {
        return new int[0];
    }

    @Override
    public String describe() {
        return "one of " + conditions.length + " operations, the first of which is " + conditions[0].describe();
    }
}
