package org.pgas.pshm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import org.pgas.JoinException;
import org.pgas.PgasException;

/**
 * Whether anybody has to do with a job's directory any more.
 *
 * @param abandoned whether it may be removed
 * @param why for people
 */
record DirectoryState(boolean abandoned, String why) {
    /** A directory without a readable control file may be one that is being made; older than this, it is litter. */
    private static final Duration BEING_MADE = Duration.ofSeconds(60);

    static DirectoryState of(Path job) {
        try {
            JobDirectory.checkOurs(job);
        } catch (JoinException e) {
            return kept(e.getMessage());
        }
        ProcessIdentity maker = JobDirectory.makerOfUnfinished(job);
        // one whose maker was killed before it could put the mark there is empty
        if (!JobMark.isOn(job) && (maker == null || !JobDirectory.list(job).isEmpty())) {
            return kept(JobMark.MISSING);
        }
        if (maker != null) {
            return maker.isAlive()
                    ? kept("pid " + maker.pid() + " is making it")
                    : abandoned("pid " + maker.pid() + ", which was making it, is gone");
        }
        try (Arena arena = Arena.ofConfined()) {
            return of(ControlFile.look(job, arena));
        } catch (PgasException e) {
            if (ControlFile.isOfOtherRelease(job) || !isOld(job)) {
                return kept(e.getMessage());
            }
            return abandoned("nobody has changed it for " + BEING_MADE.toSeconds() + " s, and " + e.getMessage());
        }
    }

    /** Of a directory that is ours and complete. */
    static DirectoryState of(ControlFile control) {
        ProcessIdentity launcher = control.launcher();
        if (launcher.isAlive()) {
            return kept("its launcher runs (pid " + launcher.pid() + ")");
        }
        int claimed = 0;
        int known = 0;
        for (int rank = 0; rank < control.size(); rank++) {
            if (control.state(rank) == RankView.State.FREE) {
                continue;
            }
            ProcessIdentity process = control.process(rank);
            if (process.isAlive()) {
                return kept("rank " + rank + " runs (pid " + process.pid() + ")");
            }
            claimed++;
            known += process.pid() == 0 ? 0 : 1;
        }
        // a rank that has claimed its slot and not said yet who it is may be alive
        if (known > 0 || launcher.pid() != 0 || isOld(control.directory())) {
            return abandoned("its launcher and its ranks are gone");
        }
        return kept(claimed == 0 ? "its ranks may be about to start" : "a rank is joining");
    }

    private static DirectoryState kept(String why) {
        return new DirectoryState(false, why);
    }

    private static DirectoryState abandoned(String why) {
        return new DirectoryState(true, why);
    }

    private static boolean isOld(Path job) {
        try {
            return Files.getLastModifiedTime(job).toInstant().isBefore(Instant.now().minus(BEING_MADE));
        } catch (IOException e) {
            return false;
        }
    }
}
