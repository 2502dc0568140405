package org.pgas.coll;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which member folds what, when a left fold goes from neighbourhood to neighbourhood in the order of the ranks:
 * {@code ((s0 op s1) op s2) op s3}, where 0 and 1 are neighbours, and 2 and 3, is a chain of two links. The leader of
 * the first folds {@code s0 op s1}; that alone goes to the leader of the second, which folds on. A link is of ranks
 * that follow each other and are neighbours. The same on all members. Immutable.
 *
 * <p>In a reduction the leader of a link reads what its members write, and what the leader before it has folded; the
 * leader of the last link has the result. The root leads no other link than the last one: it would have to read two
 * things of one round, and the second needs the first. It gives its operand as others do, and reads the result. Where
 * the root has no neighbour beside it, it belongs to the next link: the leader there reads its operand from elsewhere.
 *
 * <p>In a scan every member folds what it reads of the members below it in its link, and of the leader before it; the
 * leader is the highest of a link.
 */
final class FoldChain {
    private static final int NOBODY = -1;

    /** Ranks that are folded by one of them, or in a scan one by each. */
    private record Link(int from, int to, int leader) {}

    private final Crossing crossing;
    private final int root;
    private final boolean isUpward;
    private final List<Link> links;

    /** By rank the number of its link. */
    private final int[] linkOf;

    private FoldChain(Crossing crossing, int root, boolean isUpward) {
        this.crossing = crossing;
        this.root = root;
        this.isUpward = isUpward;
        links = links(crossing, root);
        linkOf = new int[crossing.size()];
        for (int i = 0; i < links.size(); i++) {
            Arrays.fill(linkOf, links.get(i).from, links.get(i).to, i);
        }
    }

    /** Of a reduction to {@code root}. */
    static FoldChain toOne(Crossing crossing, int root) {
        return new FoldChain(crossing, root, false);
    }

    /** Of a reduction to the root that suits it best. */
    static FoldChain toLast(Crossing crossing) {
        return new FoldChain(crossing, NOBODY, false);
    }

    /** Of a scan. */
    static FoldChain upward(Crossing crossing) {
        return new FoldChain(crossing, NOBODY, true);
    }

    private static List<Link> links(Crossing crossing, int root) {
        List<Link> links = new ArrayList<>();
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
                links.add(new Link(from, end, leader));
                from = end;
            }
        }
        return links;
    }

    /** The lowest of the ranks before {@code rank}, and it, that are neighbours and follow each other. */
    private static int first(Crossing crossing, int rank) {
        int first = rank;
        while (first > 0 && !crossing.crosses(first - 1, first)) {
            first--;
        }
        return first;
    }

    private Link link(int rank) {
        return links.get(linkOf[rank]);
    }

    boolean isLeader(int rank) {
        return link(rank).leader == rank;
    }

    /** The leader of the last link, which has the result of a reduction. */
    int last() {
        return links.getLast().leader;
    }

    /** The leader of the link before: a member folds on from its result. Negative in the first link. */
    int before(int rank) {
        return linkOf[rank] == 0 ? NOBODY : links.get(linkOf[rank] - 1).leader;
    }

    /** A member folds operands of successive ranks: the first of these. */
    int from(int rank) {
        return link(rank).from;
    }

    /** Behind the last one of them; of a scan, the member itself. */
    int to(int rank) {
        return isUpward ? rank : link(rank).to;
    }

    /** Whether {@code reader} reads what {@code writer} writes: its operand, or what it has folded. */
    boolean reads(int reader, int writer) {
        if (isUpward) {
            return writer == before(reader) || writer < reader && linkOf[writer] == linkOf[reader];
        }
        if (!isLeader(reader)) {
            return reader == root && writer == last();
        }
        return writer == before(reader) || writer != reader && linkOf[writer] == linkOf[reader];
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
