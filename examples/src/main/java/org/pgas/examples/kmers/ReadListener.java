package org.pgas.examples.kmers;

/** Is told how far the reading of a file has come, some thousand times a gigabyte. */
@FunctionalInterface
public interface ReadListener {
    /** Bytes as they lie on disk, so compressed ones for a gzip file; {@code total} is -1 where nobody knows. */
    void read(long done, long total);
}
