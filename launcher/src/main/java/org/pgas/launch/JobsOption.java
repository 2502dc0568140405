package org.pgas.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.launch.agents.HostList;
import org.pgas.pshm.JobList;
import org.pgas.pshm.JobView;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Where the jobs are that a command looks at: in which directory, and on which hosts. */
final class JobsOption {
    static final String DIRECTORY = "--dir";

    private static final String HOSTS = "--host";
    private static final String LAUNCH_WITH = "--launch-with";

    /** The names of all of these options. */
    static final List<String> NAMES = List.of(DIRECTORY, HOSTS, LAUNCH_WITH);

    @Option(names = DIRECTORY, paramLabel = "DIR", description = "Directory that holds the jobs' files. Default: "
            + "setting pgas.dir.")
    private Path directory;

    @Option(names = HOSTS, paramLabel = "HOST,...", description = "Look there instead of here. Of several hosts, each "
            + "line begins with its host.")
    private String hosts;

    @Option(names = LAUNCH_WITH, paramLabel = "CMD", description = "What leads to a host, in place of ssh, as for "
            + "pgas run.")
    private String launchWith;

    /** Null for the default. */
    Path base() {
        return directory != null ? directory : Settings.read(Map.of()).path(Setting.DIR);
    }

    /** The job of this name, beginning or path; null is the only one there is. */
    JobView look(String job) {
        return JobView.look(JobList.find(base(), job));
    }

    /** Whether hosts are named, for {@link #runThere}. */
    boolean areElsewhere() {
        if (hosts == null && launchWith != null) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, LAUNCH_WITH + " needs hosts: name them with " + HOSTS);
        }
        return hosts != null;
    }

    /** Runs the command there, with the directory that a job of several hosts would get which is started from here. */
    int runThere(CommandSpec command) throws InterruptedException {
        Path base = base();
        return new OtherHosts(command, HostList.parse(HOSTS, hosts).place(0), AgentCommand.parse(launchWith))
                .run(base == null ? null : base.toAbsolutePath());
    }
}
