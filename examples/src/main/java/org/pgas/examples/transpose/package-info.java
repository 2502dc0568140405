/**
 * The transpose of a matrix. Its rows are shared out among the ranks: every rank puts a block into every other's
 * memory.
 */
package org.pgas.examples.transpose;
