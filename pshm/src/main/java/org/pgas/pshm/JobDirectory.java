package org.pgas.pshm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
    private static final String ASIDE = ".old-";
    private static final Pattern UNFINISHED_NAME = Pattern.compile("\\.new-(" + ProcessIdentity.NAME + ")-.*");

    /** Also those that end a line or a paragraph. */
    private static final Pattern CONTROL_CHARACTER = Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}]");

    private static final int WRITABLE_BY_OTHERS = 0002;
    private static final int WRITABLE_BY_GROUP = 0020;
    private static final int STICKY = 01000;

    private static final Path GROUPS = Path.of("/etc/group");
    private static final Path DEFAULT_BASE = Path.of("/dev/shm");
    private static final Set<PosixFilePermission> OWNER_ONLY = Set.copyOf(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<?> PRIVATE_DIRECTORY = PosixFilePermissions.asFileAttribute(OWNER_ONLY);

    /** Rights of every file in a job's directory. */
    static final FileAttribute<?> PRIVATE_FILE = PosixFilePermissions
            .asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private JobDirectory() {}

    /** The base directory, absolute: the one given, /dev/shm, or the one for temporary files. No control characters. */
    static Path base(Path given) {
        Path base = given;
        if (base == null) {
            base = Files.isDirectory(DEFAULT_BASE) && Files.isWritable(DEFAULT_BASE)
                    ? DEFAULT_BASE
                    : Path.of(System.getProperty("java.io.tmpdir"));
        }
        checkCharacters(base, "the directory for jobs (setting pgas.dir)");
        return base.toAbsolutePath();
    }

    /**
     * Names go through shells, argument files and terminals, where a control character could make another name of one.
     */
    static void checkCharacters(Path directory, String what) {
        Matcher control = CONTROL_CHARACTER.matcher(directory.toAbsolutePath().toString());
        if (control.find()) {
            String found = String.format("U+%04X", control.group().codePointAt(0));
            throw new JoinException(what + ", " + control.replaceAll("?") + ", has the control character " + found
                    + " in its name, here shown as ?: choose or make a directory without one");
        }
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
                mark(job);
                return job;
            } catch (FileAlreadyExistsException e) {
                throw new JoinException("a job directory " + job + " exists already");
            } catch (NoSuchFileException e) {
                // a process that left its last job removed the user's directory in between: make it again
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

    private static void mark(Path made) throws IOException {
        try {
            JobMark.put(made);
        } catch (IOException e) {
            delete(made.resolve(JobMark.NAME));
            delete(made);
            throw e;
        }
    }

    /** A umask that takes rights from the owner would make files that no rank can open. */
    private static void checkUmask(Path made) throws IOException {
        Set<PosixFilePermission> rights;
        try {
            rights = Files.getPosixFilePermissions(made, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            // a process that left the user's last job removed it in between: the caller makes it again
            return;
        }
        if (!rights.equals(OWNER_ONLY)) {
            delete(made);
            throw new JoinException("the directory " + made + " came into being with rights "
                    + PosixFilePermissions.toString(rights)
                    + ": the umask takes them from their owner: set it to 077 or 022 (umask 077)");
        }
    }

    /** Where others may write and rename what is not theirs, they could put another directory in place of ours. */
    static void checkBase(Path base) {
        Map<String, Object> found;
        try {
            found = Files.readAttributes(base, "unix:mode,uid,gid,owner,group");
        } catch (IOException e) {
            throw unreadable(base, e);
        }
        int mode = (int) found.get("mode");
        if ((mode & STICKY) != 0) {
            return;
        }
        if ((mode & WRITABLE_BY_OTHERS) != 0) {
            throw new JoinException("the directory for jobs, " + base
                    + ", is writable by all users, who could replace what is in it: chmod +t it, as /tmp is, "
                    + "or set pgas.dir to another directory");
        }
        if ((mode & WRITABLE_BY_GROUP) != 0 && !isPrivateGroup(base, found)) {
            throw new JoinException("the directory for jobs, " + base + ", is writable by its group, "
                    + found.get("group") + ", whose members could replace what is in it: chmod g-w or chmod +t it, "
                    + "or set pgas.dir to another directory");
        }
    }

    /** Whether it belongs to this user, and to a group of that name with no other member, as many systems make. */
    private static boolean isPrivateGroup(Path base, Map<String, Object> found) {
        String owner = found.get("owner").toString();
        if ((int) found.get("uid") != uid() || !owner.equals(found.get("group").toString())
                || Posix.hasAccessList(base.toString())) {
            return false;
        }
        try (Stream<String> groups = Files.lines(GROUPS, StandardCharsets.ISO_8859_1)) {
            // name, password, number, members
            return groups.map(line -> line.split(":", -1)).anyMatch(group -> group.length == 4
                    && group[2].equals(found.get("gid").toString()) && (group[3].isEmpty() || group[3].equals(owner)));
        } catch (IOException | UncheckedIOException e) {
            // where groups are not in this file, their other members are not known
            return false;
        }
    }

    /**
     * Makes the directory of a new job under a name that tells which process makes it: a process that finds it later
     * knows at once whether it is still being made. Pair with {@link #finish}.
     */
    static Path createUnfinished(Path base, String name) {
        Path job = ofUser(base).resolve(name);
        if (Files.exists(job, LinkOption.NOFOLLOW_LINKS)) {
            throw new JoinException("a job directory " + job + " exists already");
        }
        return create(base, UNFINISHED + ProcessIdentity.current().name() + "-" + name);
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

    /** The process that makes this directory, or null if its name says that it is complete. */
    static ProcessIdentity makerOfUnfinished(Path job) {
        Matcher name = UNFINISHED_NAME.matcher(job.getFileName().toString());
        return name.matches() ? ProcessIdentity.ofName(name.group(1)) : null;
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
                claim(job);
                return job;
            }
            throw e;
        }
    }

    /** Everything in a job's directory goes with the job: one that holds something else must not become one. */
    private static void claim(Path job) {
        // twice: the mark is the first file to come and the last to go, so a directory that is being removed is empty
        // by then
        if (!list(job).isEmpty() && !JobMark.isBegun(job) && !list(job).isEmpty()) {
            throw new JoinException(job + " is the name of this job's directory, but " + JobMark.MISSING
                    + ": remove it, rename it, or set pgas.dir to another directory");
        }
        try {
            JobMark.put(job);
        } catch (IOException e) {
            throw new JoinException("cannot write to the job directory " + job + ": " + e
                    + ": has its job just ended, or is there no room (df, df -i)?", e);
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

    /** A process that left the user's last job may have removed it in between: the caller then makes it again. */
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
        } catch (NoSuchFileException e) {
            throw new JoinException(
                    "cannot look at " + directory + ": there is none: its job has ended, or never began", e);
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

    /** What tells this directory from every other that may have its name later; null if it is gone. */
    static Object identity(Path directory) {
        try {
            return Files.readAttributes(directory, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Removes a job's directory and, when it was the last, its user's. Idempotent; gives way to other processes that do
     * the same. Touches nothing when it is a symbolic link, when it is not ours, or when nothing says that it is a
     * job's: the files belong to others then.
     *
     * @param known the {@link #identity} of the directory, if this process has made it or has joined its job; else null
     * @return why it is still there, for people; null if it is gone
     */
    static String remove(Path job, Object known) {
        String why = null;
        try {
            checkOurs(job);
            why = removeOurs(job, known);
        } catch (JoinException e) {
            why = e.getMessage();
        }
        if (job.getParent() != null) {
            removeIfEmpty(job.getParent());
        }
        return Files.exists(job, LinkOption.NOFOLLOW_LINKS) ? why : null;
    }

    private static String removeOurs(Path job, Object known) {
        boolean isJob = known != null && known.equals(identity(job)) || JobMark.isOn(job);
        String why = isJob ? removeContent(job) : JobMark.MISSING;
        return why == null || list(job).isEmpty() ? delete(job) : why;
    }

    /**
     * As {@link #remove}, for a directory of a name that another job may have by now, or take at any moment. The
     * directory gets a name of its own first, so that no rank of the other job takes its files for that job's, and none
     * of that job's files is removed. A process that is killed meanwhile leaves a directory that still has the mark.
     *
     * @param held what had that name; another directory of that name is left alone
     * @param isMeant whether it is to be removed; asked when no other process removes it
     */
    static String removeAside(Path job, HeldDirectory held, BooleanSupplier isMeant) {
        String why = null;
        try {
            checkOurs(job);
            held.lock();
            why = held.isAt(job) && isMeant.getAsBoolean() ? moveAndRemove(job, held) : null;
        } catch (JoinException e) {
            why = e.getMessage();
        }
        removeIfEmpty(job.getParent());
        return Files.exists(job, LinkOption.NOFOLLOW_LINKS) ? why : null;
    }

    private static String moveAndRemove(Path job, HeldDirectory held) {
        Path aside = job.resolveSibling(
                ASIDE + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime()));
        if (move(job, aside) != null) {
            // overlayfs does not rename directories of an image
            return removeOurs(job, null);
        }
        if (!held.isAt(aside)) {
            // the file system has no locks, and within the last moment another process has removed the one that was
            // meant, and made a new one
            return move(aside, job);
        }
        String why = removeContent(aside);
        if (why == null || list(aside).isEmpty()) {
            return delete(aside);
        }
        String back = move(aside, job);
        return back == null ? why : back;
    }

    /** Says why not, for people; null if it has the other name, or is gone. */
    private static String move(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            return null;
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            return why(from, e);
        }
    }

    /** The mark goes last, so that what is left of a process that is killed meanwhile is known as a job's. */
    private static String removeContent(Path job) {
        String why = null;
        for (Path file : list(job)) {
            if (!file.endsWith(JobMark.NAME)) {
                String failed = delete(file);
                why = why == null ? failed : why;
            }
        }
        return why == null ? delete(job.resolve(JobMark.NAME)) : why;
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

    /** The name of a file that each neighbourhood has for itself. */
    static String ofNeighbourhood(String name, int neighbourhood) {
        return neighbourhood == 0 ? name : name + "-" + neighbourhood;
    }

    /** A name in the directory that no other thread of any process makes a file of. */
    static Path unfinished(Path directory, String name) {
        return directory.resolve(name + ".new-" + ProcessHandle.current().pid() + "-"
                + Thread.currentThread().threadId() + "-" + System.nanoTime());
    }

    /** Opens a file for reading, unless it is a link. */
    static FileChannel reading(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }

    /** Removes a file, or an empty directory, if it is there. Says why not, for people; null if it is gone. */
    static String delete(Path path) {
        try {
            Files.deleteIfExists(path);
            return null;
        } catch (DirectoryNotEmptyException e) {
            return path.getFileName() + " is a directory that is not empty";
        } catch (IOException e) {
            // another process removes the same files, or has just made one (then the directory stays for it)
            System.getLogger(JobDirectory.class.getName()).log(System.Logger.Level.DEBUG, "not removed: " + path, e);
            return why(path, e);
        }
    }

    private static String why(Path path, IOException e) {
        return path.getFileName() + ": " + (e instanceof AccessDeniedException ? "permission denied"
                : e instanceof FileSystemException f && f.getReason() != null ? f.getReason() : e.toString());
    }
}
