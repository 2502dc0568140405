package org.pgas.broken;

import java.util.List;

import org.pgas.broken.change.Operator;
import org.pgas.broken.trial.TestClass;

/**
 * One of the list.
 *
 * @param name words with hyphens, which tell what is missing
 * @param spot where it is
 * @param operator what is done, as {@link Operator#of(String)} reads it
 * @param nth which of the instructions there that the operator fits, from 1
 * @param isCounted whether the list says which
 * @param tests those that have to notice
 * @param reason why no test notices; empty for one that has to be seen
 */
record Break(String name, Spot spot, String operator, int nth, boolean isCounted, List<TestClass> tests,
        String reason) {
    /**
     * A line of a source.
     *
     * @param module the directory of the module
     * @param className with dots; {@code $} for nested classes
     * @param method its name
     * @param line the text, without the spaces around it
     */
    record Spot(String module, String className, String method, String line) {
        /** The class without its package, and the method. */
        String shortName() {
            return className.substring(className.lastIndexOf('.') + 1).replace('$', '.') + "." + method;
        }
    }

    /** All that makes it this break: a result of another text is of another break. */
    String text() {
        return spot.className() + "#" + spot.method() + " | " + spot.line() + " | " + operator + " " + nth;
    }

    /** What is done, in words for people. */
    String words() {
        return Operator.of(operator).words() + (nth == 1 ? "" : " (number " + nth + " there)");
    }
}
