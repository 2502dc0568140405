package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.pgas.spi.Activity;
import org.pgas.wait.Awaited;
import org.pgas.wait.Waiting;

/** What is told of a wait that lasts too long. */
class WaitMessageTest {
    private static final Awaited CONDITION = new Awaited() {
        @Override
        public boolean isMet() {
            return false;
        }

        @Override
        public Activity activity() {
            return Activity.COMPUTING;
        }

        @Override
        public int[] missing() {
            return new int[0];
        }

        @Override
        public String describe() {
            return "a condition";
        }
    };

    private final FakeWorld world = new FakeWorld(4);

    private String message(int... missing) {
        return Waiting.message(world.conduit(0), CONDITION, missing, "late");
    }

    @Test
    void shouldNameWhoDoesNotRunWhenNoRankInParticularIsNeeded() {
        assertEquals("rank 0: a condition: late", message());
        world.pause(0);
        world.pause(2);
        world.pause(3);
        assertEquals("rank 0: a condition: late; of the other ranks these do not run: [rank 2, fake] [rank 3, fake]",
                message());
    }

    @Test
    void shouldNameThoseWhoAreNeededOnlyWhenThereAreAny() {
        world.pause(2);
        assertEquals("rank 0: a condition: late; waiting for [rank 1, fake]", message(1));
    }
}
