package org.pgas.examples.lj;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaType;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

final class PairForcesTest {
    private static final int ATOMS = 150;
    private static final int BLOCK = 16;

    private final Box box = Box.of(ATOMS, 0.5);
    private final Potential potential = new Potential(1.7);
    private final BlockPairs pairs = new BlockPairs(ATOMS, BLOCK);
    private final PairForces pairForces = new PairForces(box, potential);
    private final AtomBlock one = new AtomBlock(BLOCK);
    private final AtomBlock other = new AtomBlock(BLOCK);

    @RankTest(ranks = 1)
    void shouldBeThoseOfADirectSumAndHaveItsEnergy(Job job) {
        double[] positions = disorder();
        Ga ga = Ga.initializeLtd(job, 1 << 16);
        GaArray all = ga.create(GaType.C_DBL, new long[]{ATOMS, 3}, "positions", null);
        GaArray forces = all.duplicate("forces");
        all.put(new long[]{0, 0}, new long[]{ATOMS - 1, 2}, MemorySegment.ofArray(positions));
        forces.zero();
        double energy = 0;
        int apart = 0;
        for (long pair = 0; pair < pairs.count(); pair++) {
            one.get(all, pairs.firstAtom(pairs.first(pair)), pairs.atomsOf(pairs.first(pair)));
            other.get(all, pairs.firstAtom(pairs.second(pair)), pairs.atomsOf(pairs.second(pair)));
            boolean same = pairs.first(pair) == pairs.second(pair);
            boolean within = pairForces.within(one, other);
            double ofPair = same ? pairForces.inside(one) : pairForces.between(one, other);
            assertTrue(within || ofPair == 0, "pair " + pair + " has energy, and is said to be too far apart");
            apart += within ? 0 : 1;
            energy += ofPair;
            one.accumulate(forces);
            other.accumulate(forces);
        }
        assertTrue(apart > 0, "no two blocks are too far apart");
        assertEquals(AllPairs.energy(box, potential, positions), energy, 1e-10 * Math.abs(energy));
        DirectSum expected = new DirectSum(box, potential, positions);
        double[] found = new double[3];
        for (int atom = 0; atom < ATOMS; atom++) {
            forces.get(new long[]{atom, 0}, new long[]{atom, 2}, MemorySegment.ofArray(found));
            double[] force = expected.force(atom);
            for (int dimension = 0; dimension < 3; dimension++) {
                assertEquals(force[dimension], found[dimension], 1e-10, "atom " + atom);
            }
        }
        ga.terminate();
    }

    /** Of the positions of a lattice, so that no two atoms are at one place; some are images beyond the box. */
    private double[] disorder() {
        SplittableRandom random = Seed.of("positions");
        double[] positions = Lattice.FCC.positions(ATOMS, box);
        for (int at = 0; at < positions.length; at++) {
            positions[at] += random.nextDouble(-0.1, 0.1) + (at % 37 == 0 ? random.nextInt(-2, 3) * box.side() : 0);
        }
        return positions;
    }
}
