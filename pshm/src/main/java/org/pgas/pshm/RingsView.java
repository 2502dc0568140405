package org.pgas.pshm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.function.IntPredicate;

/**
 * The rings of messages of a neighbourhood, for processes that only look. Valid as long as its arena is open.
 *
 * <p>Only rings of its ranks may be asked for: those of others have no room, and a look would take it.
 */
record RingsView(AmConfig config, long base) {
    /** The rings of a neighbourhood, in a job of {@code size} ranks; throws when the file is refused, or gone. */
    static RingsView look(Path directory, int neighbourhood, int size, Arena arena) throws IOException {
        Path path = directory.resolve(JobDirectory.ofNeighbourhood(AmFile.NAME, neighbourhood));
        AmConfig config = AmFile.readConfig(path, size);
        return new RingsView(config, ReadOnlyMapping.of(path, AmLayout.fileLength(config), arena).address());
    }

    /** What waits for {@code receiver} in all its rings of a network that some ranks send by. */
    RingFill fill(AmLayout.Network network, int receiver, IntPredicate senders) {
        RingFill fill = RingFill.NONE;
        int rings = config.size() == 1 ? 0 : config.pair() ? config.size() : 1;
        for (int sender = 0; sender < rings; sender++) {
            if (!config.pair() || sender != receiver && senders.test(sender)) {
                Lane lane = new Lane(base + AmLayout.laneOffset(config, network, receiver, sender), 0,
                        config.ringBytes());
                // head first: what comes in between is counted, and nothing is counted that was taken
                long head = lane.headAcquire();
                long bytes = Math.clamp(lane.tailAcquire() - head, 0L, config.ringBytes());
                fill = fill.and(bytes, config.ringBytes());
            }
        }
        return fill;
    }
}
