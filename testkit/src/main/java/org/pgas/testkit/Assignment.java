package org.pgas.testkit;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

import org.pgas.Setting;

/** What one rank is told to do; names instead of classes, since it may be told in another JVM. */
record Assignment(
        String testClass,
        String declaringClass,
        String method,
        List<String> parameterTypes,
        int rank,
        int size,
        Mode mode,
        String jobDirectory,
        Memory memory,
        long segmentBytes,
        Map<Setting, String> settings,
        long seed) implements Serializable {
    @Override
    public String toString() {
        return Ranks.describe(rank, size, mode);
    }
}
