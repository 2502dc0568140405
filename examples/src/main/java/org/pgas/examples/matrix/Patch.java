package org.pgas.examples.matrix;

/**
 * A rectangular part of a matrix.
 *
 * @param row the first one
 * @param column the first one
 * @param rows how many
 * @param columns how many
 */
public record Patch(int row, int column, int rows, int columns) {}
