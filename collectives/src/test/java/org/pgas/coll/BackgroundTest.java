package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is under way goes on in the polls of any thread. */
class BackgroundTest {
    private static final int ROUNDS = 5_000;
    private static final int POLLERS = 3;

    /** Also when the thread that began it has gone on with it alone for a while. */
    @ParameterizedTest(name = "blocking {0}")
    @ValueSource(booleans = {false, true})
    void shouldNotLoseWhatIsBegunWhileOthersFindThatNothingIsLeft(boolean blocking) {
        try (PlainTeam team = new PlainTeam(2, false)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation initiation = blocking ? Initiation.ofBlocking(member) : Initiation.of(member);
                AtomicBoolean ended = new AtomicBoolean();
                List<Thread> pollers = new ArrayList<>();
                for (int i = 0; i < POLLERS; i++) {
                    pollers.add(Thread.ofPlatform().start(() -> {
                        while (!ended.get()) {
                            place.poll();
                            Thread.yield();
                        }
                    }));
                }
                try {
                    MemorySegment data = MemorySegment.ofArray(new byte[1]);
                    for (int round = 0; round < ROUNDS; round++) {
                        int root = round & 1;
                        if (place.rank() == root) {
                            data.set(ValueLayout.JAVA_BYTE, 0, (byte) round);
                        }
                        Operation operation = initiation.broadcast(root, data, data, 1);
                        member.goOnInBackground();
                        // only the pollers advance it
                        place.awaitElsewhere(operation::isDone, "round " + round);
                        assertEquals((byte) round, data.get(ValueLayout.JAVA_BYTE, 0));
                    }
                } finally {
                    ended.set(true);
                    join(pollers);
                }
            });
        }
    }

    private static void join(List<Thread> threads) {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
