/**
 * A small layer of global arrays over {@link org.pgas.armci.Armci}: arrays of doubles in two dimensions, cut into
 * blocks of which each rank has one in its memory, and used by all as if they were whole. A patch is named by its rows
 * and columns of the array; the layer finds out whose blocks it reaches over, and starts a strided transfer with each
 * owner, all of them at a time.
 *
 * <p>{@link org.pgas.examples.ga.GlobalArrays} is the entry: it makes arrays and counters, and synchronises.
 * {@link org.pgas.examples.ga.GlobalArray} has get, put, accumulate and the access to one's own block;
 * {@link org.pgas.examples.ga.GlobalCounter} deals out the numbers of tasks. A program alternates between phases: in
 * one, ranks get, put and accumulate without knowing of each other; a sync ends it, after which what was put and
 * accumulated is there for all.
 *
 * <p>All is row-major, in memory of ranks and of callers: the numbers of a row are neighbours. Indices count from 0,
 * and a patch is the first row and column and how many of them there are.
 *
 * <p>Source of the idea: Nieplocha, Harrison, Littlefield, "Global Arrays: a nonuniform memory access programming model
 * for high-performance computers", J. Supercomputing 10, 1996, whose library stands on ARMCI likewise.
 */
package org.pgas.examples.ga;
