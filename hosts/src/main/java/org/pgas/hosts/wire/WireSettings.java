package org.pgas.hosts.wire;

import java.nio.file.Path;

import org.pgas.spi.WireFiles;

/**
 * What a wire is opened with.
 *
 * @param directory the job's, where only the owner may enter, for wires that need files
 * @param job {@value #JOB_BYTES} bytes that ranks of this job have and nobody else, by which peers prove which ranks
 *            they are; never sent
 * @param rank this rank
 * @param size ranks of the job
 * @param checked whether checksums cover the data too; the same on all ranks
 * @param host address or name of this host, for wires that peers find at one
 * @param isPlain whether what goes between hosts may go unencrypted: then a wire that could encrypt does not, and one
 *            that cannot does not open without; the same on all ranks
 */
public record WireSettings(Path directory, byte[] job, int rank, int size, boolean checked, String host,
        boolean isPlain) {
    /** Length of {@link #job}. */
    public static final int JOB_BYTES = WireFiles.SECRET_BYTES;
}
