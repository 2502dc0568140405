/**
 * Benchmarks: classes named Benchmark run under JMH in one JVM; {@link org.pgas.jmh.TwoRanks} runs as ranks in
 * processes of their own, which module compare starts, in turns with programs in C and of other libraries.
 */
package org.pgas.jmh;
