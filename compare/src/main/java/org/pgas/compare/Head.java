package org.pgas.compare;

import java.util.List;
import java.util.Optional;

/**
 * What has to be known of a comparison besides its figures.
 *
 * @param facts title and value, in order: date, machine, command and so on
 * @param absent which libraries were not measured, and why
 * @param failures which programs failed, and in which round
 */
record Head(List<Fact> facts, List<String> absent, List<String> failures) {
    /** By this title the facts say of what kind the processor is. */
    static final String KIND = "kind of processor";

    /** One of the things to know. */
    record Fact(String title, String value) {}

    Head {
        facts = List.copyOf(facts);
        absent = List.copyOf(absent);
        failures = List.copyOf(failures);
    }

    /** The kind of processor; by its name where nothing says the kind. */
    Processor processor() {
        return Processor.of(fact(KIND).or(() -> fact("processor")).orElse(""));
    }

    Optional<String> fact(String title) {
        return facts.stream().filter(fact -> fact.title().equals(title)).map(Fact::value).findFirst();
    }
}
