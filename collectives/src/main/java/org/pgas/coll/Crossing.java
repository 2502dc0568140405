package org.pgas.coll;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A team of several neighbourhoods: which of its members are in which, and which of them take in what comes from
 * elsewhere, each for all its neighbours. The same on all members. Immutable.
 */
final class Crossing {
    private final int[] neighbourhoods;

    /** Of each neighbourhood, ascending; some have none. */
    private final int[][] members;

    /** @param neighbourhoods by member, from 0 on */
    Crossing(int[] neighbourhoods) {
        this.neighbourhoods = neighbourhoods;
        members = new int[Arrays.stream(neighbourhoods).max().orElseThrow() + 1][];
        for (int each = 0; each < members.length; each++) {
            int number = each;
            members[each] = IntStream.range(0, neighbourhoods.length)
                    .filter(member -> neighbourhoods[member] == number).toArray();
        }
    }

    int size() {
        return neighbourhoods.length;
    }

    /** Whether two members are of different neighbourhoods. */
    boolean crosses(int one, int other) {
        return neighbourhoods[one] != neighbourhoods[other];
    }

    /** The members that are not in a member's neighbourhood. */
    int elsewhere(int member) {
        return size() - members[neighbourhoods[member]].length;
    }

    /** How many members the largest neighbourhood has. */
    int most() {
        return Arrays.stream(members).mapToInt(some -> some.length).max().orElseThrow();
    }

    /** How many neighbourhoods have members. */
    int neighbourhoods() {
        return (int) Arrays.stream(members).filter(some -> some.length > 0).count();
    }

    /**
     * The members that take in what {@code writer} writes for all readers: in each other neighbourhood that has some
     * one of these, another one for each writer of a neighbourhood as far as there are.
     */
    int[] takers(int writer, IntPredicate isReader) {
        int own = neighbourhoods[writer];
        int index = Arrays.binarySearch(members[own], writer);
        return IntStream.range(0, members.length).filter(there -> there != own)
                .map(there -> taker(members[there], index, isReader)).filter(taker -> taker >= 0).toArray();
    }

    private static int taker(int[] candidates, int index, IntPredicate isReader) {
        for (int i = 0; i < candidates.length; i++) {
            int candidate = candidates[(index + i) % candidates.length];
            if (isReader.test(candidate)) {
                return candidate;
            }
        }
        return -1;
    }
}
