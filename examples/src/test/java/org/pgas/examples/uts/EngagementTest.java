package org.pgas.examples.uts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** Plays the protocol with messages that arrive in any order. */
@Seeded
final class EngagementTest {
    private record Message(boolean gift, int from, int to) {}

    @Test
    void shouldEndWhenNoRankHasWorkAndNoneIsOnItsWayAndNeverBefore() {
        SplittableRandom random = Seed.of("protocol");
        for (int game = 0; game < 2_000; game++) {
            play(random, 1 + random.nextInt(6), random.nextInt(60));
        }
    }

    private static void play(SplittableRandom random, int ranks, int gifts) {
        Engagement[] engagements = new Engagement[ranks];
        int[] work = new int[ranks];
        List<Message> onTheWay = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            engagements[rank] = new Engagement(rank);
        }
        work[0] = 1 + random.nextInt(20);
        int left = gifts;
        // enough steps for every gift, its thanks, and for visits that find nothing to do
        for (int step = 0; step < 200_000; step++) {
            int rank = random.nextInt(ranks);
            int choice = random.nextInt(3);
            if (choice == 0 && work[rank] > 0 && left > 0) {
                left--;
                work[rank] += random.nextInt(2);
                work[rank]--;
                engagements[rank].gives();
                onTheWay.add(new Message(true, rank, random.nextInt(ranks)));
            } else if (choice == 1 && !onTheWay.isEmpty()) {
                deliver(onTheWay.remove(random.nextInt(onTheWay.size())), engagements, work, onTheWay);
            } else if (choice == 2 && work[rank] > 0) {
                work[rank]--;
            } else if (work[rank] == 0 && engagements[rank].isDone()) {
                if (engagements[rank].isRoot()) {
                    assertTrue(onTheWay.isEmpty(), onTheWay::toString);
                    for (int some : work) {
                        assertEquals(0, some);
                    }
                    return;
                }
                onTheWay.add(new Message(false, rank, engagements[rank].leave()));
            }
        }
        throw new AssertionError("no end is found: " + onTheWay);
    }

    private static void deliver(Message message, Engagement[] engagements, int[] work, List<Message> onTheWay) {
        int to = message.to();
        if (!message.gift()) {
            engagements[to].isThanked();
            return;
        }
        work[to]++;
        if (engagements[to].thanksAtOnce(message.from())) {
            onTheWay.add(new Message(false, to, message.from()));
        }
    }
}
