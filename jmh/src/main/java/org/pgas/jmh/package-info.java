/**
 * Benchmarks: classes named Benchmark run under JMH in one JVM; {@link org.pgas.jmh.TwoRanks} runs as ranks in processes of their
 * own, beside a C program, by {@code compare.sh}.
 */
package org.pgas.jmh;
