package org.pgas.team;

import java.util.ArrayList;
import java.util.List;

import org.pgas.Capabilities;
import org.pgas.memory.AddressMap;
import org.pgas.place.EndpointCore;
import org.pgas.place.Places;
import org.pgas.rank.TeamMembers;
import org.pgas.rank.ThisRank;
import org.pgas.transfer.CheckedMisses;
import org.pgas.transfer.Liveness;
import org.pgas.transfer.SegmentMisses;

/**
 * A team's maps of its members' memory: one of all that is mapped, and, where some member's endpoint cannot be used for
 * everything, one for each use, which shows only what may be used so. Where a map shows nothing, {@link SegmentMisses}
 * says why; so a use that an endpoint was not created for costs the others nothing.
 */
final class TeamAddresses {
    private final ThisRank self;
    private final Places places;
    private final Liveness team;
    private final TeamMembers members;
    private final EndpointCore local;
    private final AddressMap mapped;

    /** As {@link #mapped}; in checked mode behind a look at the context. */
    private final AddressMap any;

    /** By bit of the capability; null until it is asked for. Guarded by {@code this}. */
    private final AddressMap[] forUse = new AddressMap[Integer.bitCount(Capabilities.ALL)];

    /** All that the table keeps up to date. Guarded by {@code this}. */
    private final List<AddressMap> kept = new ArrayList<>(1);

    /** Set by {@link #detach}: a map that is made later has no mapped ranges. Guarded by {@code this}. */
    private boolean ended;

    /** Whether every member's endpoint exists for as long as the team, and can be used for everything. */
    private final boolean unlimited;

    TeamAddresses(ThisRank self, Places places, Liveness team, TeamMembers members, EndpointCore local,
            boolean pair) {
        this.self = self;
        this.places = places;
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
                    && places.endpoints().capabilities(members.jobRank(rank), index) == Capabilities.ALL;
        }
        return all;
    }

    private AddressMap map(int use) {
        AddressMap map = new AddressMap(members.jobRanks(), members.endpoints(), use, places.addresses(),
                new SegmentMisses(self, places, team, local, members, use));
        kept.add(map);
        return map;
    }

    private AddressMap guarded(AddressMap map) {
        return self.isChecked() ? new AddressMap(new CheckedMisses(self, places.peers(), members, map)) : map;
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
                        : new AddressMap(new SegmentMisses(self, places, team, local, members, capability)));
            }
            return forUse[bit];
        }
    }

    /** Ends all maps: accesses find no mapped range any more. */
    synchronized void detach() {
        ended = true;
        kept.forEach(map -> map.detach(places.addresses()));
    }
}
