package org.pgas.faults.kills;

/** The processes that get the signal, at the same instant where they are several. */
enum Victims {
    RANK("a rank"), LAUNCHER("the launcher"), TWO_RANKS("two ranks"), ALL_RANKS("all ranks"),
    /** One rank and the launcher. */
    RANK_AND_LAUNCHER("a rank and the launcher"),
    /** Also the guardian: nobody is left to remove the files. */
    EVERYTHING("every process of the job"),
    /** The process beside the launcher, without which a job goes on. */
    GUARDIAN("the guardian");

    private final String words;

    Victims(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    boolean hasLauncher() {
        return this == LAUNCHER || this == RANK_AND_LAUNCHER || this == EVERYTHING;
    }

    boolean hasRanks() {
        return this != LAUNCHER && this != GUARDIAN;
    }
}
