package org.pgas.launch;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;

import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.pshm.HostedJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pgas clean}. */
@Command(name = "clean", description = "Removes the files of jobs whose processes are all gone.", mixinStandardHelpOptions = true)
final class CleanCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--dir", paramLabel = "DIR", description = "Directory that holds the jobs' files.")
    private Path directory;

    @Override
    public Integer call() {
        Path base = directory != null ? directory : Settings.read(Map.of()).path(Setting.DIR);
        int removed = HostedJob.sweep(base);
        spec.commandLine().getOut().println("removed the files of " + removed + (removed == 1 ? " job" : " jobs"));
        return 0;
    }
}
