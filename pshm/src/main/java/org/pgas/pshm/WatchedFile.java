package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * A file that this process has mapped. It tells whether that still is what it was. Any thread.
 *
 * <p>A file that was shortened within its last page gives no fault: the kernel fills that page with zeros.
 */
final class WatchedFile {
    private static final String REMEDY = ": start the job again, and let no other process change files of a job";

    private final Path path;
    private final FileIdentity mapped;
    private final boolean staysInPlace;
    private final BooleanSupplier over;

    /** Null before the first look. Guarded by this: any thread may look. */
    private Posix.FileName name;

    private WatchedFile(Path path, FileIdentity mapped, boolean staysInPlace, BooleanSupplier over) {
        this.path = path;
        this.mapped = mapped;
        this.staysInPlace = staysInPlace;
        this.over = over;
    }

    /**
     * A file that keeps its name until {@code over}. Its rank says so before it removes the file.
     *
     * @param mapped the file at that path when it was mapped
     */
    static WatchedFile inPlace(Path path, FileIdentity mapped, BooleanSupplier over) {
        return new WatchedFile(path, mapped, true, over);
    }

    /** One that others may remove, rename and replace, but not shorten or extend: a peer's, or a program's own. */
    static WatchedFile ofOthers(Path path, FileIdentity mapped, BooleanSupplier over) {
        return new WatchedFile(path, mapped, false, over);
    }

    /** What is wrong with it, for people; null when nothing is, or when that cannot be found out now. */
    String complaint() {
        if (over.getAsBoolean()) {
            return null;
        }
        String what = difference();
        // asked again: a rank that removes a file in an orderly way says so before
        return what == null || over.getAsBoolean() ? null : "the file " + path + " " + what + REMEDY;
    }

    private synchronized String difference() {
        if (name == null) {
            name = new Posix.FileName(path.toString());
        }
        try {
            FileIdentity now = name.identity();
            if (!now.isSameFile(mapped)) {
                return staysInPlace ? "was replaced by another process: the one of that name is another file now"
                        : null;
            }
            return now.bytes() == mapped.bytes() ? null
                    : "was " + (now.bytes() < mapped.bytes() ? "truncated" : "extended")
                            + " by another process: it has "
                            + now.bytes() + " bytes instead of " + mapped.bytes() + ", as the file system says";
        } catch (NoSuchFileException e) {
            return staysInPlace ? "was deleted or renamed by another process: there is none of that name now" : null;
        } catch (IOException e) {
            // that the file system does not say is no sign of damage
            System.getLogger(WatchedFile.class.getName()).log(System.Logger.Level.DEBUG, "not looked at: " + path, e);
            return null;
        }
    }
}
