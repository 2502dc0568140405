package org.pgas.compare;

import org.pgas.compare.programs.Line;

/**
 * What one round found of one row with one library.
 *
 * @param round counted from 1
 * @param ranks of the job that measured it
 */
record Measured(int round, int ranks, Line line) {
    String library() {
        return line.library();
    }
}
