package org.pgas.message;

import java.util.Arrays;

import org.pgas.wait.BackgroundWork;
import org.pgas.wait.Progress;

/**
 * The work of a rank that its waiting and polling threads do: taking in messages, and going on with what was begun
 * before.
 *
 * <pre>
 * field  writer                                  reader             order
 * works  threads that add or remove, under this  threads that poll  volatile array, replaced and never changed
 * </pre>
 */
public final class RankProgress implements Progress {
    private static final BackgroundWork[] NONE = {};

    private final Messenger messenger;

    /** Replaced, never changed; read at each poll. Written under {@code this}. */
    private volatile BackgroundWork[] works = NONE;

    public RankProgress(Messenger messenger) {
        this.messenger = messenger;
    }

    public synchronized void add(BackgroundWork work) {
        BackgroundWork[] more = Arrays.copyOf(works, works.length + 1);
        more[works.length] = work;
        works = more;
    }

    private synchronized void remove(BackgroundWork done) {
        works = Arrays.stream(works).filter(work -> work != done).toArray(BackgroundWork[]::new);
    }

    @Override
    public int poll() {
        int taken = messenger.poll();
        BackgroundWork[] now = works;
        return now.length == 0 ? taken : taken + advance(now);
    }

    /** Not inside a handler: what it waits for needs replies only, and programs' code may run here. */
    private int advance(BackgroundWork[] now) {
        if (messenger.isInHandler()) {
            return 0;
        }
        int finished = 0;
        for (BackgroundWork work : now) {
            if (work.advance()) {
                remove(work);
                finished++;
            }
        }
        return finished;
    }

    @Override
    public boolean isIdle() {
        // the thread that makes it possible to go on rings, after this one has announced its sleep
        BackgroundWork[] now = works;
        return messenger.isIdle() && (now.length == 0 || advance(now) == 0);
    }

    @Override
    public boolean isDrained() {
        return messenger.isDrained();
    }
}
