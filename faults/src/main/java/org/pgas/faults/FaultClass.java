package org.pgas.faults;

/** One kind of trouble: what is done to real jobs, and what they have to do then. */
public interface FaultClass {
    /** As {@code --only} takes it and as the table of results names it: a word, such as {@code kills}. */
    String name();

    /** A heading of docs/RELIABILITY.md. */
    String title();

    /** What is done, and what counts as survived: paragraphs of Markdown. */
    String description();

    /** Of the times of its trials, as the report shows them: ms unless it measures something much shorter. */
    default String unit() {
        return "ms";
    }

    /**
     * How soon what has to be over is over in such a run, for people: it stands beside the figures. Empty where no time
     * is judged.
     */
    default String bound(Plan plan) {
        return "";
    }

    /**
     * Tries, and tells {@code ledger} of each trial. What does not survive is told, not thrown; so is what the harness
     * fails to do.
     *
     * @throws Exception if it cannot go on at all: a fault of the harness
     */
    void run(Plan plan, Ledger ledger) throws Exception;
}
