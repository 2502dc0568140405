package org.pgas.launch;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.pgas.pshm.HostedJob;
import org.pgas.pshm.SweptDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pgas clean}. */
@Command(name = "clean", description = "Removes the files of jobs whose processes are all gone, and says what it "
        + "leaves, and why. Ends with 1 when it could not remove something.", mixinStandardHelpOptions = true)
final class CleanCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private JobsOption jobs;

    @Option(names = "--dry-run", description = "Remove nothing: say what would be removed.")
    private boolean dryRun;

    @Override
    public Integer call() throws InterruptedException {
        if (jobs.areElsewhere()) {
            return jobs.runThere(spec);
        }
        PrintWriter out = spec.commandLine().getOut();
        String removed = dryRun ? "would remove " : "removed ";
        int count = 0;
        int stuck = 0;
        long bytes = 0;
        for (SweptDirectory each : HostedJob.sweep(jobs.base(), !dryRun)) {
            Path name = each.directory().getFileName();
            if (each.isRemoved()) {
                out.println(removed + name + " (" + Figures.bytes(each.bytes()) + "): " + each.why());
                count++;
            } else if (each.abandoned()) {
                out.println("could not remove " + name + ": " + each.obstacle());
                stuck++;
            } else {
                out.println("left " + name + ": " + each.why());
            }
            bytes += each.bytes();
        }
        out.println(removed + "the files of " + count + (count == 1 ? " job" : " jobs")
                + (bytes == 0 ? "" : ", " + Figures.bytes(bytes))
                + (stuck == 0 ? "" : "; " + stuck + " could not be removed"));
        out.flush();
        return stuck == 0 ? 0 : 1;
    }
}
