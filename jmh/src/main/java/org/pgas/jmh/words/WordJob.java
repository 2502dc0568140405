package org.pgas.jmh.words;

import java.nio.file.Path;

import org.pgas.Job;
import org.pgas.JobConfig;

/** A job with segments that hold little more than the words. */
final class WordJob {
    private static final long SEGMENT_BYTES = 64 << 10;

    private WordJob() {}

    static Job join(Path directory, int rank, int size) {
        Job job = Job.join(JobConfig.builder().place(directory, rank, size).build());
        job.attach(SEGMENT_BYTES);
        return job;
    }
}
