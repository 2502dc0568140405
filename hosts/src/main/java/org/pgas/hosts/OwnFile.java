package org.pgas.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Makes files that are their owner's alone, in a directory that is, too. */
final class OwnFile {
    private OwnFile() {}

    /**
     * Makes a file, also by a thread that is interrupted: a channel would close itself then, and a rank that has to
     * join would not.
     */
    static void create(Path path, byte[] bytes) throws IOException {
        Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(path, bytes, StandardOpenOption.WRITE);
    }
}
