/**
 * One job of ranks, one global address space: what a program sees of the library.
 *
 * <p>Start at {@link org.pgas.Job}. Invariant: this package knows no file, no process and no transport; those live behind
 * {@link org.pgas.spi.Conduit}.
 */
package org.pgas;
