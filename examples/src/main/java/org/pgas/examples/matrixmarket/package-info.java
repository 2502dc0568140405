/**
 * Matrix Market files: a strict reader and a writer, both of which hold no more than a line. They know nothing of
 * shared memory.
 *
 * <p>Dense ({@code array}) and sparse ({@code coordinate}) matrices of real numbers, integers or bare patterns,
 * general, symmetric or skew-symmetric. Complex ones are refused.
 */
package org.pgas.examples.matrixmarket;
