package org.pgas.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

import org.pgas.PgasException;
import org.pgas.launch.agents.HostRanks;
import org.pgas.launch.agents.RecordingPart;
import org.pgas.pshm.RankView;
import org.pgas.spi.Topology;

/**
 * The timeline of a job on several hosts: agents send the recordings of their ranks, and this makes one trace of them.
 * If this process is killed, a {@link Guardian} removes what has come.
 *
 * <pre>
 * field       writer                              readers                      order
 * pids, gaps  threads that take what agents send  the same, the trace's maker  concurrent maps
 * </pre>
 */
final class HostsTimeline implements AutoCloseable {
    private final Timeline timeline;
    private final Guardian guardian;

    /** By rank, of those that have sent their recordings, or have told that they are missing. */
    private final ConcurrentMap<Integer, Long> pids = new ConcurrentHashMap<>();

    /** By rank, why its recording is not whole. */
    private final ConcurrentMap<Integer, String> gaps = new ConcurrentHashMap<>();

    private String failure;

    private HostsTimeline(Timeline timeline, Guardian guardian) {
        this.timeline = timeline;
        this.guardian = guardian;
    }

    /** Error: the file cannot be written, there is no room for recordings, or no process to guard them. */
    static HostsTimeline prepare(Path file) {
        Timeline timeline = Timeline.prepare(file);
        try {
            return new HostsTimeline(timeline, Guardian.start(null, timeline.directory(), true));
        } catch (PgasException e) {
            timeline.close();
            throw e;
        }
    }

    /** A part of a recording has come. Any thread, one at a time for each rank. */
    void keep(RecordingPart part) {
        int rank = part.rank();
        pids.put(rank, part.pid());
        if (part.bytes().length == 0 || gaps.containsKey(rank)) {
            return;
        }
        try (OutputStream file = Files.newOutputStream(timeline.recording(rank), StandardOpenOption.CREATE,
                StandardOpenOption.APPEND)) {
            file.write(part.bytes());
        } catch (IOException e) {
            gaps.put(rank, "the timeline lacks events of rank " + rank + ": its recording could not be kept: "
                    + HumanText.of(e));
        }
    }

    /**
     * Makes the trace, when all has come.
     *
     * @param hosts all of the job, in order
     * @param clocks of a host, makes a time of this host of one of its own; empty when nobody knows
     * @return what it lacks, for people, one line each; {@link #failure} is the last one
     */
    List<String> write(List<HostRanks> hosts, Function<HostRanks, Optional<LongUnaryOperator>> clocks) {
        List<String> lacks = new ArrayList<>();
        List<Long> processes = new ArrayList<>();
        List<String> names = new ArrayList<>();
        LongUnaryOperator[] clockOf = new LongUnaryOperator[hosts.getLast().last() + 1];
        for (int host = 0; host < hosts.size(); host++) {
            HostRanks each = hosts.get(host);
            Optional<LongUnaryOperator> known = clocks.apply(each);
            if (known.isEmpty() && hosts.size() > 1 && pids.keySet().stream().anyMatch(each::has)) {
                lacks.add("times of host " + each.host()
                        + " are not compared with those of others: nothing is known of its clock");
            }
            for (int rank = each.first(); rank <= each.last(); rank++) {
                names.add(Topology.describe(rank, hosts.size() > 1 ? host : RankView.UNKNOWN));
                processes.add(pids.getOrDefault(rank, 0L));
                clockOf[rank] = known.orElse(LongUnaryOperator.identity());
            }
        }
        gaps.entrySet().stream().sorted(Map.Entry.comparingByKey()).map(Map.Entry::getValue).forEach(lacks::add);
        try {
            lacks.addAll(timeline.write(processes, names, rank -> clockOf[rank]));
            failure = timeline.failure();
        } catch (RuntimeException | OutOfMemoryError e) {
            failure = "the timeline could not be made: " + e;
            lacks.add(failure);
        }
        return lacks;
    }

    /** Why there is no trace; null if there is. */
    String failure() {
        return failure;
    }

    /** Removes the recordings. */
    @Override
    public void close() {
        timeline.close();
        guardian.dismiss();
    }
}
