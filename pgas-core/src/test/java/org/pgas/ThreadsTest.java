package org.pgas;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.pgas.rank.Threads;

class ThreadsTest {
    @Test
    void aThreadThatCannotBeStartedNamesTheLimits() {
        Thread refused = new Thread("pgas-watcher-3") {
            @Override
            public void start() {
                throw new OutOfMemoryError("unable to create native thread");
            }
        };
        String message = assertThrows(JoinException.class, () -> Threads.start(refused, 3)).getMessage();
        for (String word : new String[]{"rank 3", "pgas-watcher-3", "ulimit -u", "--pids-limit", "needs about 30"}) {
            assertTrue(message.contains(word), message);
        }
    }
}
