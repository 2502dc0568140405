package org.pgas.pshm;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.pgas.ErrorCode;
import org.pgas.JoinException;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * This user's jobs at one moment, seen from outside.
 *
 * @param directory that holds them; it may not exist
 * @param jobs that can be read, by name
 * @param others what is there beside them, by name
 */
public record JobList(Path directory, List<JobView> jobs, List<Other> others) {
    private static final int MOST_NAMES = 20;

    /**
     * What is no job that can be read.
     *
     * @param path of it
     * @param why for people
     */
    public record Other(Path path, String why) {}

    /**
     * Looks at all jobs.
     *
     * @param base where jobs' files go; null for the default
     * @throws JoinException when this user's directory there is not one that only this user can have made
     */
    public static JobList of(Path base) {
        List<JobView> jobs = new ArrayList<>();
        List<Other> others = new ArrayList<>();
        for (Path entry : entries(base)) {
            try {
                jobs.add(JobView.look(entry));
            } catch (PgasException e) {
                if (Files.exists(entry, LinkOption.NOFOLLOW_LINKS)) {
                    others.add(new Other(entry, DirectoryState.of(entry).why()));
                }
            }
        }
        return new JobList(JobDirectory.ofUser(JobDirectory.base(base)), List.copyOf(jobs), List.copyOf(others));
    }

    /**
     * The directory of one job.
     *
     * @param base where jobs' files go; null for the default
     * @param job a name, the beginning of one job's name, or a path with a slash; null for the only job there is
     * @throws PgasException with the jobs that there are, when it is none of them, or more than one
     */
    public static Path find(Path base, String job) {
        if (job != null && job.contains("/")) {
            return Path.of(job).toAbsolutePath().normalize();
        }
        Path user = JobDirectory.ofUser(JobDirectory.base(base));
        List<String> names = entries(base).stream().map(entry -> entry.getFileName().toString())
                .filter(name -> !name.startsWith(".")).toList();
        if (names.isEmpty()) {
            throw Refusals.OF_NO_RANK.failure(ErrorCode.RESOURCE,
                    (job == null ? "" : "no job '" + job + "': ") + "there are no jobs in " + user);
        }
        if (names.contains(job)) {
            return user.resolve(job);
        }
        List<String> fitting = names.stream().filter(name -> job == null || name.startsWith(job)).toList();
        List<String> readable = fitting.size() == 1 ? List.of()
                : fitting.stream().filter(name -> isJob(user.resolve(name))).toList();
        if (!readable.isEmpty()) {
            fitting = readable;
        }
        if (fitting.size() == 1) {
            return user.resolve(fitting.getFirst());
        }
        if (job == null) {
            throw Refusals.OF_NO_RANK.failure(ErrorCode.RESOURCE, "there are " + fitting.size()
                    + (readable.isEmpty() ? " entries, and no job that can be read, in " : " jobs in ") + user
                    + ": name one of " + join(fitting));
        }
        throw Refusals.OF_NO_RANK.failure(ErrorCode.RESOURCE, fitting.isEmpty()
                ? "no job '" + job + "' in " + user + ": there are " + join(names)
                : "job '" + job + "' may be " + join(fitting) + ": give more of its name");
    }

    private static boolean isJob(Path directory) {
        try {
            JobView.look(directory);
            return true;
        } catch (PgasException e) {
            return false;
        }
    }

    private static String join(List<String> names) {
        String some = String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMES)));
        return names.size() > MOST_NAMES ? some + " and " + (names.size() - MOST_NAMES) + " more" : some;
    }

    /** The entries of this user's directory, sorted; none when it does not exist. Throws when it is not ours. */
    static List<Path> entries(Path given) {
        Path base = JobDirectory.base(given);
        if (!Files.isDirectory(base)) {
            throw new JoinException("the directory for jobs, " + base + ", does not exist, or is no directory");
        }
        Path user = JobDirectory.ofUser(base);
        try {
            JobDirectory.checkOurs(user);
        } catch (JoinException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return List.of();
            }
            throw e;
        }
        return JobDirectory.list(user).stream().sorted().toList();
    }
}
