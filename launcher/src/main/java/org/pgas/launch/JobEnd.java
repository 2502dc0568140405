package org.pgas.launch;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

import org.pgas.pshm.Ending;
import org.pgas.pshm.RankView;

/**
 * Why a job ends before all its ranks have finished.
 *
 * @param code the job's exit code
 * @param message for people; empty when the code says it all
 */
record JobEnd(int code, String message) {
    static final int TIMED_OUT = 124;

    /** The code when a job's output or timeline could not be delivered: as a pipe without a reader ends a program. */
    static final int OUTPUT_LOST = Signals.exitCode(13);

    /** The code of a JVM that was told to exit when it is out of heap; a program may choose the same code. */
    private static final int OUT_OF_MEMORY = 3;

    private static final int ABORTED = Signals.exitCode(6);
    private static final int KILLED = Signals.exitCode(9);

    static JobEnd of(Ending ending) {
        return new JobEnd(ending.code(), ending.message() == null ? "" : ending.message());
    }

    /**
     * What the end of a rank's process means for the job; null when the rank has finished as it should.
     *
     * @param killer asked what has killed one: the end of a sentence, or empty
     */
    static JobEnd ofProcess(int rank, long pid, int code, RankView view, long heapBytes, Supplier<String> killer) {
        String who = RankProcess.text(rank, pid);
        boolean isMember = Members.isMember(view.state());
        if (code == 0) {
            return isMember
                    ? new JobEnd(1,
                            who + " ended with exit code 0 without leaving its job first, as System.exit(0) does")
                    : null;
        }
        String signal = Signals.ofExitCode(code);
        if (signal != null && !view.exiting()) {
            return new JobEnd(code, code == ABORTED
                    ? who + " crashed (" + signal + "); its JVM may have left hs_err_pid" + pid + ".log"
                    : who + " was killed by " + signal + (code == KILLED ? killed(killer.get(), heapBytes) : ""));
        }
        if (code == OUT_OF_MEMORY && isMember && !view.exiting()) {
            return new JobEnd(code, who + " ran out of Java heap, which was " + HeapSize.text(heapBytes)
                    + ": give more with --heap (or its program has called Runtime.halt(3))");
        }
        return new JobEnd(code,
                who + " ended with exit code " + code + (code == 1 && view.state() == RankView.State.FREE
                        ? " before it joined the job: if its JVM could not start, its output says what it lacks "
                                + "(heap: --heap; addresses: ulimit "
                                + "-v; threads: ulimit -u; files: ulimit -n)"
                        : ""));
    }

    private static String killed(String deed, long heapBytes) {
        return deed.isEmpty() ? ""
                : deed + "; each rank's heap is " + HeapSize.text(heapBytes)
                        + ": give less with --heap, have fewer ranks or smaller segments, or allow more memory";
    }

    /** The end of a job that is over: what ended it first, or else whether its output could be delivered. */
    static JobEnd last(JobEnd known, RankOutput output) {
        if (known != null) {
            return known;
        }
        String complaint = output.complaint();
        return complaint == null ? new JobEnd(0, "") : new JobEnd(OUTPUT_LOST, complaint);
    }

    /**
     * How a job has ended, and what else is to be said of it.
     *
     * @param notes for people, one line each
     */
    record Told(JobEnd end, List<String> notes) {}

    /**
     * This end, when the job's timeline was made.
     *
     * @param lacks what it lacks
     * @param failure why there is none, the last of these; or null
     */
    Told withTimeline(List<String> lacks, String failure) {
        // the exit code tells that the file is missing, as with --output
        return failure == null || code != 0 ? new Told(this, lacks)
                : new Told(new JobEnd(OUTPUT_LOST, failure), lacks.subList(0, lacks.size() - 1));
    }

    /** Nobody takes what the rank has written. */
    static JobEnd ofLostOutput(int rank, Exception e) {
        return new JobEnd(OUTPUT_LOST, "the output of rank " + rank + " could not be delivered: "
                + (e instanceof IOException io ? HumanText.of(io) : e.toString()));
    }

    /** @param who the process that has ended, for people */
    static JobEnd ofMissingRank(String who, int waiting) {
        return new JobEnd(1, who + " ended without joining the job that rank " + waiting + " waits to start");
    }
}
