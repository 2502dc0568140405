package org.pgas.launch;

import java.nio.file.Path;
import java.util.Map;

import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.pshm.JobList;
import org.pgas.pshm.JobView;
import picocli.CommandLine.Option;

/** Where the jobs are that a command looks at. */
final class JobsOption {
    @Option(names = "--dir", paramLabel = "DIR", description = "Directory that holds the jobs' files. Default: setting pgas.dir.")
    private Path directory;

    /** Null for the default. */
    Path base() {
        return directory != null ? directory : Settings.read(Map.of()).path(Setting.DIR);
    }

    /** The job of this name, beginning or path; null is the only one there is. */
    JobView look(String job) {
        return JobView.look(JobList.find(base(), job));
    }
}
