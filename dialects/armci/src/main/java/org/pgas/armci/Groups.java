package org.pgas.armci;

import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.ConcurrentSkipListSet;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.atomics.ArmciRmw;

/**
 * The groups that this process is a member of.
 *
 * <pre>
 * field         writer                reader       order
 * live          the collective calls  all threads  concurrent
 * defaultGroup  the program           all threads  volatile
 * </pre>
 */
final class Groups {
    final ArmciCore core;
    final ArmciGroup world;

    /** Where process 0 counts groups. */
    private final long counter;

    private final ArmciRmw rmw;

    /** In the order in which all processes would end them. */
    private final ConcurrentSkipListSet<ArmciGroup> live = new ConcurrentSkipListSet<>(
            Comparator.comparingLong(group -> group.number));

    private volatile ArmciGroup defaultGroup;

    Groups(ArmciCore core, ArmciRmw rmw, long counter) {
        this.core = core;
        this.rmw = rmw;
        this.counter = counter;
        this.world = new ArmciGroup(this, core.team, 0);
        this.defaultGroup = world;
    }

    ArmciGroup defaultGroup() {
        return defaultGroup;
    }

    void setDefault(ArmciGroup group) {
        defaultGroup = checked("Armci.groupSetDefault", group);
    }

    /** Refuses what is no group that lives here. */
    ArmciGroup checked(String call, ArmciGroup group) {
        if (group == null) {
            throw core.refusals.bad(call, "the group is null: this process is no member of it, or it was never made");
        }
        if (group.groups != this) {
            throw core.refusals.bad(call, "the " + group + " is of another Armci");
        }
        core.places.checkUsable(call);
        if (group.openTeam() == null) {
            throw core.refusals.bad(call, "the " + group + " was freed");
        }
        return group;
    }

    ArmciGroup create(String call, int[] pids, ArmciGroup parent) {
        core.begin(call);
        Team among = checked(call, parent).openTeam();
        long[] told = new long[1 + among.size()];
        PgasException problem = refusal(call, pids, parent);
        if (problem == null) {
            told[0] = pids.length;
            Arrays.setAll(told, i -> i == 0 ? pids.length : i <= pids.length ? pids[i - 1] : 0);
        }
        long[] all = Agreement.exchange(call, among, problem, told);
        checkLists(call, all, told.length, parent);
        int position = position(all, told.length, among.rank());
        if (position < 0) {
            among.splitNone();
            return null;
        }
        return open(among.split(pids[0], position));
    }

    private PgasException refusal(String call, int[] pids, ArmciGroup parent) {
        if (pids == null) {
            return core.refusals.bad(call, "pids: the list is null: to be no member, give one without this process");
        }
        boolean[] named = new boolean[parent.size()];
        for (int i = 0; i < pids.length; i++) {
            if (pids[i] < 0 || pids[i] >= named.length) {
                return core.refusals.bad(call,
                        "pids[" + i + "]: rank " + pids[i] + " does not exist in the parent group: legal are 0.."
                                + (named.length - 1));
            }
            if (named[pids[i]]) {
                return core.refusals.bad(call, "pids[" + i + "]: rank " + pids[i] + " is named twice");
            }
            named[pids[i]] = true;
        }
        return null;
    }

    /** Where {@code rank} is in its own list, of those that all have told; -1 when it is not. */
    private static int position(long[] all, int each, int rank) {
        for (int i = 0; i < all[rank * each]; i++) {
            if (all[rank * each + 1 + i] == rank) {
                return i;
            }
        }
        return -1;
    }

    /** Every process finds the same. */
    private void checkLists(String call, long[] all, int each, ArmciGroup parent) {
        for (int rank = 0; rank < parent.size(); rank++) {
            int length = position(all, each, rank) < 0 ? 0 : (int) all[rank * each];
            for (int i = 0; i < length; i++) {
                int member = (int) all[rank * each + 1 + i];
                if (!Arrays.equals(all, rank * each, (rank + 1) * each, all, member * each, (member + 1) * each)) {
                    throw core.refusals.bad(call,
                            "pids: processes " + parent.absoluteId(rank) + " and " + parent.absoluteId(member)
                                    + " are to be in one group, and give different lists");
                }
            }
        }
    }

    private ArmciGroup open(Team team) {
        long mine = team.rank() == 0 ? 1 + rmw.fetchAndAddLong(0, counter, 1) : 0;
        long number = Agreement.exchange("Armci.groupCreate", team, null, mine)[0];
        ArmciGroup group = new ArmciGroup(this, team, number);
        live.add(group);
        return group;
    }

    void barrier(ArmciGroup group) {
        core.begin("Armci.barrierGroup");
        Team team = checked("Armci.barrierGroup", group).openTeam();
        core.rma.fence();
        team.barrier();
    }

    void free(ArmciGroup group) {
        String call = "ArmciGroup.free";
        core.begin(call);
        if (checked(call, group) == world) {
            throw core.refusals.bad(call, "the group of all processes ends with Armci.finish");
        }
        Agreement.exchange(call, group.openTeam(), core.allocations.has(group)
                ? core.refusals.bad(call, "the " + group + " has memory of Armci.mallocGroup that lives: free it first")
                : null);
        try {
            group.end();
        } catch (PgasException e) {
            throw core.places.refusal(call, e);
        }
        live.remove(group);
        if (defaultGroup == group) {
            defaultGroup = world;
        }
    }

    /** Ends those that the program has not freed. Collective: all members do so in one order. */
    void finish(Ending ending) {
        for (ArmciGroup group = live.pollFirst(); group != null; group = live.pollFirst()) {
            ending.step(group::end);
        }
    }
}
