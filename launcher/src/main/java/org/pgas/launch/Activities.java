package org.pgas.launch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.pgas.pshm.HostedJob;
import org.pgas.pshm.RankView;

/** Says what the ranks of a job are doing, equal ones together. */
final class Activities {
    /** What ranks that are told together have in common. */
    private record Equal(String activity, int neighbourhood) {}

    private Activities() {}

    /** @param running the processes that have not ended */
    static String atTimeout(Duration timeout, HostedJob hosted, List<RankProcess> running) {
        Map<Integer, String> pauses = new HashMap<>();
        for (RankProcess each : running) {
            pauses.put(each.rank(), HostedJob.pause(each.pid()));
        }
        return atTimeout(timeout, IntStream.range(0, hosted.size()).mapToObj(hosted::rank).toList(), pauses);
    }

    /**
     * The same of ranks of which this is known.
     *
     * @param pauses by rank, what keeps its process from running; nothing of others
     */
    static String atTimeout(Duration timeout, List<RankView> ranks, Map<Integer, String> pauses) {
        return "the job has run for " + text(timeout) + ", its --timeout; " + describe(ranks, pauses);
    }

    /**
     * "ranks 0, 2: computing; rank 1: waiting in a barrier, stopped (state T: SIGCONT lets it go on)"; of several
     * neighbourhoods each for itself: "ranks 0, 1 of neighbourhood 0: computing".
     */
    private static String describe(List<RankView> ranks, Map<Integer, String> pauses) {
        boolean areSeveral = ranks.stream().mapToInt(RankView::neighbourhood).max().orElse(0) > 0;
        Map<Equal, List<Integer>> alike = new LinkedHashMap<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            RankView view = ranks.get(rank);
            String pause = pauses.getOrDefault(rank, "");
            alike.computeIfAbsent(new Equal(activity(view) + (pause.isEmpty() ? "" : ", " + pause),
                    areSeveral ? view.neighbourhood() : RankView.UNKNOWN), any -> new ArrayList<>()).add(rank);
        }
        List<String> parts = new ArrayList<>();
        alike.forEach((what, who) -> parts.add(
                (who.size() == 1 ? "rank " : "ranks ") + who.toString().replaceAll("[\\[\\]]", "")
                        + (what.neighbourhood == RankView.UNKNOWN ? "" : " of neighbourhood " + what.neighbourhood)
                        + ": " + what.activity));
        return String.join("; ", parts);
    }

    private static String activity(RankView view) {
        return switch (view.state()) {
            case FREE -> "has not joined";
            case JOINING -> "joining";
            case JOINED -> view.activity();
            case LEFT -> "has left";
        };
    }

    /** As the option takes it. */
    private static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        return millis % 60_000 != 0 ? millis / 1000 + "s" : millis / 60_000 + "m";
    }
}
