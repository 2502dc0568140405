package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pgas.launch.agents.RankNews;
import org.pgas.pshm.RankCopy;
import org.pgas.pshm.RankView.State;

/** What is told on of ranks, and what follows from it. */
class NewsOfHostsTest {
    private static final byte[] NONE = {};
    private static final byte[] ADDRESS = {'a'};
    private static final int COMPUTING = 0;
    private static final int AT_A_BARRIER = 2;

    private final NewsOfHosts news = new NewsOfHosts(3);

    private RankNews note(int rank, State state, int activity, byte[] address) {
        RankCopy copy = new RankCopy(state, false, rank == 2 ? 1 : 0, 0, activity, "", "");
        return news.note(new RankNews(rank, copy, address));
    }

    @Test
    void othersAreToldWhatIsNewToThemAndNotWhatARankDoes() {
        assertNotNull(note(1, State.FREE, COMPUTING, NONE));
        assertNull(note(1, State.FREE, COMPUTING, NONE));
        RankNews joined = note(1, State.JOINED, AT_A_BARRIER, ADDRESS);
        assertArrayEquals(ADDRESS, joined.address());
        assertEquals(COMPUTING, joined.copy().activity());
        assertNull(note(1, State.JOINED, COMPUTING, NONE));
        assertNull(note(1, State.JOINED, AT_A_BARRIER, NONE));
        assertEquals(State.LEFT, note(1, State.LEFT, AT_A_BARRIER, NONE).copy().state());
    }

    @Test
    void whoComesLaterIsToldTheLatestOfEachRankWithItsAddress() {
        note(2, State.JOINING, COMPUTING, NONE);
        note(2, State.JOINED, COMPUTING, ADDRESS);
        note(2, State.JOINED, AT_A_BARRIER, NONE);
        note(0, State.FREE, COMPUTING, NONE);
        List<RankNews> told = news.soFar();
        assertEquals(2, told.size());
        assertEquals(0, told.getFirst().rank());
        assertEquals(2, told.getLast().rank());
        assertEquals(State.JOINED, told.getLast().copy().state());
        assertArrayEquals(ADDRESS, told.getLast().address());
    }

    @Test
    void aRankThatHasNotJoinedIsMissedWhenItsHostIsOverAndAnotherWaits() {
        assertNull(news.missingRank(rank -> true), "nobody waits");
        note(0, State.JOINING, COMPUTING, NONE);
        assertNull(news.missingRank(rank -> false), "all may come");
        JobEnd end = news.missingRank(rank -> rank == 2);
        assertEquals("rank 2 ended without joining the job that rank 0 waits to start", end.message());
        assertEquals(1, end.code());
        note(2, State.LEFT, COMPUTING, NONE);
        assertNull(news.missingRank(rank -> rank == 2), "it has left");
    }

    @Test
    void atATimeoutAllRanksAreToldWithWhatTheyDo() {
        note(0, State.JOINED, AT_A_BARRIER, NONE);
        note(2, State.JOINED, COMPUTING, NONE);
        assertEquals("the job has run for 90s, its --timeout; rank 0 of neighbourhood 0: waiting in a barrier; "
                + "rank 1: has not joined; rank 2 of neighbourhood 1: computing",
                news.atTimeout(Duration.ofSeconds(90)));
    }
}
