package org.pgas.launch.rendezvous;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Setting;

/** A file with the secret by which the hosts of a job know each other: all its bytes, whatever they are. */
final class SecretFile {
    static final int LEAST_BYTES = 32;
    private static final int MOST_BYTES = 4096;

    /** The bits of st_mode that say what the group and all others may do. */
    private static final int OTHERS = 0077;

    /** The bit of st_mode that says that the group may read. */
    private static final int GROUP_READS = 0040;

    private SecretFile() {}

    /**
     * Reads it. It has to be this user's or root's, and no other user may read it. If root has given it to a group,
     * that group may read it, as Kubernetes does for containers of a user that is not root.
     *
     * @throws PgasException BAD_ARGUMENT, for people: what is wrong with the file, and what helps
     */
    static byte[] read(Path file) {
        try {
            Map<String, Object> found = Files.readAttributes(file, "unix:mode,uid,isRegularFile");
            int owner = (int) found.get("uid");
            int user = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            int open = (int) found.get("mode") & OTHERS;
            if (!(boolean) found.get("isRegularFile")) {
                throw bad(file, "is no file", "name one");
            }
            if (owner != user && owner != 0) {
                throw bad(file, "belongs to user " + owner + ", and this is user " + user, "have it as your own");
            }
            if (open != 0 && !(owner == 0 && user != 0 && open == GROUP_READS)) {
                throw bad(file, "may be used by others (mode " + Integer.toOctalString((int) found.get("mode") & 0777)
                        + ")", "chmod 600 " + file + ", in Kubernetes defaultMode: 0400");
            }
            byte[] secret;
            try (InputStream in = Files.newInputStream(file)) {
                secret = in.readNBytes(MOST_BYTES + 1);
            }
            if (secret.length < LEAST_BYTES || secret.length > MOST_BYTES) {
                throw bad(file, "has " + (secret.length > MOST_BYTES ? "more than " + MOST_BYTES : secret.length)
                        + " bytes where " + LEAST_BYTES + ".." + MOST_BYTES + " are legal",
                        "make it by: head -c " + LEAST_BYTES + " /dev/urandom");
            }
            return secret;
        } catch (NoSuchFileException e) {
            throw bad(file, "does not exist", "every host needs it, with the same bytes", e);
        } catch (AccessDeniedException e) {
            throw bad(file, "may not be read by this user", "every host needs it, readable by its user", e);
        } catch (IOException e) {
            throw bad(file, "cannot be read: " + e.getMessage(), "every host needs it", e);
        }
    }

    private static PgasException bad(Path file, String what, String remedy) {
        return bad(file, what, remedy, null);
    }

    private static PgasException bad(Path file, String what, String remedy, Exception cause) {
        return new PgasException(ErrorCode.BAD_ARGUMENT,
                Setting.RENDEZVOUS_SECRET.key() + "=" + file + " " + what + ": " + remedy, cause);
    }
}
