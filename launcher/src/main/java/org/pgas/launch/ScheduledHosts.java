package org.pgas.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.launch.agents.EndOrder;
import org.pgas.launch.agents.HostRanks;
import org.pgas.launch.rendezvous.AgentConnection;
import org.pgas.launch.rendezvous.HostDoor;
import org.pgas.launch.rendezvous.HostPlace;
import org.pgas.launch.rendezvous.Rendezvous;

/**
 * A job of which a scheduler has started one process on each host ({@code org.pgas.launch.rendezvous}). That of host 0
 * is the launcher, and starts the agent of its own host; each of the others is the agent of its host. One thread.
 */
final class ScheduledHosts {
    /** For an agent that has called to say its first word; its heart says it from then on. */
    private static final Duration LEAST_PATIENCE = Duration.ofMinutes(1);

    private final HostPlace place;
    private final int ranks;
    private final Settings settings;

    /** Null for none. */
    private final Path classCache;

    private final Function<List<HostRanks>, Launcher> launchers;
    private final Consumer<String> onNote;

    /**
     * Checks what can be checked without the others.
     *
     * @param ranks of the whole job
     * @param settings that find the others
     * @param classCache that this host has for ranks with the class path of this process; null for none
     * @param launchers makes the launcher of a job with its ranks so placed; asked at host 0 alone
     * @param onNote told what else is to be said, by any thread
     */
    ScheduledHosts(int ranks, Settings settings, Path classCache, Function<List<HostRanks>, Launcher> launchers,
            Consumer<String> onNote) {
        place = HostPlace.find(settings);
        this.ranks = ranks;
        this.settings = settings;
        this.classCache = classCache;
        this.launchers = launchers;
        this.onNote = onNote;
        if (ranks < place.count()) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, ranks + " ranks (-n) on " + place.count()
                    + " hosts: each host needs a rank, and -n has those of all hosts");
        }
    }

    /** @return the exit code of this process, which is that of the job wherever it could be told */
    int run() throws InterruptedException {
        if (place.count() == 1) {
            return launch(List.of(new HostRanks("0", InetAddress.getLoopbackAddress().getHostAddress(), 0, ranks)),
                    List.of());
        }
        Rendezvous rendezvous = Rendezvous.of(place, settings, onNote);
        if (place.index() > 0) {
            AgentConnection connection = rendezvous.call();
            patience(connection, rendezvous.left().plus(LEAST_PATIENCE));
            return HostAgent.called(connection, ofHosts(classCache));
        }
        if (place.starter() != null && place.starter().isShared()) {
            onNote.accept(place.starter().launcher() + " has started several processes on one host, each of which "
                    + "counts as a host: start one on each, or ranks share less memory than they could");
        }
        InetAddress own;
        List<AgentConnection> others;
        try (HostDoor door = rendezvous.open()) {
            own = door.place().getAddress();
            others = door.await(rendezvous.left());
        }
        return launch(placed(own, others), others);
    }

    /** The one for ranks of several hosts, which the script makes beside that for ranks of one. */
    private static Path ofHosts(Path cache) {
        return cache == null ? null : cache.resolveSibling(cache.getFileName() + "-of-hosts");
    }

    /** Deals ranks to hosts in their order: as many to each, and one more to the first ones where some are left. */
    private List<HostRanks> placed(InetAddress own, List<AgentConnection> others) {
        List<HostRanks> placed = new ArrayList<>();
        int first = 0;
        for (int i = 0; i < place.count(); i++) {
            String address = (i == 0 ? own : others.get(i - 1).peer()).getHostAddress();
            int count = ranks / place.count() + (i < ranks % place.count() ? 1 : 0);
            placed.add(new HostRanks(i + " at " + address, address, first, count));
            first += count;
        }
        return placed;
    }

    private int launch(List<HostRanks> placed, List<AgentConnection> others) throws InterruptedException {
        Map<HostRanks, AgentConnection> waiting = new HashMap<>();
        others.forEach(each -> waiting.put(placed.get(each.index()), each));
        EndOrder end = new EndOrder(1, "host 0 could not start the job");
        try {
            Launcher launcher = launchers.apply(placed);
            Duration patience = launcher.settings().duration(Setting.HOST_TIMEOUT, Launcher.DEFAULT_SILENCE);
            others.forEach(each -> patience(each, patience.compareTo(LEAST_PATIENCE) > 0 ? patience : LEAST_PATIENCE));
            try (HostsJob job = launcher.startOnHosts(new Ways(placed.getFirst(), waiting))) {
                end = new EndOrder(job.await(), "the job ended before it had begun on this host");
                return end.code();
            }
        } catch (PgasException e) {
            end = new EndOrder(e.code() == ErrorCode.BAD_ARGUMENT ? PgasCommand.USAGE_ERROR : 1,
                    "host 0 could not start the job: " + e.getMessage());
            throw e;
        } finally {
            HostDoor.tellEnd(List.copyOf(waiting.values()), end);
        }
    }

    private static void patience(AgentConnection connection, Duration limit) {
        try {
            connection.patience(limit);
        } catch (IOException e) {
            // it has ended, which its reader finds
        }
    }

    /** To the agent of this host, which is started, and to those that have called, each of which is taken out. */
    private static final class Ways implements AgentWay.Opener {
        private final AgentCommand agents = AgentCommand.parse(null);
        private final HostRanks here;
        private final Map<HostRanks, AgentConnection> waiting;

        Ways(HostRanks here, Map<HostRanks, AgentConnection> waiting) {
            this.here = here;
            this.waiting = waiting;
        }

        @Override
        public AgentWay open(HostRanks host) throws IOException {
            return host.equals(here) ? agents.openHere() : new CalledWay(waiting.remove(host));
        }

        @Override
        public boolean isOfHost() {
            return agents.isOfHost();
        }
    }
}
