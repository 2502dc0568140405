package org.pgas;

import java.util.ArrayList;
import java.util.List;

import org.pgas.memory.AddressMap;

/**
 * A team's maps of its members' memory: one of all that is mapped, and, where some member's endpoint cannot be used for everything, one
 * for each use, which shows only what may be used so. Where a map shows nothing, {@link RmaFaults} says why; so a use that an endpoint
 * was not created for costs the others nothing.
 */
final class TeamAddresses {
    private final Job job;
    private final Team team;
    private final TeamMembers members;
    private final Endpoint local;
    private final AddressMap mapped;

    /** As {@link #mapped}; in checked mode behind a look at the context. */
    private final AddressMap any;

    /** By bit of the capability; null until it is asked for. Guarded by {@code this}. */
    private final AddressMap[] forUse = new AddressMap[Integer.bitCount(Capabilities.ALL)];

    /** All that the table keeps up to date. Guarded by {@code this}. */
    private final List<AddressMap> kept = new ArrayList<>(1);

    /** Set by {@link #detach}: a map that is made later has no windows. Guarded by {@code this}. */
    private boolean ended;

    /** Whether every member's endpoint exists for as long as the team, and can be used for everything. */
    private final boolean unlimited;

    TeamAddresses(Job job, Team team, TeamMembers members, Endpoint local, boolean pair) {
        this.job = job;
        this.team = team;
        this.members = members;
        this.local = local;
        mapped = map(0);
        any = guarded(mapped);
        unlimited = isUnlimited(pair);
    }

    private boolean isUnlimited(boolean pair) {
        boolean all = local.capabilities() == Capabilities.ALL;
        for (int rank = 0; rank < members.size() && all; rank++) {
            int index = members.endpoint(rank);
            // another endpoint may have the index of a pair's other end later
            all = index == 0 || !pair
                    && job.endpoints().capabilities(members.jobRank(rank), index) == Capabilities.ALL;
        }
        return all;
    }

    private AddressMap map(int use) {
        AddressMap map = new AddressMap(members.jobRanks(), members.endpoints(), use, job.addresses(),
                new RmaFaults(job, team, local, members, use));
        kept.add(map);
        return map;
    }

    private AddressMap guarded(AddressMap map) {
        return job.isChecked() ? new AddressMap(new RmaGuard(job, members, map)) : map;
    }

    /** All that is mapped, whatever it may be used for, without a look at the context. */
    AddressMap mapped() {
        return mapped;
    }

    AddressMap any() {
        return any;
    }

    /** What may be used for one of the {@link Capabilities}. */
    AddressMap forUse(int capability) {
        if (unlimited) {
            return any;
        }
        int bit = Integer.numberOfTrailingZeros(capability);
        synchronized (this) {
            if (forUse[bit] == null) {
                forUse[bit] = guarded(!ended && (local.capabilities() & capability) != 0 ? map(capability)
                        : new AddressMap(new RmaFaults(job, team, local, members, capability)));
            }
            return forUse[bit];
        }
    }

    /** Ends all maps: accesses find no window any more. */
    synchronized void detach() {
        ended = true;
        kept.forEach(map -> map.detach(job.addresses()));
    }
}
