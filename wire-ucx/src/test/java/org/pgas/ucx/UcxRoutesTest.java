package org.pgas.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

/** What any call of UCX may find out of any endpoint. Here the endpoint of a route is ten times its number. */
class UcxRoutesTest {
    private static final int COUNT = 5;

    private final List<Long> flushed = new ArrayList<>();
    private final List<Long> ended = new ArrayList<>();

    /** What happens while an endpoint is made, flushed, or ended. */
    private LongConsumer during = _ -> {};

    private final UcxRoutes routes = new UcxRoutes(new Endpoints() {
        @Override
        public long connect(byte[] there, long number) {
            during.accept(10 * number);
            return 10 * number;
        }

        @Override
        public long flush(long endpoint) {
            flushed.add(endpoint);
            during.accept(endpoint);
            return Ucp.UCS_OK;
        }

        @Override
        public long disconnect(long endpoint) {
            ended.add(endpoint);
            during.accept(endpoint);
            return Ucp.UCS_OK;
        }
    });

    private void connect() throws IOException {
        for (byte i = 1; i <= COUNT; i++) {
            assertEquals(10L * i, routes.to(new byte[]{i}).endpoint());
        }
    }

    private void breakAll() {
        for (int number = 1; number <= COUNT; number++) {
            routes.broke(number, "the peer is gone");
        }
    }

    /** Each endpoint is ended, and once: UCX does not bear a second time. */
    private void assertAllHaveEnded() {
        assertFalse(routes.isBusy());
        assertEquals(LongStream.rangeClosed(1, COUNT).mapToObj(each -> 10 * each).toList(),
                ended.stream().sorted().toList());
    }

    @Test
    void aFlushMayFindOutThatSomeAreBroken() throws IOException {
        connect();
        during = endpoint -> {
            if (endpoint == 20) {
                routes.broke(1, "the peer is gone"); // flushed before, now, and not yet
                routes.broke(2, "the peer is gone");
                routes.broke(4, "the peer is gone");
            }
        };
        routes.flush();
        assertEquals(List.of(10L, 20L, 30L, 50L), flushed);
        routes.tidyUp();
        assertEquals(List.of(10L, 20L, 40L), ended.stream().sorted().toList());
        routes.close();
        assertAllHaveEnded();
    }

    @Test
    void oneMayBreakWhileItIsMade() throws IOException {
        during = endpoint -> routes.broke(endpoint / 10, "the peer is gone");
        UcxRoute first = routes.to(new byte[]{7});
        assertEquals("the peer is gone", first.failure());
        during = _ -> {};
        assertNull(routes.to(new byte[]{7}).failure(), "the next call tries again");
        routes.tidyUp();
        assertEquals(List.of(10L), ended);
    }

    @Test
    void theEndOfOneMayFindOutThatOthersAreBroken() throws IOException {
        connect();
        during = _ -> breakAll();
        routes.broke(3, "the peer is gone");
        routes.tidyUp();
        assertAllHaveEnded();
    }

    @Test
    void theEndOfAllMayFindOutThatAllAreBroken() throws IOException {
        connect();
        during = _ -> breakAll();
        routes.close();
        routes.tidyUp();
        assertAllHaveEnded();
    }
}
