package org.pgas.examples.kv;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The file that takes the place of another one: complete and on its device under a name of its own, before it gets the
 * other's name in one step of the file system.
 */
final class NewFile {
    private static final String NEW = ".salvage";
    private static final String DAMAGED = ".damaged";

    private final Path file;
    private final Path made;

    NewFile(Path file) {
        this.file = file.toAbsolutePath();
        made = this.file.resolveSibling(this.file.getFileName() + NEW);
    }

    /** Where it is made. */
    Path path() {
        return made;
    }

    /** Removes what was left by a process that had not finished. For the rank that has the other file. */
    void removeUnfinished() throws IOException {
        Files.deleteIfExists(made);
    }

    /** Keeps the other file under one more name, for a look at what was damaged, and says which. */
    Path keepOther() throws IOException {
        for (int number = 1;; number++) {
            Path kept = file.resolveSibling(file.getFileName() + DAMAGED + "-" + number);
            if (!Files.exists(kept)) {
                return Files.createLink(kept, file);
            }
        }
    }

    /** Returns when the name leads to the new file, and does so after a loss of power. */
    void takeName() throws IOException {
        try {
            Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException("its file system cannot replace a file in one step", e);
        }
        try (FileChannel directory = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
