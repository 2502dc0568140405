package org.pgas.faults.hosts;

/** When something is done to a job. */
enum Moment {
    /** Agents and ranks start and join. */
    STARTING("while the job starts"),
    /** All ranks have joined, and go on for ever. */
    RUNNING("while all run"),
    /** All ranks have joined, and leave. */
    LEAVING("while ranks leave");

    private final String words;

    Moment(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
