/**
 * Conway's Game of Life on a UPC shared array, in blocks of rows.
 *
 * <p>{@link org.pgas.examples.life.SharedLife} is the entry. {@link org.pgas.examples.life.LifeRule} and
 * {@link org.pgas.examples.life.Picture} know nothing of shared memory.
 */
package org.pgas.examples.life;
