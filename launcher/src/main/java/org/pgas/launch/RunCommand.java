package org.pgas.launch;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pgas run}. */
@Command(name = "run", description = "Runs a program on N ranks, one JVM each.", mixinStandardHelpOptions = true,
        sortOptions = false, usageHelpAutoWidth = true, exitCodeListHeading = "%nThe exit code is the job's:%n",
        exitCodeList = {
            "0:every rank has finished",
            "1:a rank failed, or a host could not be reached or was lost",
            "2:the command line is wrong",
            "124:the job ran into --timeout",
            "141:the output, or the file of --timeline, could not be delivered",
            "128+S:a rank, or pgas itself, was ended by signal S",
            "other:what the program gave Job.exit or System.exit"},
        footerHeading = "%nSettings, for -D or --set, or as "
                + "environment variables (pgas.wait is PGAS_WAIT):%n")
final class RunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private RunOptions options;

    @Override
    public Integer call() throws InterruptedException {
        try {
            return new JobRun(options, spec.commandLine().getErr()).await();
        } catch (Refusal e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}
