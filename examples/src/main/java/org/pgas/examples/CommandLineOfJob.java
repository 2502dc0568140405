package org.pgas.examples;

import java.util.function.BiConsumer;

import org.pgas.AttachException;
import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;

/** Runs a program with its arguments on every rank, and lets one rank speak of what is wrong with them. */
final class CommandLineOfJob {

    private CommandLineOfJob() {}

    /**
     * Joins the job and runs a program with its options filled. What ends the job is one line, and no stack trace,
     * where the arguments are wrong or there is no room for what the program wants. Without arguments options keep
     * what the program gave them.
     */
    static <P> void run(P program, String[] arguments, BiConsumer<P, Job> body) {
        try (Job job = join(program)) {
            if (arguments.length > 0) {
                Words.parse(job, program, arguments);
            }
            orRefuse(job, program, () -> body.accept(program, job));
        }
    }

    /**
     * Joins the job. What forbids that (no room, a setting) is one line, too, and the JVM ends with 1, as after any
     * exception of main.
     */
    static Job join(Object program) {
        try {
            return Job.join();
        } catch (PgasException e) {
            String line = Words.nameOf(program) + ": " + e.getMessage();
            Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> System.err.println(line));
            throw e;
        }
    }

    /** Runs {@code body}; a lack of room ends the job with a line that names {@code program}. */
    static void orRefuse(Job job, Object program, Runnable body) {
        try {
            body.run();
        } catch (AttachException e) {
            throw refuse(job, Words.nameOf(program), e.getMessage());
        } catch (PgasException e) {
            if (e.code() != ErrorCode.RESOURCE) {
                throw e;
            }
            // others may have found room
            System.err.println(Words.nameOf(program) + ": " + e.getMessage());
            throw job.exit(Outcome.USAGE_ERROR);
        }
    }

    /** Ends the job because all ranks found the same thing wrong: rank 0 says so, the others wait for the end. */
    static RuntimeException refuse(Job job, String program, String message) {
        if (job.rank() == 0) {
            System.err.println(program + ": " + message);
            throw job.exit(Outcome.USAGE_ERROR);
        }
        job.world().barrier();
        throw new AssertionError("rank 0 ends the job instead of arriving");
    }
}
