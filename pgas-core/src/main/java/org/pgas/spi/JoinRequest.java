package org.pgas.spi;

import java.nio.file.Path;

/**
 * The wish of one rank to join a job.
 *
 * @param clientName single-valued name of the client program
 * @param flags single-valued flags of the client
 * @param directory the job's directory when somebody else made it, or null: then the job is found by {@code key}
 * @param key names the job among ranks that were started without a launcher of ours; null with a directory
 * @param rank this rank, 0-based
 * @param size ranks of the job
 * @param ownsProcess whether the end of the job ends this JVM; false for ranks that are threads of a JVM
 * @param configuration single-valued text: ranks with another one refuse to start together
 */
public record JoinRequest(
        String clientName,
        int flags,
        Path directory,
        String key,
        int rank,
        int size,
        boolean ownsProcess,
        String configuration) {}
