/**
 * Atomic operations on mapped words through several libraries, beside those on the heap: {@link
 * org.pgas.jmh.words.WordSet} runs the benchmarks and writes a table, {@link org.pgas.jmh.words.WordChart} draws it.
 *
 * <p>What is compared shares nothing but the loop; each library maps the memory in its own way.
 */
package org.pgas.jmh.words;
