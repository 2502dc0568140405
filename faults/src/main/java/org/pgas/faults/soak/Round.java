package org.pgas.faults.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.pgas.memory.SharedArea;

/** A line of a rank's file: what one round took and left. */
final class Round {
    private static final List<String> USAGE = List.of("round", "clock", "heap", "metaspace", "code", "code limit",
            "classes", "anonymous memory", "memory of compilers", "native memory", "resident memory", "page tables",
            "addresses",
            "mappings", "files open", "threads", "shared memory",
            "area taken",
            "area reserved");

    private Round() {}

    /** Of the columns, in the order of a line. */
    static List<String> titles(List<String> modules) {
        List<String> titles = new ArrayList<>(USAGE);
        for (String each : LatencyProbe.names()) {
            titles.add(each);
            titles.add(each + " p99");
        }
        titles.addAll(modules);
        return titles;
    }

    /**
     * @param millis since the soak began, by the clock on the wall
     * @param shared blocks of the job's files, which rank 0 tells
     */
    static String line(int round, long millis, Usage usage, long shared, SharedArea area, String latencies,
            long[] operations) {
        return round + "," + millis + "," + usage.heapBytes() + "," + usage.metaBytes() + "," + usage.codeBytes() + ","
                + usage.codeLimit() + "," + usage.classes() + ","
                + usage.memory().anonymousBytes() + "," + usage.memory().compilerBytes() + ","
                + usage.memory().trackedBytes() + "," + usage.memory().otherBytes() + "," + usage.tableBytes() + ","
                + usage.addressBytes() + ","
                + usage.mappings() + ","
                + usage.descriptors() + "," + usage.threads() + "," + shared + "," + area.bytesTaken() + ","
                + area.bytesReserved() + "," + latencies + ","
                + Arrays.stream(operations).mapToObj(Long::toString).collect(Collectors.joining(","));
    }
}
