package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.pgas.operation.PendingEvent;
import org.pgas.spi.Activity;

class UnawaitedEventsTest {
    private final FakeWorld world = new FakeWorld(2);
    private final Job job = world.job(0, Map.of(Setting.WARN_EVENTS, "panic"));

    private static final class Begun extends PendingEvent {
        private final Supplier<String> text;

        Begun(Job job, Supplier<String> text) {
            super(job.rooms().operations);
            this.text = text;
        }

        @Override
        public boolean isMet() {
            return false;
        }

        @Override
        public Activity activity() {
            return Activity.EVENT;
        }

        @Override
        public int[] missing() {
            return new int[]{1};
        }

        @Override
        public String describe() {
            return text.get();
        }

        @Override
        protected void synchronised() {}
    }

    private void begin() {
        assertEquals(1, new Begun(job, () -> "something").missing().length);
    }

    private String refusal() {
        String text = assertThrows(PgasException.class, job::close).getMessage();
        assertTrue(world.hasLeft(0));
        return text;
    }

    @Test
    void shouldLeaveTheJobThoughAnEventCannotBeDescribed() {
        Begun begun = new Begun(job, () -> {
            throw new IllegalStateException("in use");
        });
        assertEquals(1, begun.missing().length);
        assertTrue(refusal().contains("1 operation was never awaited, the first: an operation (thread "));
    }

    @Test
    void shouldCountThoseOfManyThreadsThatAreGone() throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            Thread thread = new Thread(this::begin, "thread " + i);
            thread.start();
            thread.join();
        }
        String text = refusal();
        assertTrue(text.contains("200 operations were never awaited, the first: something (thread thread 0)"), text);
    }

    /** What is thrown already says more. */
    @Test
    void shouldSayNothingWhenTheJobHasEnded() {
        begin();
        world.end();
        job.close();
        assertTrue(world.hasLeft(0));
    }

    @Test
    void shouldSayNothingWhenARankWasLost() {
        Begun begun = new Begun(job, () -> "something");
        world.leave(1);
        assertThrows(PeerLostException.class, begun::await);
        job.close();
        assertTrue(world.hasLeft(0));
    }
}
