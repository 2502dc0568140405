package org.pgas.examples.lj;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.pgas.Job;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaType;

/**
 * One rank's part in moving the atoms, by the velocity form of Verlet's method. Two syncs divide a step: up to the
 * first each rank moves its own atoms, between them all compute forces on whatever atoms the counter gives them, and
 * after the second each rank reads the forces on its own.
 *
 * <p>Which rank adds a force first is a matter of chance, so results differ by rounding from run to run.
 */
public final class Simulation {
    private static final int ROOT = 0;

    /** Atoms of a block: so many that a task is worth its transfers, so few that there are tasks for all. */
    private static final int BLOCK_ATOMS = 64;

    /** Forces on about so many atoms are checked. */
    private static final int CHECKED_ATOMS = 1024;

    /** For the counter, and what the library takes beside arrays. */
    private static final long BESIDE_BYTES = 512;

    private final Liquid liquid;
    private final double timeStep;
    private final Ga ga;

    /** A row for each atom, all three columns on one rank; so are the forces. */
    private final GaArray allPositions;

    private final GaArray allForces;

    /** One element: the number of the next task. */
    private final GaArray counter;

    private final long[] element = {0};
    private final MemorySegment zero = MemorySegment.ofArray(new long[1]);
    private final BlockPairs pairs;
    private final PairForces pairForces;
    private final AtomBlock firstBlock = new AtomBlock(BLOCK_ATOMS);
    private final AtomBlock secondBlock = new AtomBlock(BLOCK_ATOMS);

    /** The patch of this rank's own atoms, if it has any. */
    private final long[] lo = new long[2];
    private final long[] hi = new long[2];
    private final boolean hasAtoms;
    private final int firstAtom;

    private final double[] positions;
    private final double[] velocities;
    private final double[] forces;
    private double potentialEnergy;
    private long steps;

    /**
     * Begins the use of global arrays, with atoms where they are at the beginning. Collective, arguments single-valued;
     * throws what that throws.
     */
    public Simulation(Job job, Liquid liquid, double timeStep) {
        this.liquid = liquid;
        this.timeStep = timeStep;
        long ownBytes = 3L * Double.BYTES * Math.ceilDiv(liquid.atoms(), job.size());
        ga = Ga.initializeLtd(job, 2 * ownBytes + BESIDE_BYTES);
        allPositions = ga.create(GaType.C_DBL, new long[]{liquid.atoms(), 3}, "positions", new long[]{1, 3});
        allForces = allPositions.duplicate("forces");
        counter = ga.create(GaType.C_LONG, new long[]{1}, "counter", null);
        counter.zero();
        pairs = new BlockPairs(liquid.atoms(), BLOCK_ATOMS);
        pairForces = new PairForces(liquid.box(), liquid.potential());
        hasAtoms = allPositions.distribution(ga.nodeid(), lo, hi);
        firstAtom = (int) lo[0];
        int from = 3 * firstAtom;
        int to = 3 * (int) (hi[0] + 1);
        positions = Arrays.copyOfRange(liquid.positions(), from, to);
        velocities = Arrays.copyOfRange(liquid.velocities(), from, to);
        forces = new double[to - from];
        computeForces();
    }

    /** Pairs of blocks of atoms, each of which is a task in every step. */
    public long tasks() {
        return pairs.count();
    }

    /** Moves the atoms by one step of time. Collective. */
    public void step() {
        accelerate();
        for (int at = 0; at < positions.length; at++) {
            positions[at] += timeStep * velocities[at];
        }
        computeForces();
        accelerate();
        steps++;
    }

    private void accelerate() {
        for (int at = 0; at < velocities.length; at++) {
            velocities[at] += timeStep / 2 * forces[at];
        }
    }

    /** The forces on this rank's atoms, and the energy of the pairs that this rank drew. */
    private void computeForces() {
        showAtoms();
        ga.sync();
        potentialEnergy = 0;
        for (long pair = nextPair(); pair < pairs.count(); pair = nextPair()) {
            potentialEnergy += accumulate(pairs.first(pair), pairs.second(pair));
        }
        ga.sync();
        readForces();
        // all have drawn for the last time, and nobody draws again before the next sync
        if (ga.nodeid() == ROOT) {
            counter.put(element, element, zero);
        }
    }

    /** Stores where this rank's atoms are, and that there are no forces on them yet. */
    private void showAtoms() {
        if (hasAtoms) {
            MemorySegment.copy(positions, 0, allPositions.access(lo, hi, new long[1]), ValueLayout.JAVA_DOUBLE, 0,
                    positions.length);
            allPositions.releaseUpdate(lo, hi);
            allForces.access(lo, hi, new long[1]).fill((byte) 0);
            allForces.releaseUpdate(lo, hi);
        }
    }

    private void readForces() {
        if (hasAtoms) {
            MemorySegment.copy(allForces.access(lo, hi, new long[1]), ValueLayout.JAVA_DOUBLE, 0, forces, 0,
                    forces.length);
            allForces.release(lo, hi);
        }
    }

    private long nextPair() {
        return counter.readInc(element, 1);
    }

    /** Adds the forces of two blocks on each other, or of one on itself, to those of all atoms; returns the energy. */
    private double accumulate(int first, int second) {
        firstBlock.get(allPositions, pairs.firstAtom(first), pairs.atomsOf(first));
        if (first == second) {
            double energy = pairForces.inside(firstBlock);
            firstBlock.accumulate(allForces);
            return energy;
        }
        secondBlock.get(allPositions, pairs.firstAtom(second), pairs.atomsOf(second));
        if (!pairForces.within(firstBlock, secondBlock)) {
            return 0;
        }
        double energy = pairForces.between(firstBlock, secondBlock);
        firstBlock.accumulate(allForces);
        secondBlock.accumulate(allForces);
        return energy;
    }

    /** Where all are now. Collective. */
    public Energies energies() {
        double[] momentum = Velocities.momentum(velocities);
        double[] sums = {potentialEnergy, Velocities.kineticEnergy(velocities), momentum[0], momentum[1], momentum[2]};
        ga.dgop(sums, "+");
        return new Energies(steps, liquid.atoms(), sums[0], sums[1],
                Math.sqrt(sums[2] * sums[2] + sums[3] * sums[3] + sums[4] * sums[4]));
    }

    /**
     * The largest error of a component of a force, relative to the largest one, or to 1 if all are smaller. Each rank
     * computes the forces on some of its atoms once more, from the positions of all others: on all atoms of a small
     * system, on every so many of a large one. Collective.
     */
    public double forceError() {
        double[] all = new double[3 * liquid.atoms()];
        allPositions.get(new long[]{0, 0}, new long[]{liquid.atoms() - 1, 2}, MemorySegment.ofArray(all));
        DirectSum check = new DirectSum(liquid.box(), liquid.potential(), all);
        double[] largest = {0, 1};
        for (int atom = 0; 3 * atom < forces.length; atom += Math.ceilDiv(liquid.atoms(), CHECKED_ATOMS)) {
            double[] expected = check.force(firstAtom + atom);
            for (int dimension = 0; dimension < 3; dimension++) {
                largest[0] = Math.max(largest[0], Math.abs(forces[3 * atom + dimension] - expected[dimension]));
                largest[1] = Math.max(largest[1], Math.abs(expected[dimension]));
            }
        }
        ga.dgop(largest, "max");
        return largest[0] / largest[1];
    }

    /** Ends the use of global arrays. Collective. */
    public void end() {
        ga.terminate();
    }
}
