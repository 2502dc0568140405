package org.pgas.compare.programs;

import java.util.List;

/**
 * What came of the processes of a program.
 *
 * @param lines that were printed, also by one that failed afterwards
 * @param text everything on standard output, for what does not print lines
 * @param nanos from the start of the first process to the end of the last
 * @param problem what went wrong, with the end of the output; "" when all ended well
 */
public record Outcome(List<Line> lines, String text, long nanos, String problem) {
    /** Whether all processes ended by themselves and well. */
    public boolean isGood() {
        return problem.isEmpty();
    }
}
