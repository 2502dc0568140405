package org.pgas.vis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What of one global shape belongs to what of another: transfers between two ranks each. Of shapes of very many
 * regions, a part of the packed form at a time. Immutable; any thread.
 */
final class GlobalMatch {
    /** Regions that are matched at once: what is remembered takes some megabytes at most. */
    static final int MOST_PIECES = 1 << 16;

    /**
     * A transfer from {@code source} to {@code target}, which count from their bases in the segments of these job
     * ranks.
     */
    record Part(int targetRank, long targetBase, Shape target, int sourceRank, long sourceBase, Shape source) {}

    private final GlobalShape source;
    private final long position;
    private final long end;
    private final List<Part> parts;

    private GlobalMatch(GlobalShape source, long position, long end, List<Part> parts) {
        this.source = source;
        this.position = position;
        this.end = end;
        this.parts = List.copyOf(parts);
    }

    static GlobalMatch of(GlobalShape target, GlobalShape source, long position) {
        List<Part> parts = new ArrayList<>();
        if (source.runs() instanceof PlacedRuns placed) {
            for (LocalMatch.Part part : target.match(placed.shape()).parts()) {
                parts.add(new Part(part.rank(), part.base(), part.place(), placed.rank(),
                        placed.base() + part.localBase(), part.local()));
            }
            return new GlobalMatch(source, 0, target.bytes(), parts);
        }
        if (target.runs() instanceof PlacedRuns placed) {
            for (LocalMatch.Part part : source.match(placed.shape()).parts()) {
                parts.add(new Part(placed.rank(), placed.base() + part.localBase(), part.local(), part.rank(),
                        part.base(), part.place()));
            }
            return new GlobalMatch(source, 0, target.bytes(), parts);
        }
        return walk(target.runs(), source, position);
    }

    /** What two ranks have in common. */
    private record Pair(RunList target, RunList source) {}

    private static GlobalMatch walk(GlobalRuns target, GlobalShape sourceShape, long start) {
        GlobalRuns source = sourceShape.runs();
        Map<Long, Pair> pairs = new LinkedHashMap<>();
        long total = target.bytes();
        long position = start;
        long targetRun = target.runAt(position);
        long sourceRun = source.runAt(position);
        for (int pieces = 0; position < total && pieces < MOST_PIECES; pieces++) {
            long targetSkipped = position - target.position(targetRun);
            long sourceSkipped = position - source.position(sourceRun);
            long targetLeft = target.length(targetRun) - targetSkipped;
            long sourceLeft = source.length(sourceRun) - sourceSkipped;
            long bytes = Math.min(targetLeft, sourceLeft);
            if (bytes > 0) {
                Pair pair = pairs.computeIfAbsent((long) target.rank(targetRun) << 32 | source.rank(sourceRun),
                        key -> new Pair(new RunList(), new RunList()));
                pair.target.add(target.offset(targetRun) + targetSkipped, bytes);
                pair.source.add(source.offset(sourceRun) + sourceSkipped, bytes);
                position += bytes;
            }
            targetRun += bytes == targetLeft ? 1 : 0;
            sourceRun += bytes == sourceLeft ? 1 : 0;
        }
        List<Part> parts = new ArrayList<>();
        pairs.forEach((ranks, pair) -> parts.add(new Part((int) (ranks >>> 32), 0, pair.target.shape(),
                (int) (long) ranks, 0, pair.source.shape())));
        return new GlobalMatch(sourceShape, start, position, parts);
    }

    boolean isOf(GlobalShape shape, long from) {
        return source == shape && position == from;
    }

    /** Behind the last byte of the packed form that is matched here. */
    long end() {
        return end;
    }

    List<Part> parts() {
        return parts;
    }
}
