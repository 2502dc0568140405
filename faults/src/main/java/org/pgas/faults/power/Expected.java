package org.pgas.faults.power;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** What a store has to have kept at a loss of power, by what was put, deleted and synced, and when. */
final class Expected {
    /** The end of what has not ended: it may have happened, or not. */
    static final long NEVER = Long.MAX_VALUE;

    /**
     * A put or a delete.
     *
     * @param rank the rank that made it
     * @param value null of a delete
     * @param begin before it was called
     * @param end after it has returned
     */
    record Change(int rank, String key, String value, long begin, long end) {}

    /**
     * A sync of a rank that has succeeded.
     *
     * @param number of all ranks' calls of the same sync
     * @param begin before it was called
     * @param end after it has returned
     */
    record Sync(int rank, int number, long begin, long end) {}

    private final Map<String, List<Change>> changes = new TreeMap<>();
    private final List<Sync> syncs;

    Expected(List<Change> all, List<Sync> syncs) {
        all.forEach(each -> changes.computeIfAbsent(each.key(), _ -> new ArrayList<>()).add(each));
        this.syncs = syncs;
    }

    /**
     * What is wrong with what a store holds after a loss of power at {@code moment}; empty if nothing is.
     *
     * @param found by key
     * @param lost keys that may be missing
     */
    String wrong(Map<String, String> found, long moment, Set<String> lost) {
        Map<Integer, Long> covered = covered(moment);
        StringBuilder wrong = new StringBuilder();
        changes.forEach((key, all) -> {
            if (!(lost.contains(key) && !found.containsKey(key)) && !isLegal(found.get(key), all, covered, moment)) {
                wrong.append(key)
                        .append(found.containsKey(key) ? " has the value " + brief(found.get(key)) : " is not there")
                        .append(", and legal are ").append(legal(all, covered, moment)).append("; ");
            }
        });
        found.keySet().stream().filter(key -> !changes.containsKey(key))
                .forEach(key -> wrong.append(key).append(" was never put; "));
        return wrong.toString();
    }

    /** Keys that have to be there, and are not. */
    Set<String> missing(Map<String, String> found, long moment) {
        Map<Integer, Long> covered = covered(moment);
        Set<String> missing = new HashSet<>();
        changes.forEach((key, all) -> {
            if (!found.containsKey(key) && !isLegal(null, all, covered, moment)) {
                missing.add(key);
            }
        });
        return missing;
    }

    /** By rank, what ended before was synced when a rank was told so, at the latest at {@code moment}. */
    private Map<Integer, Long> covered(long moment) {
        int last = syncs.stream().filter(each -> each.end() <= moment).mapToInt(Sync::number).max().orElse(-1);
        Map<Integer, Long> covered = new HashMap<>();
        syncs.stream().filter(each -> each.number() == last).forEach(each -> covered.put(each.rank(), each.begin()));
        return covered;
    }

    /** Before that was begun what was synced last; what has ended before is over. */
    private static long floor(List<Change> all, Map<Integer, Long> covered) {
        return all.stream().filter(each -> each.end() <= covered.getOrDefault(each.rank(), Long.MIN_VALUE))
                .mapToLong(Change::begin).max().orElse(Long.MIN_VALUE);
    }

    private static boolean isLegal(String value, List<Change> all, Map<Integer, Long> covered, long moment) {
        long floor = floor(all, covered);
        return value == null && floor == Long.MIN_VALUE
                || all.stream().anyMatch(each -> Objects.equals(each.value(), value) && isLegal(each, floor, moment));
    }

    private static boolean isLegal(Change change, long floor, long moment) {
        return change.begin() <= moment && change.end() >= floor;
    }

    private static String legal(List<Change> all, Map<Integer, Long> covered, long moment) {
        long floor = floor(all, covered);
        List<String> legal = new ArrayList<>(all.stream().filter(each -> isLegal(each, floor, moment))
                .map(each -> brief(each.value())).toList());
        if (floor == Long.MIN_VALUE) {
            legal.add(brief(null));
        }
        return legal.toString();
    }

    private static String brief(String value) {
        return value == null ? "none" : value.substring(0, Math.min(20, value.length()));
    }
}
