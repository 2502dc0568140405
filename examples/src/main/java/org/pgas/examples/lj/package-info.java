/**
 * Molecular dynamics of atoms that attract and repel each other by the Lennard-Jones potential, in a periodic box.
 * Positions and forces are arrays of {@code org.pgas.ga}, a row for each atom. Every pair of blocks of atoms is a task;
 * a rank draws the number of one from a counter, gets the positions of both blocks, and accumulates the forces between
 * them, where other ranks accumulate too. Each rank moves the atoms whose rows it has.
 *
 * <p>All is in reduced units: lengths in σ, energies in ε, masses in that of an atom, temperatures in ε/k, times in
 * σ√(m/ε).
 *
 * <p>{@link org.pgas.examples.lj.Simulation} is the entry, one rank's part of the whole. What it computes with knows
 * nothing of shared memory: {@link org.pgas.examples.lj.Potential}, {@link org.pgas.examples.lj.Box},
 * {@link org.pgas.examples.lj.Lattice} and {@link org.pgas.examples.lj.Velocities},
 * {@link org.pgas.examples.lj.BlockPairs}, {@link org.pgas.examples.lj.AtomBlock} and
 * {@link org.pgas.examples.lj.PairForces}; {@link org.pgas.examples.lj.DirectSum} computes forces by the definition, to
 * check the others.
 *
 * <p>Source: Allen, Tildesley, "Computer Simulation of Liquids"; the shape of the program is that of the Lennard-Jones
 * demonstration of Global Arrays.
 */
package org.pgas.examples.lj;
