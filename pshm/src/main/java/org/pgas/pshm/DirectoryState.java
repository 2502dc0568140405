package org.pgas.pshm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.pgas.JoinException;
import org.pgas.PgasException;

/**
 * Whether anybody has to do with a job's directory any more.
 *
 * @param abandoned whether it may be removed
 * @param told whether this is known, and not only left alone because it is not
 * @param why for people
 */
record DirectoryState(boolean abandoned, boolean told, String why) {
    /** A directory without a readable control file may be one that is being made; older than this, it is litter. */
    private static final Duration BEING_MADE = Duration.ofSeconds(60);

    static DirectoryState of(Path job) {
        try {
            JobDirectory.checkOurs(job);
        } catch (JoinException e) {
            return kept(e.getMessage());
        }
        ProcessIdentity maker = JobDirectory.makerOfUnfinished(job);
        // if the maker was killed before it could put the mark there, the directory is empty
        if (!JobMark.isOn(job) && (maker == null || !JobDirectory.list(job).isEmpty())) {
            return kept(JobMark.MISSING);
        }
        if (maker != null) {
            return ofUnfinished(job, maker);
        }
        try (Arena arena = Arena.ofConfined()) {
            return of(ControlFile.look(job, arena));
        } catch (PgasException e) {
            if (JobLocks.areHeld(job)) {
                return kept("processes of its job run, and " + e.getMessage());
            }
            if (ControlFile.isOfOtherRelease(job) || !isOld(job)) {
                return kept(e.getMessage());
            }
            return abandoned("nobody has changed it for " + BEING_MADE.toSeconds() + " s, and " + e.getMessage());
        }
    }

    private static DirectoryState ofUnfinished(Path job, ProcessIdentity maker) {
        String who = maker.text();
        return switch (maker.life()) {
            case ALIVE -> kept(who + " is making it");
            case DEAD -> abandoned(who + ", which was making it, is gone");
            case UNKNOWN -> new DirectoryState(false, false, who
                    + " makes it, or was ended meanwhile, which cannot be told from here");
        };
    }

    /** The state of a directory that is ours and complete. */
    static DirectoryState of(ControlFile control) {
        try (JobLocks locks = JobLocks.look(control)) {
            return of(control, new Liveness(control, locks));
        }
    }

    /** As {@link #of(ControlFile)}, for a caller that knows already which processes live. */
    static DirectoryState of(ControlFile control, Liveness liveness) {
        ProcessIdentity launcher = control.launcher();
        List<String> untold = new ArrayList<>();
        switch (liveness.life(JobLocks.LAUNCHER)) {
            case ALIVE -> {
                return kept("its launcher runs (" + launcher.text() + ")");
            }
            case UNKNOWN -> untold.add("its launcher (" + launcher.text() + ")");
            case DEAD -> {
                // its ranks may live
            }
        }
        int claimed = 0;
        int known = 0;
        for (int rank = 0; rank < control.size(); rank++) {
            if (control.state(rank) == RankView.State.FREE) {
                continue;
            }
            ProcessIdentity process = control.process(rank);
            Life life = liveness.life(rank);
            if (life == Life.ALIVE) {
                return kept("rank " + rank + " runs (" + process.text() + ")");
            }
            if (life == Life.UNKNOWN && process.pid() != 0) {
                untold.add("rank " + rank + " (" + process.text() + ")");
            }
            claimed++;
            known += life == Life.DEAD ? 1 : 0;
        }
        if (!untold.isEmpty()) {
            return new DirectoryState(false, false, "whether " + untold.getFirst()
                    + (untold.size() == 1 ? " lives" : " and " + (untold.size() - 1) + " more live")
                    + " cannot be told from here, not by locks either: look there, and remove the directory by hand");
        }
        // a rank that has claimed its slot and not told its process yet may be alive
        if (known > 0 || launcher.pid() != 0 || isOld(control.directory())) {
            return abandoned("its launcher and its ranks are gone");
        }
        return kept(claimed == 0 ? "its ranks may be about to start" : "a rank is joining");
    }

    private static DirectoryState kept(String why) {
        return new DirectoryState(false, true, why);
    }

    private static DirectoryState abandoned(String why) {
        return new DirectoryState(true, true, why);
    }

    private static boolean isOld(Path job) {
        try {
            return Files.getLastModifiedTime(job).toInstant().isBefore(Instant.now().minus(BEING_MADE));
        } catch (IOException e) {
            return false;
        }
    }
}
