package org.pgas.compare;

import java.util.List;

/**
 * What has to be known of a comparison besides its figures.
 *
 * @param facts title and value, in order: date, machine, command and so on
 * @param absent which libraries were not measured, and why
 * @param failures which programs failed, and in which round
 */
record Head(List<Fact> facts, List<String> absent, List<String> failures) {
    /** One of the things to know. */
    record Fact(String title, String value) {}

    Head {
        facts = List.copyOf(facts);
        absent = List.copyOf(absent);
        failures = List.copyOf(failures);
    }
}
