package org.pgas.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.ActiveMessages;
import org.pgas.Event;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Rma;

/**
 * A program whose rank 1 lends data to rank 0 and is no more, in the way that the argument names, when rank 0 comes to
 * take it.
 */
public final class LoanEndingProgram {
    /** Of a job in which nothing can be lent. */
    static final int NO_LOANS = 33;

    /** Of a job whose rank 0 was given data that was not in the sender's memory. */
    static final int WRONG_DATA = 34;

    private static final int HANDLER = 200;
    private static final int REPLY = 201;
    private static final int BYTES = 40_000;
    private static final int MESSAGES = 20;
    private static final int PID = 0;
    private static final int READY = 8;
    private static final int GO = 16;

    private static volatile boolean asked;
    private static volatile boolean answered;

    private LoanEndingProgram() {}

    public static void main(String[] arguments) {
        Job job = Job.join();
        job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
            for (byte each : payload.toByteArray()) {
                if (each != 7) {
                    job.exit(WRONG_DATA);
                }
            }
            asked = true;
            token.replyShort(REPLY);
        }).index(HANDLER).request(), HandlerEntry.ofShort(_ -> answered = true).index(REPLY).reply());
        job.attach(4096);
        job.world().barrier();
        if (job.rank() == 1) {
            lend(job, arguments[0]);
        } else {
            take(job, arguments[0]);
        }
    }

    private static void lend(Job job, String way) {
        Rma rma = job.world().rma();
        MemorySegment source = Arena.global().allocate(BYTES).fill((byte) 7);
        send(job, source).await();
        // the answer to the question for reach came before that to the message
        job.blockUntil(() -> answered);
        while (rma.getLongAcquire(1, GO) == 0) {
            Thread.onSpinWait();
        }
        Event event = Event.DONE;
        for (int i = 0; i < MESSAGES; i++) {
            event = send(job, source);
        }
        if (event == Event.DONE) {
            job.exit(NO_LOANS);
        }
        rma.putLong(0, PID, ProcessHandle.current().pid());
        rma.putLongRelease(0, READY, 1);
        if (way.equals("leave")) {
            // the loans are not awaited on purpose
            job.close();
            return;
        }
        // until rank 0 kills it; it takes in nothing
        while (true) {
            Thread.onSpinWait();
        }
    }

    private static Event send(Job job, MemorySegment source) {
        LocalCompletion completion = LocalCompletion.event();
        ActiveMessages am = job.world().am();
        am.requestMedium(0, HANDLER, source, 0, BYTES, completion, new int[0], 0);
        return completion.leaf();
    }

    private static void take(Job job, String way) {
        Rma rma = job.world().rma();
        job.blockUntil(() -> asked);
        // from here on this rank takes in nothing: loads never poll
        rma.putLongRelease(1, GO, 1);
        while (rma.getLongAcquire(0, READY) == 0) {
            Thread.onSpinWait();
        }
        ProcessHandle.of(rma.getLong(0, PID)).ifPresent(sender -> {
            if (way.equals("leave")) {
                sender.onExit().join();
            } else {
                // and on at once: its memory goes before it is seen to be dead
                sender.destroyForcibly();
            }
        });
        job.blockUntil(() -> false);
    }
}
