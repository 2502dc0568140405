package org.pgas.examples.kmers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What can be said about a sequence file before reading it. */
final class SequenceFiles {
    private SequenceFiles() {}

    /** Refuses what cannot be opened, in better words than the file system has. */
    static void check(Path file) throws SequenceFormatException {
        if (!Files.exists(file)) {
            throw new SequenceFormatException(file.toString(), 0, "no such file");
        }
        if (Files.isDirectory(file)) {
            throw new SequenceFormatException(file.toString(), 0, "this is a directory, not a FASTA or FASTQ file");
        }
        if (!Files.isReadable(file)) {
            throw new SequenceFormatException(file.toString(), 0, "no permission to read this file");
        }
    }

    /** At most so many letters, in practice: gzip makes sequences four or five times smaller. */
    static long lettersAtMost(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Files.size(file) * (isGzip(in.readNBytes(2)) ? GZIP_RATIO : 1);
        }
    }

    private static final long GZIP_RATIO = 5;

    static boolean isGzip(byte[] head) {
        return head.length >= 2 && head[0] == 0x1f && (head[1] & 0xff) == 0x8b;
    }

    /** Whether the file is plain FASTA, which can be read from any place. */
    static boolean isPlainFasta(Path file) throws IOException {
        check(file);
        // A pipe would lose the byte looked at.
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() == '>';
        }
    }
}
