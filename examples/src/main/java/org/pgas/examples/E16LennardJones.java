package org.pgas.examples;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.examples.lj.Energies;
import org.pgas.examples.lj.Lattice;
import org.pgas.examples.lj.Liquid;
import org.pgas.examples.lj.Simulation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Molecular dynamics of Lennard-Jones atoms, with their positions and forces in arrays of {@code org.pgas.ga}. A
 * counter deals out pairs of blocks of atoms to ranks that are free. Such a rank gets the positions and accumulates the
 * forces, wherever they are. The energy, which must not change, tells whether the whole is right; forces are compared
 * with a direct sum at the end.
 *
 * <pre>
 * $ ./pgas run -n 2 lj
 * [0] 864 atoms in a box of side 10.078, cutoff 2.500, 105 tasks a step on 2 ranks
 * [0] step=0 temperature=1.4400 potential=-5.69328 kinetic=2.15750 total=-3.53578
 * ...
 * [0] step=500 temperature=0.7482 potential=-4.65689 kinetic=1.12106 total=-3.53584
 * [0] 1.004 s, 498.0 steps/s
 * [0] drift=2.4e-05 momentum=1.2e-16 forces=4.2e-16
 * </pre>
 */
@Command(name = E16LennardJones.NAME, description = "Molecular dynamics of Lennard-Jones atoms in global arrays; all "
        + "numbers are in reduced units.")
public final class E16LennardJones {
    static final String NAME = "lj";

    private static final int MOST_ATOMS = 1 << 17;

    /** Of the forces that were computed, from a direct sum. */
    private static final double FORCE_TOLERANCE = 1e-9;

    /** Of the mean velocity, from 0. */
    private static final double MOMENTUM_TOLERANCE = 1e-10;

    @Option(names = "--atoms", description = "How many (default: ${DEFAULT-VALUE}, which is a lattice of 6 x 6 x 6 "
            + "cells)")
    private int atoms = 864;

    @Option(names = "--steps", description = "Steps to take (default: ${DEFAULT-VALUE})")
    private int steps = 500;

    @Option(names = "--dt", paramLabel = "TIME", description = "Length of a step (default: ${DEFAULT-VALUE})")
    private double timeStep = 0.004;

    @Option(names = "--density", description = "Atoms in the unit of volume (default: ${DEFAULT-VALUE})")
    private double density = 0.8442;

    @Option(names = "--temperature", description = "At the beginning, when atoms are on a lattice; a liquid has "
            + "about half of it later (default: ${DEFAULT-VALUE})")
    private double temperature = 1.44;

    @Option(names = "--cutoff", paramLabel = "LENGTH", description = "Atoms that are as far apart do not feel each "
            + "other; half of the box if that is less (default: ${DEFAULT-VALUE})")
    private double cutoff = 2.5;

    @Option(names = "--lattice", description = "Where atoms are at the beginning: ${COMPLETION-CANDIDATES}, "
            + "face-centred or simple cubic (default: ${DEFAULT-VALUE})")
    private Lattice lattice = Lattice.FCC;

    @Option(names = "--seed", description = "Seed of the velocities (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--every", paramLabel = "STEPS", description = "Prints the energies after every so many steps "
            + "(default: ${DEFAULT-VALUE})")
    private int every = 100;

    @Option(names = "--tolerance", description = "How far the energy may move, relative to its potential and kinetic "
            + "part (default: ${DEFAULT-VALUE})")
    private double tolerance = 1e-3;

    @Option(names = "--out", paramLabel = "FILE", description = "CSV file for the energies that are printed")
    private Path out;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E16LennardJones() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E16LennardJones(), arguments, E16LennardJones::run);
    }

    private void run(Job job) {
        checkOptions(job);
        FilesOfJob.checkOutput(job, NAME, "--out", out);
        Liquid liquid = new Liquid(atoms, density, temperature, cutoff, lattice, seed);
        Simulation simulation = simulation(job, liquid);
        if (job.rank() == 0) {
            System.out.printf(Locale.ROOT,
                    "%,d atoms in a box of side %.3f, cutoff %.3f, %,d tasks a step on %d ranks%n", atoms,
                    liquid.box().side(), liquid.cutoff(), simulation.tasks(), job.size());
        }
        long start = System.nanoTime();
        List<Energies> course = follow(job, simulation);
        double seconds = (System.nanoTime() - start) / 1e9;
        double forceError = simulation.forceError();
        if (job.rank() == 0) {
            System.out.printf(Locale.ROOT, "%.3f s, %.1f steps/s%n", seconds, steps / seconds);
            store(job, course);
            judge(job, course, forceError);
        }
        simulation.end();
    }

    private void checkOptions(Job job) {
        checkRange(job, "--atoms", atoms, 2, MOST_ATOMS);
        checkRange(job, "--steps", steps, 0, Integer.MAX_VALUE);
        checkRange(job, "--every", every, 1, Integer.MAX_VALUE);
        checkRange(job, "--dt", timeStep, 1e-6, 1);
        checkRange(job, "--density", density, 1e-6, 10);
        checkRange(job, "--temperature", temperature, 0, 1e6);
        checkRange(job, "--cutoff", cutoff, 0.1, 1e6);
        checkRange(job, "--tolerance", tolerance, 0, 1);
    }

    private static void checkRange(Job job, String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw CommandLineOfJob.refuse(job, NAME, option + " " + value + ": legal are " + least + ".." + most);
        }
    }

    private static void checkRange(Job job, String option, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw CommandLineOfJob.refuse(job, NAME, option + " " + value + ": legal are " + least + " to " + most);
        }
    }

    private Simulation simulation(Job job, Liquid liquid) {
        try {
            return new Simulation(job, liquid, timeStep);
        } catch (PgasException e) {
            if (e.code() != ErrorCode.RESOURCE) {
                throw e;
            }
            throw CommandLineOfJob.refuse(job, NAME, "--atoms " + atoms + ": " + e.getMessage());
        }
    }

    /** Takes all steps; returns the energies at the beginning, after every so many steps, and at the end. */
    private List<Energies> follow(Job job, Simulation simulation) {
        List<Energies> course = new ArrayList<>();
        for (int step = 0; step <= steps; step++) {
            if (step > 0) {
                simulation.step();
            }
            if (step % every == 0 || step == steps) {
                Energies energies = simulation.energies();
                course.add(energies);
                if (job.rank() == 0) {
                    print(energies);
                }
            }
        }
        return course;
    }

    private void print(Energies energies) {
        System.out.printf(Locale.ROOT, "step=%d temperature=%.4f potential=%.5f kinetic=%.5f total=%.5f%n",
                energies.step(), energies.temperature(), energies.potential() / atoms, energies.kinetic() / atoms,
                energies.total() / atoms);
    }

    private void judge(Job job, List<Energies> course, double forceError) {
        double drift = 0;
        double velocity = 0;
        for (Energies energies : course) {
            drift = Math.max(drift, energies.drift(course.getFirst()));
            velocity = Math.max(velocity, energies.momentum() / atoms);
        }
        System.out.printf(Locale.ROOT, "drift=%.1e momentum=%.1e forces=%.1e%n", drift, velocity, forceError);
        judge(job, "the energy has moved", drift, tolerance, "give a shorter --dt, or a larger --tolerance");
        judge(job, "the atoms together have a mean velocity", velocity, MOMENTUM_TOLERANCE, "it must stay 0");
        judge(job, "forces differ from a direct sum", forceError, FORCE_TOLERANCE, "they must be equal");
    }

    private static void judge(Job job, String what, double found, double most, String remedy) {
        // what is no number is wrong too
        if (!(found <= most)) {
            System.err.println(NAME + ": " + what + " by " + found + ", legal is " + most + ": " + remedy);
            throw job.exit(Outcome.FAILURE);
        }
    }

    private void store(Job job, List<Energies> course) {
        if (out == null) {
            return;
        }
        try (BufferedWriter writer = Files.newBufferedWriter(out)) {
            writer.write("step,time,temperature,potential,kinetic,total\n");
            for (Energies energies : course) {
                writer.write(energies.step() + "," + energies.step() * timeStep + "," + energies.temperature() + ","
                        + energies.potential() / atoms + "," + energies.kinetic() / atoms + ","
                        + energies.total() / atoms + "\n");
            }
        } catch (IOException e) {
            throw FilesOfJob.failed(job, NAME, "--out " + out, e);
        }
        System.out.println("energies written to " + out);
    }
}
