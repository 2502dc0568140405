package org.pgas.pshm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * The files that a rank has mapped, as its watcher looks at them at every tick: those of the job and its own segments, all of them; those of
 * peers' segments, which their ranks look at themselves while they run, a few at a time in turn.
 *
 * <pre>
 * field       writer       reader       order
 * own, peers  who joins    any          volatile, copied on write
 * next        the watcher  the watcher  plain
 * </pre>
 */
final class FileWatch {
    /** Peers' files in one tick: a rank with thousands of them spends little on it, and sees each within minutes. */
    private static final int MOST_OF_PEERS = 16;

    private final List<Supplier<WatchedFile[]>> own = new CopyOnWriteArrayList<>();
    private final List<Supplier<WatchedFile[]>> peers = new CopyOnWriteArrayList<>();
    private int next;

    /** Looks at this one from now on. */
    void add(WatchedFile file) {
        WatchedFile[] one = {file};
        own.add(() -> one);
    }

    /** Looks at those which these answer at each look: this rank's own, and those that it has mapped of peers. */
    void add(Supplier<WatchedFile[]> files, Supplier<WatchedFile[]> ofPeers) {
        own.add(files);
        peers.add(ofPeers);
    }

    /** What is wrong with one of them, for people, or null. For the watcher alone. */
    String tick() {
        String complaint = look();
        List<WatchedFile> all = all(peers);
        for (int i = 0; complaint == null && i < Math.min(MOST_OF_PEERS, all.size()); i++) {
            next = (next + 1) % all.size();
            complaint = all.get(next).complaint();
        }
        return complaint;
    }

    /** The same of all but peers'. Any thread. */
    String look() {
        for (Supplier<WatchedFile[]> some : own) {
            for (WatchedFile file : some.get()) {
                String complaint = file.complaint();
                if (complaint != null) {
                    return complaint;
                }
            }
        }
        return null;
    }

    private static List<WatchedFile> all(List<Supplier<WatchedFile[]>> sources) {
        List<WatchedFile> all = new ArrayList<>();
        for (Supplier<WatchedFile[]> some : sources) {
            all.addAll(List.of(some.get()));
        }
        return all;
    }
}
