package org.pgas.mpi.comm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

import org.pgas.PgasException;
import org.pgas.mpi.Group;

/**
 * Makes communicators out of another one. Each member tells the others once what it wants, and a number that no other
 * communicator has that it leads: so all know the new communicators, which the rank 0 of each leads, and what is wrong
 * with one member is an error of all.
 */
final class CommCreation {
    // what a member tells
    private static final int PROBLEM = 0;
    private static final int NUMBER = 1;
    private static final int COLOUR = 2;
    private static final int KEY = 3;
    private static final int SPLIT_WORDS = 4;

    // of a group, after the number
    private static final int LEADER = 2;
    private static final int SIZE = 3;
    private static final int CHECK = 4;
    private static final int GROUP_WORDS = 5;

    private static final int TAG = 0;

    private final Comm parent;
    private final Channel channel;
    private final Engine engine;

    CommCreation(Comm parent, Channel channel) {
        this.parent = parent;
        this.channel = channel;
        this.engine = parent.engine();
    }

    private long[] exchange(long... told) {
        int[] all = new int[parent.size()];
        Arrays.setAll(all, rank -> rank);
        return new Agreement(channel, all, parent.rank(), TAG).exchange(told);
    }

    /** Returns when all members have come here. */
    void synchronise() {
        exchange(0);
    }

    Comm dup() {
        long[] all = exchange(0, engine.newNumber());
        int[] members = new int[parent.size()];
        Arrays.setAll(members, channel::peer);
        return make(members, parent.rank(), (int) all[NUMBER]);
    }

    /** {@code problem} is what is wrong with the arguments of this member; null if nothing is. */
    Comm split(int colour, int key, PgasException problem) {
        long[] all = exchange(problem == null ? 0 : 1, engine.newNumber(), colour, key);
        checkAll(all, SPLIT_WORDS, problem);
        if (colour == Mpi.UNDEFINED) {
            return null;
        }
        List<Integer> members = new ArrayList<>();
        for (int rank = 0; rank < parent.size(); rank++) {
            if (all[rank * SPLIT_WORDS + COLOUR] == colour) {
                members.add(rank);
            }
        }
        // those of equal keys stay in the order of their ranks
        members.sort(Comparator.comparingLong(rank -> all[rank * SPLIT_WORDS + KEY]));
        int[] peers = members.stream().mapToInt(channel::peer).toArray();
        return make(peers, members.indexOf(parent.rank()), (int) all[members.getFirst() * SPLIT_WORDS + NUMBER]);
    }

    /** All members of the parent take part, those with an empty group as others do. */
    Comm create(Group group, PgasException problem) {
        int[] peers = group == null ? new int[0] : group.ranks();
        boolean isIn = peers.length > 0;
        long[] all = exchange(problem == null ? 0 : 1, engine.newNumber(), isIn ? peers[0] : -1, peers.length,
                Arrays.hashCode(peers));
        checkAll(all, GROUP_WORDS, problem);
        checkGroups(all);
        if (!isIn) {
            return null;
        }
        return make(peers, group.index(engine.rank), (int) all[parent.group().index(peers[0]) * GROUP_WORDS + NUMBER]);
    }

    /** Only members of the group take part. */
    Comm createGroup(Group group, int tag) {
        int[] peers = group.ranks();
        Group all = parent.group();
        int[] ranks = Arrays.stream(peers).map(all::index).toArray();
        int own = group.index(engine.rank);
        long[] told = new Agreement(channel, ranks, own, tag).exchange(0, engine.newNumber());
        return make(peers, own, (int) told[NUMBER]);
    }

    private Comm make(int[] members, int rank, int number) {
        return new Comm(parent.mpi(), new CommId(members[0], number), members, rank, "");
    }

    private void checkAll(long[] all, int words, PgasException problem) {
        if (problem != null) {
            throw channel.raised(problem);
        }
        for (int rank = 0; rank < parent.size(); rank++) {
            if (all[rank * words + PROBLEM] != 0) {
                throw channel.bad("no communicator was made, since the call was refused on rank " + rank + " of "
                        + parent + ": see the error there");
            }
        }
    }

    /** All members of a group have given the same one. All find out which member has not. */
    private void checkGroups(long[] all) {
        int[] seen = new int[engine.job.size()];
        for (int rank = 0; rank < parent.size(); rank++) {
            int at = rank * GROUP_WORDS;
            int leader = (int) all[at + LEADER];
            if (leader >= 0) {
                seen[leader]++;
                int first = parent.group().index(leader) * GROUP_WORDS;
                if (all[first + LEADER] != leader || all[first + SIZE] != all[at + SIZE]
                        || all[first + CHECK] != all[at + CHECK]) {
                    throw channel.bad("rank " + rank + " of " + parent + " gives another group than rank "
                            + first / GROUP_WORDS + ", which is in it: all members of a group give the same one");
                }
            }
        }
        for (int rank = 0; rank < parent.size(); rank++) {
            int at = rank * GROUP_WORDS;
            if (all[at + LEADER] >= 0 && seen[(int) all[at + LEADER]] != all[at + SIZE]) {
                throw channel.bad("the group that rank " + rank + " of " + parent + " gives has " + all[at + SIZE]
                        + " ranks, and " + seen[(int) all[at + LEADER]] + " of them give it: all members of a group "
                        + "give the same one");
            }
        }
    }
}
