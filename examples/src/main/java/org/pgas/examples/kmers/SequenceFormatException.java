package org.pgas.examples.kmers;

import java.io.IOException;

/**
 * A sequence file that cannot be used, told in a sentence for the person that named the file.
 *
 * <p>Letters before the place of the error may already have been delivered.
 */
public final class SequenceFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long line;
    private final String problem;

    /** {@code line} counts from 1; 0 says that the problem is with the file as a whole. */
    public SequenceFormatException(String file, long line, String problem) {
        super(line > 0 ? file + ", line " + line + ": " + problem : file + ": " + problem);
        this.file = file;
        this.line = line;
        this.problem = problem;
    }

    /** The file as the user named it. */
    public String file() {
        return file;
    }

    /** The line of the problem counted from 1, or 0 where no line is to blame. */
    public long line() {
        return line;
    }

    /** The same problem found by a reader that started {@code lines} lines into the file. */
    SequenceFormatException movedDown(long lines) {
        return line == 0 ? this : new SequenceFormatException(file, line + lines, problem);
    }
}
