package org.pgas.examples;

import org.pgas.Job;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Parses a program's arguments on every rank, and lets rank 0 alone speak of what is wrong with them. */
final class CommandLineOfJob {
    private static final int USAGE_ERROR = 2;

    private CommandLineOfJob() {}

    /**
     * Fills the options of {@code program} and of its subcommand, and answers that one, or {@code program} if none is named. Ends the job
     * with 2 when they are wrong, with 0 when help was asked for.
     */
    static Object parse(Job job, Object program, String... arguments) {
        CommandLine line = new CommandLine(program).setUsageHelpAutoWidth(true);
        CommandLine last;
        try {
            last = line.parseArgs(arguments).asCommandLineList().getLast();
        } catch (ParameterException e) {
            throw refuse(job, line.getCommandName(), e.getMessage() + nearest(e));
        }
        if (last.isUsageHelpRequested()) {
            if (job.rank() == 0) {
                last.usage(System.out);
                throw job.exit(0);
            }
            job.world().barrier();
        }
        return last.getCommand();
    }

    private static String nearest(ParameterException thrown) {
        if (thrown instanceof UnmatchedArgumentException unknown && !unknown.getSuggestions().isEmpty()) {
            return "; the nearest known: " + String.join(", ", unknown.getSuggestions());
        }
        return "";
    }

    /** Ends the job because all ranks found the same thing wrong: rank 0 says so, the others wait for the end. */
    static RuntimeException refuse(Job job, String program, String message) {
        if (job.rank() == 0) {
            System.err.println(program + ": " + message);
            throw job.exit(USAGE_ERROR);
        }
        job.world().barrier();
        throw new AssertionError("rank 0 ends the job instead of arriving");
    }
}
