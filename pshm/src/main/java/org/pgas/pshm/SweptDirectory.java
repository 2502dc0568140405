package org.pgas.pshm;

import java.nio.file.Path;

/**
 * What a sweep has found, one of each directory.
 *
 * @param directory of a job, or something else where only those should be
 * @param abandoned whether all processes of its job are gone; only then is it removed
 * @param why it is abandoned, or why it stays; for people
 * @param bytes of memory, or of its device, that its files took which were removed, or would be; 0 for what stays
 * @param obstacle why it is still there though it was to be removed, for people; else empty
 */
public record SweptDirectory(Path directory, boolean abandoned, String why, long bytes, String obstacle) {
    /** Whether it is gone; after a look that removes nothing: whether it would be. */
    public boolean isRemoved() {
        return abandoned && obstacle.isEmpty();
    }
}
