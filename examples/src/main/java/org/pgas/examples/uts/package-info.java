/**
 * The Unbalanced Tree Search: counts the nodes of a random tree that nobody can divide beforehand, so idle ranks steal
 * work from busy ones by Active Messages.
 *
 * <p>{@link org.pgas.examples.uts.TreeSearch} is the entry, one rank's part of the whole. What a tree is, and how one
 * rank walks through it, is in {@link org.pgas.examples.uts.GeometricTree}, {@link org.pgas.examples.uts.NodeSplitter},
 * {@link org.pgas.examples.uts.NodeStack} and {@link org.pgas.examples.uts.TreeWalk}, which know nothing of ranks.
 *
 * <p>Source of the trees and their counts: Olivier et al., "UTS: An Unbalanced Tree Search Benchmark", LCPC 2006, and
 * its reference implementation.
 */
package org.pgas.examples.uts;
