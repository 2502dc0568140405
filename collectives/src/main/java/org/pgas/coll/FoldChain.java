package org.pgas.coll;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Who folds what, when a left fold goes from neighbourhood to neighbourhood in the order of the ranks: {@code ((s0 op
 * s1) op s2) op s3}, where 0 and 1 are neighbours, and 2 and 3, is a chain of two groups. The leader of the first folds
 * {@code s0 op s1}; that alone goes to the leader of the second, which folds on. A group is of ranks that follow each
 * other and are neighbours. The same on all members. Immutable.
 *
 * <p>In a reduction the leader of a group reads what its members write, and what the leader before it has folded; the
 * last one has the result. The root leads no group but the last one, as it would have to read two things of one round,
 * of which the second needs the first: it gives its operand as others do, and reads the result. When it is a group
 * alone, that is one with the next group, whose leader reads its operand from elsewhere.
 *
 * <p>In a scan every member folds what it reads of the members below it in its group, and of the leader before it; the
 * leader is the highest of a group.
 */
final class FoldChain {
    private static final int NOBODY = -1;

    /** One group. */
    private record Group(int from, int to, int leader) {}

    private final Crossing crossing;
    private final int root;
    private final boolean isUpward;
    private final List<Group> groups;

    /** By rank the number of its group. */
    private final int[] groupOf;

    private FoldChain(Crossing crossing, int root, boolean isUpward) {
        this.crossing = crossing;
        this.root = root;
        this.isUpward = isUpward;
        groups = groups(crossing, root);
        groupOf = new int[crossing.size()];
        for (int i = 0; i < groups.size(); i++) {
            Arrays.fill(groupOf, groups.get(i).from, groups.get(i).to, i);
        }
    }

    /** Of a reduction to {@code root}. */
    static FoldChain toOne(Crossing crossing, int root) {
        return new FoldChain(crossing, root, false);
    }

    /** Of a reduction to whom it suits best. */
    static FoldChain toLast(Crossing crossing) {
        return new FoldChain(crossing, NOBODY, false);
    }

    /** Of a scan. */
    static FoldChain upward(Crossing crossing) {
        return new FoldChain(crossing, NOBODY, true);
    }

    private static List<Group> groups(Crossing crossing, int root) {
        List<Group> groups = new ArrayList<>();
        int size = crossing.size();
        int from = 0;
        for (int end = 1; end <= size; end++) {
            if (end < size && !crossing.crosses(end - 1, end)) {
                continue;
            }
            // a root that is not in the last one leads none
            int leader = end - 1;
            if (end == size && root >= 0 && !crossing.crosses(root, leader) && root >= first(crossing, leader)) {
                leader = root;
            } else if (leader == root) {
                leader--;
            }
            if (leader >= first(crossing, end - 1)) {
                groups.add(new Group(from, end, leader));
                from = end;
            }
        }
        return groups;
    }

    /** The lowest of the ranks before {@code rank}, and it, that are neighbours and follow each other. */
    private static int first(Crossing crossing, int rank) {
        int first = rank;
        while (first > 0 && !crossing.crosses(first - 1, first)) {
            first--;
        }
        return first;
    }

    private Group group(int rank) {
        return groups.get(groupOf[rank]);
    }

    boolean isLeader(int rank) {
        return group(rank).leader == rank;
    }

    /** The leader of the last group, which has the result of a reduction. */
    int last() {
        return groups.getLast().leader;
    }

    /** The leader whose result a member folds on from; negative in the first group. */
    int before(int rank) {
        return groupOf[rank] == 0 ? NOBODY : groups.get(groupOf[rank] - 1).leader;
    }

    /** The first of the ranks whose operands a member folds. */
    int from(int rank) {
        return group(rank).from;
    }

    /** Behind the last one of them; of a scan, the member itself. */
    int to(int rank) {
        return isUpward ? rank : group(rank).to;
    }

    /** Whether {@code reader} reads what {@code writer} writes: its operand, or what it has folded. */
    boolean reads(int reader, int writer) {
        if (isUpward) {
            return writer == before(reader) || writer < reader && groupOf[writer] == groupOf[reader];
        }
        if (!isLeader(reader)) {
            return reader == root && writer == last();
        }
        return writer == before(reader) || writer != reader && groupOf[writer] == groupOf[reader];
    }

    /** How often one operand's bytes go from a neighbourhood to another, over all members. */
    int crossings() {
        int crossings = 0;
        for (int rank = 0; rank < crossing.size(); rank++) {
            int writer = rank;
            crossings += crossing.takers(writer, reader -> reads(reader, writer)).length;
        }
        return crossings;
    }
}
