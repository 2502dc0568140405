package org.pgas.compare;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pgas.compare.Measurements.Cell;

/**
 * What a row has to reach: terms that all have to hold. The file of rows says how they are written.
 *
 * @param text as it was written, "" where there is no goal
 */
record Goal(String text, List<Term> terms) {
    /** A limit of time, of a ratio, or of a difference. */
    private enum Kind {
        TIME, RATIO, DIFFERENCE
    }

    /**
     * A limit.
     *
     * @param reference a library, or a row of ours; "" for the group's own
     */
    record Term(Kind kind, boolean isStrict, double limit, String reference, String text) {
        boolean holds(double value) {
            return isStrict ? value < limit : value <= limit;
        }
    }

    private static final Pattern TERM = Pattern.compile(
            "(<=|<) ([0-9.]+)(?:(x)(?: of ([a-z0-9-]+))?| (ns|us)(?: more than ([a-z0-9-]+))?)(?: \\([^)]*\\))?");
    private static final double MICROSECOND = 1000;

    Goal {
        terms = List.copyOf(terms);
    }

    static Goal parse(String text) {
        return new Goal(text,
                text.isBlank() ? List.of() : Arrays.stream(text.split(", ")).map(Goal::term).toList());
    }

    private static Term term(String text) {
        Matcher matcher = TERM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no goal: write '<= 8 ns', '<= 1.05x', '<= 1.2x of NAME' or "
                            + "'<= 5 ns more than NAME'");
        }
        boolean isRatio = matcher.group(3) != null;
        String reference = isRatio ? matcher.group(4) : matcher.group(6);
        Kind kind = isRatio ? Kind.RATIO : reference == null ? Kind.TIME : Kind.DIFFERENCE;
        double factor = "us".equals(matcher.group(5)) ? MICROSECOND : 1;
        return new Term(kind, matcher.group(1).equals("<"), Double.parseDouble(matcher.group(2)) * factor,
                reference == null ? "" : reference, text.strip());
    }

    /** Rows of ours that terms compare with. */
    List<String> rows() {
        return terms.stream().map(Term::reference).filter(name -> !name.isEmpty() && Library.of(name).isEmpty())
                .toList();
    }

    /** What a look at the measurements found. */
    enum Verdict {
        /** None of the terms is missed, and what was measured does not decide all of them. */
        OPEN,
        /** All terms hold. */
        MET,
        /** One term does not hold. */
        MISSED
    }

    /** @param cellOf the cell of a library or a row that a term names; "" is the group's own reference */
    Verdict look(Measurements measurements, Cell ours, Function<String, Cell> cellOf) {
        boolean isDecided = !terms.isEmpty();
        for (Term term : terms) {
            OptionalDouble value = switch (term.kind()) {
                case TIME -> measurements.median(ours);
                case RATIO -> measurements.ratio(ours, cellOf.apply(term.reference()));
                case DIFFERENCE -> measurements.difference(ours, cellOf.apply(term.reference()));
            };
            if (value.isPresent() && !term.holds(value.getAsDouble())) {
                return Verdict.MISSED;
            }
            isDecided &= value.isPresent();
        }
        return isDecided ? Verdict.MET : Verdict.OPEN;
    }
}
