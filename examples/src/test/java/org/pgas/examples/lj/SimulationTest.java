package org.pgas.examples.lj;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.pgas.Job;
import org.pgas.testkit.RankTest;

final class SimulationTest {
    private static final double TIME_STEP = 0.004;

    @RankTest(ranks = 3)
    void shouldConserveEnergyAndMomentum(Job job) {
        Liquid liquid = new Liquid(256, 0.8442, 1.44, 2.5, Lattice.FCC, 1);
        Simulation simulation = new Simulation(job, liquid, TIME_STEP);
        Energies start = simulation.energies();
        double potential = start.potential();
        double drift = 0;
        double momentum = start.momentum();
        for (int step = 1; step <= 500; step++) {
            simulation.step();
            if (step % 10 == 0) {
                Energies energies = simulation.energies();
                drift = Math.max(drift, energies.drift(start));
                momentum = Math.max(momentum, energies.momentum());
                potential = Math.max(potential, energies.potential());
            }
        }
        assertEquals(500, simulation.energies().step());
        assertTrue(drift < 2e-4, "the energy moved by " + drift);
        assertTrue(momentum < 1e-10, "the momentum is " + momentum);
        assertTrue(potential - start.potential() > 0.5 * liquid.atoms(), "the lattice has not melted");
        assertTrue(simulation.forceError() < 1e-11, "forces differ by " + simulation.forceError());
        simulation.end();
    }

    /** However many ranks there are, it is what one computes alone, without blocks or tasks. */
    @RankTest(ranks = {1, 2, 4})
    void shouldMoveAtomsAsOneRankDoesAlone(Job job) {
        Liquid liquid = new Liquid(130, 0.7, 1, 2, Lattice.SC, 5);
        Simulation simulation = new Simulation(job, liquid, TIME_STEP);
        Alone alone = new Alone(liquid);
        for (int step = 0; step <= 50; step += 10) {
            Energies energies = simulation.energies();
            assertEquals(alone.potential(), energies.potential(), 1e-9 * Math.abs(energies.potential()));
            assertEquals(alone.kinetic(), energies.kinetic(), 1e-9 * energies.kinetic());
            for (int i = 0; i < 10; i++) {
                simulation.step();
                alone.step();
            }
        }
        simulation.end();
    }

    @RankTest(ranks = 4)
    void shouldMoveFewerAtomsThanRanks(Job job) {
        Simulation simulation = new Simulation(job, new Liquid(2, 0.2, 0.1, 2.5, Lattice.SC, 1), TIME_STEP);
        Energies start = simulation.energies();
        for (int step = 0; step < 100; step++) {
            simulation.step();
        }
        assertTrue(simulation.energies().drift(start) < 1e-2, simulation.energies() + " after " + start);
        simulation.end();
    }

    /** The same method, all atoms on one rank. */
    private static final class Alone {
        private final Liquid liquid;
        private final double[] positions;
        private final double[] velocities;
        private double[] forces;

        Alone(Liquid liquid) {
            this.liquid = liquid;
            positions = liquid.positions();
            velocities = liquid.velocities();
            forces = forces();
        }

        private double[] forces() {
            DirectSum sum = new DirectSum(liquid.box(), liquid.potential(), positions);
            double[] all = new double[positions.length];
            for (int atom = 0; atom < liquid.atoms(); atom++) {
                System.arraycopy(sum.force(atom), 0, all, 3 * atom, 3);
            }
            return all;
        }

        double potential() {
            return AllPairs.energy(liquid.box(), liquid.potential(), positions);
        }

        double kinetic() {
            return Velocities.kineticEnergy(velocities);
        }

        void step() {
            for (int at = 0; at < positions.length; at++) {
                velocities[at] += TIME_STEP / 2 * forces[at];
                positions[at] += TIME_STEP * velocities[at];
            }
            forces = forces();
            for (int at = 0; at < positions.length; at++) {
                velocities[at] += TIME_STEP / 2 * forces[at];
            }
        }
    }
}
