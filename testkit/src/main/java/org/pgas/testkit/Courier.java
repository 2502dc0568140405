package org.pgas.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.pgas.pshm.Ending;
import org.pgas.pshm.HostedJob;
import org.pgas.pshm.RankCopy;
import org.pgas.pshm.RankView;
import org.pgas.spi.WireFiles;

/**
 * What a launcher does between the hosts of a job: carries to each what ranks of the others say of themselves, where
 * they are found on the wire, and how the job was ended. A thread that looks again and again; it alone has the fields.
 */
final class Courier implements AutoCloseable {
    /** Others wait for a rank that joins. */
    private static final long JOINING_PAUSE_MILLIS = 1;

    private static final long PAUSE_MILLIS = 10;
    private static final byte[] NONE = {};

    private final List<HostedJob> hosts;
    private final Division division;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /** By rank, what was carried last; null before anything was. */
    private final RankCopy[] carried;

    private boolean isEnded;

    /** @param hosts by number, as in the division */
    Courier(List<HostedJob> hosts, Division division) {
        this.hosts = hosts;
        this.division = division;
        carried = new RankCopy[division.size()];
        thread = Thread.ofPlatform().daemon().name("courier of " + hosts.getFirst().name()).start(this::run);
    }

    private void run() {
        try {
            while (!closed.await(haveAllJoined() ? PAUSE_MILLIS : JOINING_PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                for (int rank = 0; rank < carried.length; rank++) {
                    carry(rank);
                }
                carryEnd();
            }
        } catch (IOException | RuntimeException | InternalError e) {
            end(1, "what one host says could not be carried to another: " + e);
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        }
    }

    private boolean haveAllJoined() {
        for (RankCopy each : carried) {
            if (each == null || each.state().compareTo(RankView.State.JOINED) < 0) {
                return false;
            }
        }
        return true;
    }

    private void carry(int rank) throws IOException {
        int own = division.hostOf(rank);
        RankCopy copy = hosts.get(own).copy(rank).withoutActivity();
        if (copy.equals(carried[rank])) {
            return;
        }
        byte[] address = hasJustJoined(copy, carried[rank])
                ? Files.readAllBytes(hosts.get(own).directory().resolve(WireFiles.address(rank)))
                : NONE;
        for (int host = 0; host < hosts.size(); host++) {
            if (host != own) {
                if (address.length > 0) {
                    hosts.get(host).write(WireFiles.address(rank), address);
                }
                hosts.get(host).show(rank, copy);
            }
        }
        carried[rank] = copy;
    }

    private static boolean hasJustJoined(RankCopy now, RankCopy before) {
        return now.state() == RankView.State.JOINED
                && (before == null || before.state().compareTo(RankView.State.JOINED) < 0);
    }

    private void carryEnd() {
        for (HostedJob each : hosts) {
            Ending ending = isEnded ? null : each.ending();
            if (ending != null) {
                isEnded = true;
                boolean isPlain = ending.message().isEmpty() && ending.rank() >= 0;
                end(ending.code(), isPlain ? "rank " + ending.rank() + " has ended it" : ending.message());
            }
        }
    }

    private void end(int code, String message) {
        for (HostedJob each : hosts) {
            each.end(code, message);
        }
    }

    /** Returns when it carries nothing any more. Idempotent. */
    @Override
    public void close() {
        closed.countDown();
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
