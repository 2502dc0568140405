package org.pgas.pshm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pgas.JoinException;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Topology;
import org.pgas.spi.WayNumber;

/**
 * A job at one moment, seen from outside. Its files are mapped for reading alone, and only while they are read: a look
 * changes nothing in the job, and what happens to the files afterwards does not matter to the view.
 *
 * <p>The numbers of different ranks are read one after the other, while the ranks go on.
 *
 * @param directory of the job
 * @param nanos {@link System#nanoTime} of the look
 * @param state what its ranks and its ending say
 * @param begin when the job was made
 * @param bytes what its files take of memory, or of their device, also those that have no names any more
 * @param launcherPid 0 when the ranks were started by something else than this library
 * @param launcherAlive whether it runs, or may run where this cannot be told
 * @param ending how the job was ended; null while it runs, and when its ranks just leave
 * @param ranks by rank
 * @param remarks what could not be read, and why; for people
 */
public record JobView(Path directory, long nanos, State state, Instant begin, long bytes, long launcherPid,
        boolean launcherAlive,
        Ending ending, List<RankStatus> ranks, List<String> remarks) {
    // Fields and orders: ControlLayout.

    /** A job's way. */
    public enum State {
        /** Some ranks have not joined yet. */
        JOINING,
        /** All ranks have joined, and some may have left again. */
        RUNNING,
        /** Somebody has ended it, and processes of it still run. */
        ENDING,
        /** All its processes are gone: its files may be removed. */
        ABANDONED
    }

    /** The job's name: the last part of its directory. */
    public String name() {
        return directory.getFileName().toString();
    }

    /** Ranks of the job. */
    public int size() {
        return ranks.size();
    }

    /** Neighbourhoods of the ranks that have said theirs; at least 1. */
    public int neighbourhoods() {
        return 1 + Math.max(0, ranks.stream().mapToInt(RankStatus::neighbourhood).max().orElse(0));
    }

    /** A rank for people, with its neighbourhood where that is known and there are several. */
    public String describe(int rank) {
        int neighbourhood = rank < 0 || rank >= size() ? RankView.UNKNOWN : ranks.get(rank).neighbourhood();
        return Topology.describe(rank, neighbourhoods() == 1 ? RankView.UNKNOWN : neighbourhood);
    }

    /** How many ranks are in a state. */
    public int count(RankView.State state) {
        return (int) ranks.stream().filter(rank -> rank.view().state() == state).count();
    }

    /** Whether the other is a later or earlier view of the same job, not of another with its name. */
    public boolean isOfSameJob(JobView other) {
        return directory.equals(other.directory) && begin.equals(other.begin) && launcherPid == other.launcherPid
                && size() == other.size();
    }

    /**
     * Looks at a job of this user. Any thread may call.
     *
     * @throws JoinException with the reason for people: it is none, not ours, of another release, damaged, or has ended
     */
    public static JobView look(Path directory) {
        JobDirectory.checkOurs(directory);
        ProcessIdentity maker = JobDirectory.makerOfUnfinished(directory);
        if (maker != null) {
            throw new JoinException("the job in " + directory + " cannot be read: "
                    + DirectoryState.of(directory).why());
        }
        try (Arena arena = Arena.ofConfined()) {
            return new Look(directory, arena).take();
        } catch (InternalError e) {
            // a page of a mapping is gone
            throw new JoinException("a file of the job in " + directory + " was truncated while it was read", e);
        }
    }

    /** Whether a process is a rank of the job there, by what it has mapped; a rank that has left is none. */
    public static boolean isRank(Path directory, long pid) {
        try (Arena arena = Arena.ofConfined()) {
            return ControlFile.look(directory, arena).mappedFile().isMappedBy(pid);
        } catch (PgasException e) {
            // it has ended
            return false;
        }
    }

    /** One look; its mappings end with the arena. */
    private static final class Look {
        private final Path directory;
        private final ControlFile control;
        private final List<String> remarks = new ArrayList<>();
        private final CountersView counters;
        private final List<RankView> views = new ArrayList<>();

        /** By neighbourhood; those that cannot be read are missing. */
        private final Map<Integer, RingsView> rings = new HashMap<>();

        /** By rank, of those that show ways. */
        private final Map<Integer, WaysView> ways = new HashMap<>();

        Look(Path directory, Arena arena) {
            this.directory = directory;
            control = ControlFile.look(directory, arena);
            counters = optional("counters", () -> CountersView.look(directory, control.size(), arena));
            for (int rank = 0; rank < control.size(); rank++) {
                views.add(RankView.of(control, rank));
            }
            int[] neighbourhoods = views.stream().filter(view -> !view.isElsewhere())
                    .mapToInt(view -> Math.max(0, view.neighbourhood())).sorted().distinct().toArray();
            for (int each : neighbourhoods) {
                RingsView found = optional("rings of messages" + (each == 0 ? "" : " of neighbourhood " + each),
                        () -> RingsView.look(directory, each, control.size(), arena));
                if (found != null) {
                    rings.put(each, found);
                }
            }
            if (views.stream().mapToInt(RankView::neighbourhood).max().orElse(0) > 0) {
                lookAtWays(arena);
            }
        }

        private void lookAtWays(Arena arena) {
            for (int rank = 0; rank < control.size(); rank++) {
                int each = rank;
                // a rank that leaves gives its file up last
                if (views.get(rank).state() == RankView.State.JOINED && !views.get(rank).isElsewhere()) {
                    WaysView found = optional("ways of rank " + rank,
                            () -> WaysView.look(directory, each, control.size(), arena));
                    if (found != null) {
                        ways.put(rank, found);
                    }
                }
            }
        }

        private interface Opening<T> {
            T open() throws IOException;
        }

        private <T> T optional(String what, Opening<T> opening) {
            try {
                return opening.open();
            } catch (NoSuchFileException e) {
                if (control.haveAllJoined()) {
                    remarks.add("there are no " + what + ": the job has ended");
                }
            } catch (IOException e) {
                remarks.add("the " + what + " cannot be read: " + e.getMessage());
            } catch (PgasException e) {
                remarks.add(e.getMessage());
            }
            return null;
        }

        JobView take() {
            try (JobLocks locks = JobLocks.look(control)) {
                return take(new Liveness(control, locks));
            }
        }

        private JobView take(Liveness liveness) {
            List<RankStatus> ranks = new ArrayList<>();
            for (int rank = 0; rank < control.size(); rank++) {
                ranks.add(status(rank, liveness));
            }
            ProcessIdentity launcher = control.launcher();
            Ending ending = Ending.get(control);
            DirectoryState found = DirectoryState.of(control, liveness);
            remark(found);
            State state = found.abandoned() ? State.ABANDONED
                    : ending != null ? State.ENDING : control.haveAllJoined() ? State.RUNNING : State.JOINING;
            // calls of the system come last: an error of a mapping that is still on its way shows here, and not later
            long bytes = JobDirectory.bytes(directory) + (found.abandoned() ? 0 : NamelessFiles.bytes(control));
            return new JobView(directory, System.nanoTime(), state, begin(), bytes, launcher.pid(),
                    liveness.life(JobLocks.LAUNCHER) != Life.DEAD, ending, List.copyOf(ranks), List.copyOf(remarks));
        }

        private void remark(DirectoryState found) {
            boolean launcher = control.launcher().pid() != 0 && !control.launcher().isHere();
            int ranks = 0;
            for (int rank = 0; rank < control.size(); rank++) {
                ProcessIdentity process = control.process(rank);
                ranks += control.state(rank) != RankView.State.FREE && process.pid() != 0 && !process.isHere() ? 1 : 0;
            }
            if (launcher || ranks > 0) {
                remarks.add("the process numbers of " + (launcher ? "its launcher" : "")
                        + (launcher && ranks > 0 ? " and " : "")
                        + (ranks > 0 ? ranks + (ranks == 1 ? " rank" : " ranks") : "")
                        + " are those of another container (pid or time namespace)");
            }
            if (!found.told()) {
                remarks.add(found.why());
            }
            for (int rank = 0; rank < control.size(); rank++) {
                RankView view = views.get(rank);
                if (view.neighbourhood() == RankView.UNKNOWN && view.state().compareTo(RankView.State.JOINED) >= 0) {
                    remarks.add("rank " + rank + " says that it is in a neighbourhood that a job of " + control.size()
                            + " ranks cannot have");
                }
            }
        }

        private RankStatus status(int rank, Liveness liveness) {
            RankView view = views.get(rank);
            boolean joined = view.state().compareTo(RankView.State.JOINED) >= 0;
            boolean counted = joined && counters != null && !view.isElsewhere();
            long segment = SharedMemory.getLong(control.slot(rank, ControlLayout.SEGMENT_BYTES));
            char state = view.state() == RankView.State.FREE ? 0
                    : view.isElsewhere() ? ProcessIdentity.ELSEWHERE : control.process(rank).kernelState();
            boolean isUnseen = state == ProcessIdentity.ELSEWHERE || state == ProcessIdentity.UNREAD;
            return new RankStatus(rank, view,
                    isUnseen && liveness.life(rank) == Life.DEAD ? 0 : state,
                    control.heartbeatMillis(rank),
                    Math.max(0, segment),
                    counted ? counters.counters(rank) : Map.of(),
                    counted && view.state() == RankView.State.JOINED ? counters.wait(rank) : null,
                    messages(rank));
        }

        private RankMessages messages(int rank) {
            List<WayView> all = new ArrayList<>();
            RingFill requests = fill(AmLayout.Network.REQUEST, rank);
            RingFill replies = fill(AmLayout.Network.REPLY, rank);
            WaysView shown = ways.get(rank);
            for (int peer = 0; shown != null && peer < control.size(); peer++) {
                if (!areNeighbours(rank, peer)) {
                    WayView way = shown.to(peer);
                    all.add(way);
                    requests = way.waiting(requests, WayNumber.REQUESTS_WAITING, WayNumber.SERVED_WAITING);
                    replies = way.waiting(replies, WayNumber.REPLIES_WAITING);
                }
            }
            return new RankMessages(requests, replies, List.copyOf(all));
        }

        /** Where it is not known, they are taken for neighbours. */
        private boolean areNeighbours(int rank, int peer) {
            int own = views.get(rank).neighbourhood();
            int other = views.get(peer).neighbourhood();
            return own == other || own == RankView.UNKNOWN || other == RankView.UNKNOWN;
        }

        /**
         * None of a rank of an unknown neighbourhood, as before it has joined, or of one on another host: the memory to
         * look at has no room yet, and a look would take it.
         */
        private RingFill fill(AmLayout.Network network, int rank) {
            RankView view = views.get(rank);
            RingsView found = view.neighbourhood() == RankView.UNKNOWN || view.isElsewhere() ? null
                    : rings.get(view.neighbourhood());
            return found == null ? RingFill.NONE : found.fill(network, rank, sender -> areNeighbours(rank, sender));
        }

        private Instant begin() {
            if (counters != null) {
                return Instant.ofEpochMilli(counters.begin());
            }
            try {
                return Files.getLastModifiedTime(directory.resolve(JobDirectory.ENVIRONMENT),
                        LinkOption.NOFOLLOW_LINKS).toInstant();
            } catch (IOException e) {
                // no rank 0 yet, or gone already
                return Instant.now();
            }
        }
    }
}
