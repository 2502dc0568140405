package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pgas.JoinException;

/**
 * The directories of jobs: {@code <base>/pgas-<uid>/<job>/}, readable and writable by their owner alone.
 *
 * <p>Refuses what is not ours: a symbolic link, another owner, or rights for others could hand memory to somebody else.
 */
final class JobDirectory {
    static final String CONTROL = "control";
    static final String ENVIRONMENT = "environment";

    private static final String UNFINISHED = ".new-";
    private static final Pattern UNFINISHED_NAME = Pattern.compile("\\.new-(\\d{1,18})-(\\d{1,18})-.*");

    private static final int WRITABLE_BY_OTHERS = 0002;
    private static final int STICKY = 01000;

    private static final Path DEFAULT_BASE = Path.of("/dev/shm");
    private static final Set<PosixFilePermission> OWNER_ONLY = Set.copyOf(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<?> PRIVATE_DIRECTORY = PosixFilePermissions.asFileAttribute(OWNER_ONLY);

    /** Rights of every file in a job's directory. */
    static final FileAttribute<?> PRIVATE_FILE = PosixFilePermissions
            .asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private JobDirectory() {}

    /** The base directory in force: the one given, or /dev/shm, or the system's temporary directory. */
    static Path base(Path given) {
        if (given != null) {
            return given;
        }
        return Files.isDirectory(DEFAULT_BASE) && Files.isWritable(DEFAULT_BASE)
                ? DEFAULT_BASE
                : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** This user's directory, whether it exists or not. */
    static Path ofUser(Path base) {
        return base.resolve("pgas-" + uid());
    }

    /** This user. */
    static int uid() {
        try {
            return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw new JoinException("cannot find out this process's user id from /proc/self: " + e, e);
        }
    }

    /** Makes the directory of a new job. */
    static Path create(Path base, String name) {
        if (!Files.isDirectory(base)) {
            throw new JoinException(
                    "the directory for jobs, " + base + ", does not exist: make it, or set pgas.dir to one that does");
        }
        checkBase(base);
        Path user = ofUser(base);
        Path job = user.resolve(name);
        while (true) {
            makePrivate(user);
            try {
                Files.createDirectory(job, PRIVATE_DIRECTORY);
                checkUmask(job);
                return job;
            } catch (FileAlreadyExistsException e) {
                throw new JoinException("a job directory " + job + " exists already");
            } catch (NoSuchFileException e) {
                // somebody who left its last job removed the user's directory in between: make it again
                continue;
            } catch (JoinException e) {
                removeIfEmpty(user);
                throw e;
            } catch (IOException e) {
                removeIfEmpty(user);
                throw new JoinException("cannot make the job directory " + job + ": " + e
                        + ": free some room there (df, df -i), or set pgas.dir to another directory", e);
            }
        }
    }

    /** A umask that takes rights from the owner would make files that no rank can open. */
    private static void checkUmask(Path made) throws IOException {
        Set<PosixFilePermission> rights;
        try {
            rights = Files.getPosixFilePermissions(made, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            // somebody who left the user's last job removed it in between: the caller makes it again
            return;
        }
        if (!rights.equals(OWNER_ONLY)) {
            delete(made);
            throw new JoinException("the directory " + made + " came into being with rights "
                    + PosixFilePermissions.toString(rights)
                    + ": the umask takes them from their owner: set it to 077 or 022 (umask 077)");
        }
    }

    /** Where all may write and nothing says that names are their makers', somebody could put another directory in place of ours. */
    private static void checkBase(Path base) {
        int mode;
        try {
            mode = (int) Files.getAttribute(base, "unix:mode");
        } catch (IOException e) {
            throw unreadable(base, e);
        }
        if ((mode & (WRITABLE_BY_OTHERS | STICKY)) == WRITABLE_BY_OTHERS) {
            throw new JoinException("the directory for jobs, " + base
                    + ", is writable by all users, who could replace what is in it: chmod +t it, as /tmp is, "
                    + "or set pgas.dir to another directory");
        }
    }

    /**
     * Makes the directory of a new job under a name that tells who makes it: whoever finds it later knows at once whether it is still
     * being made. Pair with {@link #finish}.
     */
    static Path createUnfinished(Path base, String name) {
        Path job = ofUser(base).resolve(name);
        if (Files.exists(job, LinkOption.NOFOLLOW_LINKS)) {
            throw new JoinException("a job directory " + job + " exists already");
        }
        ProcessIdentity maker = ProcessIdentity.current();
        return create(base, UNFINISHED + maker.pid() + "-" + maker.start() + "-" + name);
    }

    /** Gives a directory that is complete its own name. */
    static Path finish(Path unfinished, String name) {
        Path job = unfinished.resolveSibling(name);
        try {
            return Files.move(unfinished, job, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new JoinException("cannot make the job directory " + job + ": " + e + ": does it exist already?", e);
        }
    }

    /** Who makes this directory, or null if its name says that it is complete. */
    static ProcessIdentity makerOfUnfinished(Path job) {
        Matcher name = UNFINISHED_NAME.matcher(job.getFileName().toString());
        return name.matches() ? new ProcessIdentity(Long.parseLong(name.group(1)), Long.parseLong(name.group(2)))
                : null;
    }

    /** As {@link #create}, for a job that the first of its ranks makes: another rank may have been first. */
    static Path createOrFind(Path base, String name) {
        Path job = ofUser(base).resolve(name);
        checkBase(base);
        try {
            return create(base, name);
        } catch (JoinException e) {
            if (Files.exists(job, LinkOption.NOFOLLOW_LINKS)) {
                checkOurs(ofUser(base));
                checkOurs(job);
                return job;
            }
            throw e;
        }
    }

    private static void makePrivate(Path directory) {
        try {
            Files.createDirectory(directory, PRIVATE_DIRECTORY);
            checkUmask(directory);
        } catch (FileAlreadyExistsException e) {
            checkOursUnlessGone(directory);
        } catch (IOException e) {
            throw new JoinException("cannot make the directory " + directory + ": " + e
                    + ": make its parent writable, or set pgas.dir to another directory", e);
        }
    }

    /** Somebody who left the user's last job may have removed it in between: the caller then makes it again. */
    private static void checkOursUnlessGone(Path directory) {
        try {
            examine(directory);
        } catch (NoSuchFileException e) {
            return;
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
    }

    /** Throws unless this is a real directory of ours that nobody else may enter. */
    static void checkOurs(Path directory) {
        try {
            examine(directory);
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
    }

    private static JoinException unreadable(Path directory, IOException e) {
        return new JoinException("cannot look at " + directory + ": " + e, e);
    }

    /** One look at all of it, so that a directory that comes and goes is not taken for something else. */
    private static void examine(Path directory) throws IOException {
        Map<String, Object> found = Files.readAttributes(directory, "unix:isSymbolicLink,isDirectory,uid,permissions",
                LinkOption.NOFOLLOW_LINKS);
        if ((boolean) found.get("isSymbolicLink")) {
            throw new JoinException(directory + " is a symbolic link; job directories must be real: remove it");
        }
        if (!(boolean) found.get("isDirectory")) {
            throw new JoinException(directory + " is not a directory");
        }
        checkOwner(directory, (int) found.get("uid"));
        @SuppressWarnings("unchecked") // what the attribute "permissions" is documented to be
        Set<PosixFilePermission> rights = (Set<PosixFilePermission>) found.get("permissions");
        if (!OWNER_ONLY.equals(rights)) {
            throw new JoinException(directory + " has rights " + PosixFilePermissions.toString(rights)
                    + "; job directories must be rwx------: remove it, or chmod 700 it if nobody else has used it");
        }
    }

    static void checkOwner(Path path) throws IOException {
        checkOwner(path, (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS));
    }

    private static void checkOwner(Path path, int owner) {
        if (owner != uid()) {
            throw new JoinException(path + " belongs to user id " + owner + ", not to " + uid()
                    + ": set pgas.dir to another directory");
        }
    }

    /** Whether this is a directory of ours; a symbolic link is not. */
    static boolean isOurs(Path directory) {
        try {
            checkOurs(directory);
            return true;
        } catch (JoinException e) {
            return false;
        }
    }

    /**
     * Removes a job's directory and, when it was the last, its user's. Idempotent; gives way to others who do the same. Touches
     * nothing when it is a symbolic link or not ours: the files behind it are somebody else's.
     */
    static void remove(Path job) {
        if (isOurs(job)) {
            for (Path file : list(job)) {
                delete(file);
            }
            delete(job);
        }
        if (job.getParent() != null) {
            removeIfEmpty(job.getParent());
        }
    }

    /** Removes a user's directory that holds no job. */
    static void removeIfEmpty(Path user) {
        if (isOurs(user) && list(user).isEmpty()) {
            delete(user);
        }
    }

    /** The entries of a directory; none if it is gone. */
    static List<Path> list(Path directory) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(entries::add);
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            return List.of();
        }
        return entries;
    }

    /** What the files of a directory take of memory or of their device; addresses without memory do not count. */
    static long bytes(Path directory) {
        long bytes = 0;
        for (Path file : list(directory)) {
            bytes += Posix.allocatedBytes(file.toString());
        }
        return bytes;
    }

    /** Removes a file, or an empty directory, if it is there. */
    static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // another process removes the same files, or has just made one (then the directory stays for it)
            System.getLogger(JobDirectory.class.getName()).log(System.Logger.Level.DEBUG, "not removed: " + path, e);
        }
    }
}
