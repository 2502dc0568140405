package org.pgas.conformance;

import java.lang.foreign.MemorySegment;

import org.pgas.HandlerEntry;
import org.pgas.Job;

/** A program whose rank 1 sends rank 0 a message that ends the job, in the way that the argument names. */
public final class MessageEndingProgram {
    private static final int EXIT = 200;
    private static final int THROW = 201;
    private static final int EXIT_PREPARED = 202;
    private static final int MEDIUM = 203;

    private MessageEndingProgram() {}

    public static void main(String[] arguments) {
        Job job = Job.join();
        job.endpoint().handlers().register(
                HandlerEntry.ofShort(token -> job.exit(token.argument(0))).index(EXIT),
                HandlerEntry.ofShort(token -> {
                    throw new IllegalStateException("thrown by the handler");
                }).index(THROW).name("thrower"),
                HandlerEntry.ofShort(token -> {
                    token.prepareReplyMedium(null, 8, 8, null, 0, 0);
                    job.exit(token.argument(0));
                }).index(EXIT_PREPARED),
                HandlerEntry.ofMedium((token, payload) -> {}).index(MEDIUM));
        job.world().barrier();
        if (job.rank() == 1) {
            send(job, arguments[0]);
        }
        job.blockUntil(() -> false);
    }

    private static void send(Job job, String way) {
        var am = job.world().am();
        switch (way) {
            case "unregistered" -> am.requestMedium(0, 150, MemorySegment.ofArray(new byte[8]), 0, 8);
            case "wrong-category" -> am.requestShort(0, MEDIUM, 1, 2);
            case "throw" -> am.requestShort(0, THROW);
            case "exit" -> am.requestShort(0, EXIT, 21);
            case "exit-prepared-reply" -> am.requestShort(0, EXIT_PREPARED, 22);
            case "exit-prepared" -> {
                am.prepareRequestMedium(0, null, 8, 64, null, 0, 0);
                job.exit(23);
            }
            case "system-exit-prepared" -> {
                am.prepareRequestMedium(0, null, 8, 64, null, 0, 0);
                System.exit(24);
            }
            default -> throw new IllegalArgumentException(way);
        }
    }
}
