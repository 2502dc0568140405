package org.pgas.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.util.function.Consumer;

import org.pgas.launch.agents.JobOrder;
import org.pgas.launch.agents.RankNews;
import org.pgas.pshm.RankCopy;
import org.pgas.pshm.RankView;
import org.pgas.spi.WireFiles;

/** What the ranks of a host say of themselves, again and again, as far as it is new. One thread at a time. */
final class NewsOfRanks {
    private static final byte[] NONE = {};

    /** Others wait for a rank that joins. */
    private static final long JOINING_PAUSE_MILLIS = 2;

    /** Where none has joined for so long, the others are awaited by nobody, or for long: a program may never join. */
    private static final long SOON_NANOS = 10_000_000_000L;

    private static final long LATE_PAUSE_MILLIS = 50;
    private static final long PAUSE_MILLIS = 250;

    /** When this began, or a rank was last seen to have come forward. */
    private long lastProgress = System.nanoTime();

    private final RunningJob job;
    private final JobOrder.Place place;

    /** What was told last, by rank from the first one on. */
    private final RankNews[] told;

    private boolean haveAllJoined;

    NewsOfRanks(RunningJob job, JobOrder.Place place) {
        this.job = job;
        this.place = place;
        told = new RankNews[place.count()];
    }

    /** Tells what is new; false when the job is over here. */
    boolean look(Consumer<RankNews> consumer) {
        boolean allJoined = true;
        for (int i = 0; i < told.length; i++) {
            int rank = place.first() + i;
            RankCopy copy = job.copy(rank);
            if (copy == null) {
                return false;
            }
            allJoined &= copy.state().compareTo(RankView.State.JOINED) >= 0;
            byte[] address = addressOf(rank, copy, told[i]);
            // an address is told once, with the state that it belongs to
            RankNews known = new RankNews(rank, copy, NONE);
            if (address != null && !known.isAs(told[i])) {
                if (told[i] == null || copy.state().compareTo(told[i].copy().state()) > 0) {
                    lastProgress = System.nanoTime();
                }
                told[i] = known;
                consumer.accept(new RankNews(rank, copy, address));
            }
        }
        haveAllJoined = allJoined;
        return true;
    }

    /** The address of a rank, if it is told now to have joined, else empty; null when it cannot be read now. */
    private byte[] addressOf(int rank, RankCopy copy, RankNews before) {
        if (place.counts().size() == 1 || copy.state() != RankView.State.JOINED || !isNew(before)) {
            return NONE;
        }
        try {
            return Files.readAllBytes(job.directory().resolve(WireFiles.address(rank)));
        } catch (IOException e) {
            // the rank leaves, or somebody has removed its file: it cannot be told to have joined
            return null;
        }
    }

    private static boolean isNew(RankNews before) {
        return before == null || before.copy().state().compareTo(RankView.State.JOINED) < 0;
    }

    long pauseMillis() {
        if (haveAllJoined) {
            return PAUSE_MILLIS;
        }
        return System.nanoTime() - lastProgress < SOON_NANOS ? JOINING_PAUSE_MILLIS : LATE_PAUSE_MILLIS;
    }
}
