package org.pgas.examples.matrixmarket;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/**
 * A file is no Matrix Market file, or one of a kind that is not read. The message names file and line, and what was
 * expected.
 */
public final class MatrixMarketException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    MatrixMarketException(Path file, long line, String problem) {
        super(file + ":" + line + ": " + problem);
    }
}
