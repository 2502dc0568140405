package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;

import org.junit.jupiter.api.Test;
import org.pgas.far.SmallOperations;
import org.pgas.rank.ThisRank;
import org.pgas.rank.Warnings;
import org.pgas.spi.Topology;

/** Of four ranks, 0 and 1 are neighbours, and 2 and 3. */
class SmallOperationsTest {
    private static final int MANY = SmallOperations.MANY;
    private static final int NEIGHBOUR = 1;
    private static final int ELSEWHERE = 2;

    private final FakeWorld world = new FakeWorld(4);

    private ThisRank rank0(Map<Setting, String> settings) {
        world.topology(Topology.ofNeighbourhoods(4, 2));
        return new ThisRank(FakeWorld.settings(settings), world.conduit(0));
    }

    private static void complete(SmallOperations operations, EventCategory category, int times) {
        for (int i = 0; i < times; i++) {
            operations.completed(ELSEWHERE, Long.BYTES, category);
        }
    }

    /** What is logged while {@code body} runs, by any thread. */
    private static List<String> logged(Runnable body) {
        List<String> logged = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger(Warnings.LOGGER);
        logger.setFilter(record -> {
            logged.add(record.getMessage());
            return false;
        });
        try {
            body.run();
        } finally {
            logger.setFilter(null);
        }
        return logged;
    }

    private static long all(ThisRank self) {
        return self.rankCounters().value(Counter.FAR_PUTS) + self.rankCounters().value(Counter.FAR_GETS)
                + self.rankCounters().value(Counter.FAR_UPDATES);
    }

    @Test
    void oneThreadTellsAtTheNumberAndNeverAgain() {
        SmallOperations operations = new SmallOperations(rank0(Map.of()));
        assertEquals(List.of(), logged(() -> {
            complete(operations, EventCategory.PUT, 300);
            complete(operations, EventCategory.RMW, 200);
            complete(operations, EventCategory.GET, MANY - 501);
        }));
        List<String> told = logged(() -> complete(operations, EventCategory.GET, 1));
        assertEquals(1, told.size(), told::toString);
        String text = told.getFirst();
        for (String part : List.of("rank 0: " + MANY + " blocking operations of 64 bytes or less ",
                "other neighbourhoods, " + (MANY - 500) + " of them gets", "putNbi", "getNbi", "applyNbi", "putSignal",
                "pgas.warn.far=off silences this")) {
            assertTrue(text.contains(part), text);
        }
        assertTrue(text.endsWith(" [pgas.warn.far]"), text);
        assertEquals(List.of(), logged(() -> complete(operations, EventCategory.GET, 2 * MANY)));
    }

    /** Counts are summed at each hundredth of a kind. */
    @Test
    void ofSeveralKindsAThreadTellsUpToAHundredLater() {
        SmallOperations operations = new SmallOperations(rank0(Map.of()));
        assertEquals(List.of(), logged(() -> {
            complete(operations, EventCategory.PUT, 37);
            complete(operations, EventCategory.RMW, 41);
            complete(operations, EventCategory.GET, MANY - 79);
        }));
        List<String> told = logged(() -> complete(operations, EventCategory.GET, 100));
        assertEquals(1, told.size(), told::toString);
        assertTrue(told.getFirst().contains(", " + MANY + " of them gets"), told::toString);
    }

    @Test
    void theKindThatThereIsMostOfIsNamed() {
        Map<EventCategory, String> names = Map.of(EventCategory.PUT, "puts", EventCategory.GET, "gets",
                EventCategory.RMW, "atomic operations or accumulates");
        names.forEach((most, name) -> {
            SmallOperations operations = new SmallOperations(new SmallOperationsTest().rank0(Map.of()));
            List<String> told = logged(() -> names.keySet()
                    .forEach(each -> complete(operations, each, each == most ? MANY / 2 : MANY / 4)));
            assertEquals(1, told.size(), told::toString);
            assertTrue(told.getFirst().contains(", " + MANY / 2 + " of them " + name + ":"), told::toString);
        });
    }

    @Test
    void whatGoesToNeighboursAndWhatIsLargerIsNotCounted() {
        ThisRank self = rank0(Map.of(Setting.WARN_FAR, "panic"));
        SmallOperations operations = new SmallOperations(self);
        for (int i = 0; i < MANY; i++) {
            operations.completed(0, 8, EventCategory.PUT);
            operations.completed(NEIGHBOUR, 8, EventCategory.GET);
            operations.completed(ELSEWHERE, SmallOperations.MOST_BYTES + 1, EventCategory.RMW);
        }
        assertEquals(0, all(self));
        operations.completed(ELSEWHERE, SmallOperations.MOST_BYTES, EventCategory.PUT);
        operations.completed(ELSEWHERE + 1, 1, EventCategory.GET);
        operations.completed(ELSEWHERE, 8, EventCategory.RMW);
        assertEquals("far puts 1, far gets 1, far updates 1", new Counters(self.rankCounters()).toString());
    }

    @Test
    void inOneNeighbourhoodNothingIsCounted() {
        ThisRank self = new ThisRank(FakeWorld.settings(Map.of()), world.conduit(0));
        complete(new SmallOperations(self), EventCategory.PUT, 100);
        assertEquals(0, all(self));
    }

    @Test
    void whatIsOffIsCountedAndNotTold() {
        ThisRank self = rank0(Map.of(Setting.WARN_FAR, "off"));
        SmallOperations operations = new SmallOperations(self);
        assertEquals(List.of(), logged(() -> complete(operations, EventCategory.PUT, 2 * MANY)));
        assertEquals(2 * MANY, self.rankCounters().value(Counter.FAR_PUTS));
    }

    @Test
    void aPanicEndsTheJobAtTheNumber() {
        ThisRank self = rank0(Map.of(Setting.WARN_FAR, "panic"));
        SmallOperations operations = new SmallOperations(self);
        complete(operations, EventCategory.PUT, MANY - 1);
        String text = assertThrows(JobEndedException.class, () -> complete(operations, EventCategory.PUT, 1))
                .getMessage();
        assertTrue(text.endsWith("[pgas.warn.far=panic]"), text);
    }

    /** Among them virtual ones, and more platform threads than have counts of their own. */
    @Test
    void ofThreadsThatCountAtOnceOneTellsAndNoCountIsLost() {
        ThisRank self = rank0(Map.of());
        SmallOperations operations = new SmallOperations(self);
        int each = 500;
        int count = 80;
        List<String> told = logged(() -> {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < count; t++) {
                EventCategory category = t % 2 == 0 ? EventCategory.PUT : EventCategory.RMW;
                Runnable work = () -> complete(operations, category, each);
                threads.add(t % 4 == 0 ? Thread.ofVirtual().start(work) : Thread.ofPlatform().start(work));
            }
            threads.forEach(SmallOperationsTest::join);
        });
        assertEquals((long) count * each, all(self));
        assertEquals(1, told.size(), told::toString);
        assertFalse(told.getFirst().contains("gets"), told::toString);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
