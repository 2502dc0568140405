package org.pgas.pshm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The files that a rank has mapped. At every tick its watcher looks at all files of the job and of its own segments. Of
 * the files of peers' segments it looks at a few in turn: their own ranks look at them while they run.
 *
 * <pre>
 * field               writer       reader       order
 * own, peers, places  the joiner   any          volatile, copied on write
 * next                the watcher  the watcher  plain
 * </pre>
 */
final class FileWatch {
    /** Peers' files in one tick: a rank with thousands of them spends little on it, and sees each within minutes. */
    private static final int MOST_OF_PEERS = 16;

    private record Place(String name, long address, long bytes) {}

    private final Path directory;
    private final BooleanSupplier over;
    private final List<Place> places = new CopyOnWriteArrayList<>();
    private final List<Supplier<WatchedFile[]>> own = new CopyOnWriteArrayList<>();
    private final List<Supplier<WatchedFile[]>> peers = new CopyOnWriteArrayList<>();
    private int next;

    /** @param over whether this rank has left, after which others may remove its job's files in {@code directory} */
    FileWatch(Path directory, BooleanSupplier over) {
        this.directory = directory;
        this.over = over;
    }

    /** Looks at a file of the job from now on, which this process has mapped. */
    void add(String name, FileIdentity identity, Mapping mapping) {
        add(name, identity, mapping.address(), mapping.bytes());
    }

    void add(String name, FileIdentity identity, long address, long bytes) {
        add(name, identity, address, bytes, over);
    }

    /** The same until its name is taken away, which {@code isNameless} says before that is done. */
    void add(String name, FileIdentity identity, Mapping mapping, BooleanSupplier isNameless) {
        add(name, identity, mapping.address(), mapping.bytes(), () -> isNameless.getAsBoolean() || over.getAsBoolean());
    }

    private void add(String name, FileIdentity identity, long address, long bytes, BooleanSupplier until) {
        WatchedFile[] one = {WatchedFile.inPlace(directory.resolve(name), identity.withBytes(bytes), until)};
        places.add(new Place(name, address, bytes));
        own.add(() -> one);
    }

    /** Which of the job's files an address lies in, and where, for people; empty if in none. */
    String place(long address) {
        for (Place place : places) {
            if (address - place.address >= 0 && address - place.address < place.bytes) {
                return "file " + place.name + ", byte " + (address - place.address);
            }
        }
        return "";
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
