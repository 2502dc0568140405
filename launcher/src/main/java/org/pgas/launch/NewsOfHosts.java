package org.pgas.launch;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import org.pgas.launch.agents.RankNews;
import org.pgas.pshm.RankView;

/** What the agents of a job's hosts have told of its ranks. One thread at a time. */
final class NewsOfHosts {
    /** The state of a rank about which nothing was told. */
    private static final RankView UNTOLD = new RankView(RankView.State.FREE, 0, RankView.UNKNOWN, "", false);

    /** By rank: what was told last, with its address if that was told ever; null before anything was. */
    private final RankNews[] latest;

    /** @param size ranks of the job */
    NewsOfHosts(int size) {
        latest = new RankNews[size];
    }

    /**
     * Notes what the agent of a rank's host tells.
     *
     * @return what the agents of other hosts have to know of it; null when they know that
     */
    RankNews note(RankNews news) {
        RankNews before = latest[news.rank()];
        byte[] address = news.address().length > 0 || before == null ? news.address() : before.address();
        latest[news.rank()] = new RankNews(news.rank(), news.copy(), address);
        RankNews forOthers = forOthers(news);
        boolean isKnown = before != null && news.address().length == 0
                && forOthers(before).copy().equals(forOthers.copy());
        return isKnown ? null : forOthers;
    }

    private static RankNews forOthers(RankNews news) {
        return new RankNews(news.rank(), news.copy().withoutActivity(), news.address());
    }

    /** What the agent of a host has to know first that is started only now. */
    List<RankNews> soFar() {
        return Arrays.stream(latest).filter(Objects::nonNull).map(NewsOfHosts::forOthers).toList();
    }

    /**
     * Why the job cannot start any more; null if it can. It cannot when a rank's process has ended and the rank has
     * never joined, but another rank waits for it.
     *
     * @param isOver of a rank, whether the processes of its host have ended
     */
    JobEnd missingRank(IntPredicate isOver) {
        int missing = -1;
        int waiting = -1;
        for (int rank = 0; rank < latest.length; rank++) {
            RankView.State state = view(rank).state();
            if (isOver.test(rank)) {
                missing = state == RankView.State.FREE ? rank : missing;
            } else if (Members.isMember(state)) {
                waiting = rank;
            }
        }
        return missing < 0 || waiting < 0 ? null : JobEnd.ofMissingRank("rank " + missing, waiting);
    }

    private RankView view(int rank) {
        return latest[rank] == null ? UNTOLD : latest[rank].copy().view();
    }

    /** Why the job ends after this time, with what its ranks do as far as it was told. */
    String atTimeout(Duration timeout) {
        return Activities.atTimeout(timeout, IntStream.range(0, latest.length).mapToObj(this::view).toList(), Map.of());
    }
}
