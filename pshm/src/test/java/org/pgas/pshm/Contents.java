package org.pgas.pshm;

import java.nio.file.Path;
import java.util.List;

/** What a test finds in the directory of a job. */
final class Contents {
    private Contents() {}

    /** The files beside the mark of the directory. */
    static List<Path> of(Path directory) {
        return JobDirectory.list(directory).stream().filter(file -> !file.endsWith(JobMark.NAME)).toList();
    }
}
