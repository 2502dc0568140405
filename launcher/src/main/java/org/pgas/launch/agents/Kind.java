package org.pgas.launch.agents;

/** What a frame says. The comment of the package has the table. */
public enum Kind {
    /** Launcher: a {@link JobOrder}, the first frame and the only one of this kind. */
    START,
    /** Both: how far a rank has come, {@link RankNews}. */
    RANK,
    /** Launcher: end the job with a code, for a reason; an {@link EndOrder}. */
    END,
    /** Launcher: so many bytes of output were delivered. */
    TAKEN,
    /** Launcher: standard input of rank 0; empty at its end. */
    INPUT,
    /** Agent: the input was taken: more may come. */
    INPUT_TAKEN,
    /** Agent: what a rank has written, {@link OutputPart}; empty at the end of a stream. */
    OUTPUT,
    /** Agent: the job has to end, with a code and for a reason that this host is the first to know; an EndOrder. */
    ENDED,
    /** Agent: something else for people, a text. */
    NOTE,
    /** Agent: the recording of a rank, {@link RecordingPart}; empty at its end. */
    RECORDING,
    /** Agent: all ranks of this host have ended; their output and recordings may still follow. */
    FINISHED,
    /** Agent: no process of the job is left on this host; a text says which files are, and is empty otherwise. */
    OVER,
    /** Both, again and again: this side lives. In it the sender's clock and what it has heard of the other's. */
    BEAT,
    /** Launcher: the job is over on all hosts, or there is none; an EndOrder, and nothing after it. */
    DONE;

    private static final Kind[] ALL = values();

    /** By number; null for one that there is not. */
    static Kind of(int number) {
        return number >= 0 && number < ALL.length ? ALL[number] : null;
    }
}
