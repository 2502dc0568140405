package org.pgas.examples;

import org.pgas.Job;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Understands the arguments of a program, by picocli: a class of its own, since a program that has none starts sooner
 * when no class of picocli is loaded.
 */
final class Words {
    private Words() {}

    /** Of its {@code @Command}. */
    static String nameOf(Object program) {
        return new CommandLine(program).getCommandName();
    }

    /**
     * Fills the options of {@code program} and of its subcommand, and answers that one, or {@code program} if none is
     * named. Ends the job with 2 when they are wrong, with 0 when help was asked for.
     */
    static Object parse(Job job, Object program, String... arguments) {
        CommandLine line = new CommandLine(program).setUsageHelpAutoWidth(true);
        CommandLine last;
        try {
            last = line.parseArgs(arguments).asCommandLineList().getLast();
        } catch (ParameterException e) {
            throw CommandLineOfJob.refuse(job, line.getCommandName(), e.getMessage() + nearest(e));
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
}
