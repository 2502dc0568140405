/** Benchmarks. */
package org.pgas.jmh;
