package org.pgas.compare;

/** The tables, in order. */
enum Group {
    TRANSFERS("Transfers", "c", Unit.NANOSECONDS),
    MESSAGES("Messages", "c", Unit.NANOSECONDS),
    IDIOMS("As programs write it, beside the best loop", "c", Unit.NANOSECONDS),
    ATOMICS("Atomic updates", "c", Unit.NANOSECONDS),
    COLLECTIVES("Barriers and collectives", "c", Unit.NANOSECONDS),
    SHAPES("Shapes: transfers that are not contiguous", "c", Unit.NANOSECONDS),
    ACCUMULATE("Accumulates", "c", Unit.NANOSECONDS),
    LOCKS("Locks", "c", Unit.NANOSECONDS),
    HEAP("Shared heap", "c", Unit.NANOSECONDS),
    WINDOWS("Windows", "openmpi", Unit.NANOSECONDS),
    DIALECTS("Dialects", "armci", Unit.NANOSECONDS),
    JOBS("Jobs: from start to end", "c", Unit.MILLISECONDS),
    PROGRAMS("Whole programs", "c", Unit.PER_SECOND);

    /** How figures are shown; they are kept in nanoseconds, for one operation. */
    enum Unit {
        NANOSECONDS("Nanoseconds", "ns"), MILLISECONDS("Milliseconds", "ms"),
        PER_SECOND("How many in a second, by all ranks together", "a second");

        private final String text;
        private final String symbol;

        Unit(String text, String symbol) {
            this.text = text;
            this.symbol = symbol;
        }

        String text() {
            return text;
        }

        /** A figure with its unit. */
        String say(double nanos) {
            return show(nanos) + " " + symbol;
        }

        String show(double nanos) {
            return switch (this) {
                case NANOSECONDS -> Figure.of(nanos);
                case MILLISECONDS -> Figure.of(nanos / 1e6);
                case PER_SECOND -> Figure.grouped(1e9 / nanos);
            };
        }
    }

    private final String title;
    private final String floor;
    private final Unit unit;

    Group(String title, String floor, Unit unit) {
        this.title = title;
        this.floor = floor;
        this.unit = unit;
    }

    static Group of(String word) {
        return valueOf(word.toUpperCase(java.util.Locale.ROOT));
    }

    /** Whether programs print its rows; the others are measured from outside. */
    boolean isOfLines() {
        return this != JOBS && this != PROGRAMS;
    }

    String title() {
        return title;
    }

    /** The library that a ratio in a goal is of when it names none. */
    String floor() {
        return floor;
    }

    Unit unit() {
        return unit;
    }
}
