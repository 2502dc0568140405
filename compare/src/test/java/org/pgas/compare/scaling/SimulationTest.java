package org.pgas.compare.scaling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The model against what can be counted by hand. */
class SimulationTest {
    private static final CacheCosts COSTS = new CacheCosts(100, 10, 1);

    /** As in docs/SCALING.md. */
    private static final CacheCosts COSTS_AT_HAND = new CacheCosts(140, 15, 1);

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 16, 64})
    void shouldMoveALineForEachPairAndTakeEachFromItsReaders(int ranks) {
        long readers = (long) ranks * (ranks - 1);

        assertEquals(readers + ranks, Simulation.of(Protocol.FLAT_BARRIER, ranks, COSTS).transfers());
        assertEquals(readers + ranks, Simulation.of(Protocol.FLAT_ALL_REDUCE, ranks, COSTS).transfers());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16, 64, 256})
    void shouldMoveALineForEachRankAndRoundOfADissemination(int ranks) {
        int rounds = Integer.numberOfTrailingZeros(ranks);

        // to its reader, and away from it before the next write
        assertEquals(2L * ranks * rounds, Simulation.of(Protocol.DISSEMINATION, ranks, COSTS).transfers());
    }

    /**
     * Of each rank: its line to three others and back, or less where one of these is seen to lack; the same for each
     * word; the root to all, and away from them.
     */
    @ParameterizedTest
    @ValueSource(ints = {9, 16, 64, 100, 256})
    void shouldMoveSomeLinesForEachRankWithATree(int ranks) {
        long transfers = Simulation.of(Protocol.BARRIER, ranks, COSTS).transfers();

        assertTrue(transfers > 2L * ranks && transfers < 8L * ranks, ranks + " ranks: " + transfers);
    }

    @Test
    void shouldTakeATreeFromWhereItTakesNoLongerOn() {
        for (int ranks = 2; ranks <= 24; ranks++) {
            double taken = Simulation.of(Protocol.BARRIER, ranks, COSTS_AT_HAND).nanos();
            double flat = Simulation.of(Protocol.FLAT_BARRIER, ranks, COSTS_AT_HAND).nanos();
            double tree = Simulation.of(Protocol.TREE_BARRIER, ranks, COSTS_AT_HAND).nanos();
            assertTrue(taken <= 1.05 * Math.min(flat, tree), ranks + " ranks: " + flat + " and " + tree);
        }
    }

    @Test
    void shouldCountHowFarAllAreFromWhereThatTakesNoLongerOn() {
        for (int ranks = 2; ranks <= 24; ranks++) {
            double taken = Simulation.of(Protocol.SMALL_BROADCAST, ranks, COSTS_AT_HAND).nanos();
            double byLines = Simulation.of(Protocol.SMALL_BROADCAST_BY_LINES, ranks, COSTS_AT_HAND).nanos();
            assertTrue(taken <= 1.05 * byLines, ranks + " ranks: " + taken + " and " + byLines);
        }
    }

    /** Of each rank: its slot to one of its group and back, a count, and a bundle of each group. */
    @ParameterizedTest
    @ValueSource(ints = {9, 16, 64, 100, 256})
    void shouldMoveSomeLinesForEachRankAndGroup(int ranks) {
        long transfers = Simulation.of(Protocol.SMALL_ALL_REDUCE, ranks, COSTS).transfers();

        // to each a bundle of each group: of 4 ranks one line, of 8 two; and a few
        assertTrue(transfers < ranks * (ranks / 4 + 6L), ranks + " ranks: " + transfers);
    }

    @Test
    void shouldTakeGroupsFromWhereTheyTakeNoLongerOn() {
        for (int ranks = 2; ranks <= 24; ranks++) {
            double taken = Simulation.of(Protocol.SMALL_ALL_REDUCE, ranks, COSTS_AT_HAND).nanos();
            double flat = Simulation.of(Protocol.FLAT_ALL_REDUCE, ranks, COSTS_AT_HAND).nanos();
            double groups = Simulation.of(Protocol.GROUPED_ALL_REDUCE, ranks, COSTS_AT_HAND).nanos();
            assertTrue(taken <= 1.05 * Math.min(flat, groups), ranks + " ranks: " + flat + " and " + groups);
            double takenByOne = Simulation.of(Protocol.SMALL_REDUCE, ranks, COSTS_AT_HAND).nanos();
            double flatByOne = Simulation.of(Protocol.FLAT_REDUCE, ranks, COSTS_AT_HAND).nanos();
            assertTrue(takenByOne <= 1.05 * flatByOne, ranks + " ranks: " + takenByOne + " and " + flatByOne);
        }
    }

    /** Each slot to the one that reads it, and back before it is written again; and what tells how far all are. */
    @ParameterizedTest
    @ValueSource(ints = {4, 16, 64, 256})
    void shouldMoveSomeLinesForEachRankThatWritesForARoot(int ranks) {
        for (Protocol protocol : new Protocol[]{Protocol.FLAT_REDUCE, Protocol.GROUPED_REDUCE}) {
            long transfers = Simulation.of(protocol, ranks, COSTS).transfers();
            assertTrue(transfers >= 2L * (ranks - 1) && transfers <= 5L * ranks, protocol + ": " + transfers);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Protocol.class, mode = EnumSource.Mode.EXCLUDE, names = {"TREE_BARRIER", "GROUPED_ALL_REDUCE"})
    void shouldTakeATransferEachWayAtLeastBetweenTwoRanks(Protocol protocol) {
        double nanos = Simulation.of(protocol, 2, COSTS).nanos();

        assertTrue(nanos >= COSTS.transfer() && nanos <= 3 * COSTS.transfer(), protocol + ": " + nanos);
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void shouldScaleWithItsCosts(Protocol protocol) {
        CacheCosts twice = new CacheCosts(2 * COSTS.transfer(), 2 * COSTS.occupancy(), 2 * COSTS.local());

        assertEquals(2 * Simulation.of(protocol, 16, COSTS).nanos(), Simulation.of(protocol, 16, twice).nanos(), 0.01);
    }

    /** But for broadcasts with roots in turns, of which more ranks each wait for a slot less often. */
    @ParameterizedTest
    @EnumSource(value = Protocol.class, mode = EnumSource.Mode.EXCLUDE, names = "SMALL_BROADCAST")
    void shouldNeverBeFasterWithMoreRanks(Protocol protocol) {
        double before = 0;
        for (int ranks = 2; ranks <= 64; ranks *= 2) {
            double nanos = Simulation.of(protocol, ranks, COSTS).nanos();
            assertTrue(nanos >= before, protocol + " with " + ranks + " ranks: " + nanos + " after " + before);
            before = nanos;
        }
    }
}
