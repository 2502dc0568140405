package org.pgas.compare.programs;

import java.util.List;

/**
 * What came of the processes of a program.
 *
 * @param lines that were printed, also by one that failed afterwards
 * @param text everything on standard output, for what does not print lines
 * @param nanos from the start of the first process to the end of the last
 * @param cause what went wrong in a few words that name nothing of this host; "" when all ended well
 * @param problem the same with the end of the output, for the person that measures
 */
public record Outcome(List<Line> lines, String text, long nanos, String cause, String problem) {
    /** Of processes that did not do what was wanted of them. */
    public static Outcome failed(String cause, String problem) {
        return new Outcome(List.of(), "", 0, cause, problem);
    }

    /** Whether all processes ended by themselves and well. */
    public boolean isGood() {
        return cause.isEmpty();
    }
}
