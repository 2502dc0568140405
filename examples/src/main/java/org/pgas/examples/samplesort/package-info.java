/**
 * Sorting of lines over all ranks.
 *
 * <p>{@code LineBuffer} is lines in an array, which are never made objects: a line is where it begins, and its order is
 * that of its bytes without sign. {@code LineSort} sorts those of one rank, {@code Splitters} says which lines are for
 * which rank, {@code SampleSort} brings them there, and {@code LineMerge} makes one run of what has come.
 * {@code LineFile} and {@code RandomLines} are where lines come from, {@code LineWriter} is where they go, and
 * {@code Tally} what is compared before and after.
 */
package org.pgas.examples.samplesort;
