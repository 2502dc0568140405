package org.pgas.armci;

import org.pgas.Team;

/**
 * Some of the processes, in an order of their own. Any thread; queries are not collective. Source: ARMCI_Group.
 */
public final class ArmciGroup {
    // field  writer                           reader       order
    // team   the thread that frees the group  all threads  volatile

    final Groups groups;

    /** The group's own; null when it was freed. */
    private volatile Team team;

    /** Orders all groups of all processes; 0 is the group of all. */
    final long number;

    private final int rank;
    private final int[] members;

    ArmciGroup(Groups groups, Team team, long number) {
        this.groups = groups;
        this.team = team;
        this.number = number;
        this.rank = team.rank();
        this.members = new int[team.size()];
        for (int i = 0; i < members.length; i++) {
            members[i] = team.toJobRank(i);
        }
    }

    /** This process in the group, 0-based. Source: ARMCI_Group_rank. */
    public int rank() {
        return rank;
    }

    /** Source: ARMCI_Group_size. */
    public int size() {
        return members.length;
    }

    /**
     * Which process the group's rank {@code rank} is, as all other calls name it. Error: outside 0..size-1. Source:
     * ARMCI_Absolute_id.
     */
    public int absoluteId(int rank) {
        if (rank < 0 || rank >= members.length) {
            throw groups.core.refusals.bad("ArmciGroup.absoluteId",
                    "rank " + rank + " does not exist: legal are 0.." + (members.length - 1));
        }
        return members[rank];
    }

    /** The team of its processes, for collectives (armci_msg_group_*). Error: the group was freed. */
    public Team team() {
        return groups.checked("ArmciGroup.team", this).openTeam();
    }

    /**
     * Ends the group. Collective over it. Where it was the default group, that is the group of all again. Errors, on
     * all of its processes, with nothing changed: on one of them, memory of {@link Armci#mallocGroup} that lives, or an
     * atomic domain of {@link #team} or a collective that is not synchronised. For the caller alone: the group of all;
     * a group that was freed. Source: ARMCI_Group_free.
     */
    public void free() {
        groups.free(this);
    }

    /** Null when it was freed. */
    Team openTeam() {
        return team;
    }

    /** Collective. What the team refuses, on all, leaves the group as it was. */
    void end() {
        team.destroy();
        team = null;
    }

    /** "group of 3 processes, rank 0". */
    @Override
    public String toString() {
        return "group of " + members.length + " processes, rank " + rank;
    }
}
