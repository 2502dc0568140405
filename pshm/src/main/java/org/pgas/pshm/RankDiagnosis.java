package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.Path;

import org.pgas.JoinException;
import org.pgas.spi.Diagnosis;
import org.pgas.spi.Topology;
import org.pgas.spi.WaitRecord;

/** What one rank knows of its peers and of the job's files. */
record RankDiagnosis(ControlFile control, Topology topology, int rank, Liveness liveness, CountersFile counters,
        FileWatch files, Departure departure) implements Diagnosis {
    // Fields and orders: ControlLayout.

    @Override
    public void watch(Path file, long address, long bytes) {
        try {
            files.add(file.getFileName().toString(), Posix.identity(file.toString()), address, bytes);
        } catch (IOException e) {
            throw new JoinException("rank " + rank + ": the file " + file + " cannot be looked at: " + e.getMessage(),
                    e);
        }
    }

    @Override
    public String place(long address) {
        return files.place(address);
    }

    @Override
    public String describeFault(Throwable thrown) {
        String cut = departure.cutFiles(thrown);
        return cut.isEmpty() ? "" : "rank " + rank + ": " + cut;
    }

    @Override
    public String describe(int peer) {
        RankView.State state = control.state(peer);
        String text = topology.describe(peer) + ", " + state.name().toLowerCase(java.util.Locale.ROOT);
        if (state == RankView.State.FREE) {
            return text;
        }
        if (topology.host(peer) != topology.host(rank)) {
            return text + " on host " + topology.host(peer);
        }
        ProcessIdentity process = control.process(peer);
        long age = control.heartbeatMillis(peer);
        boolean dead = liveness.hasDied(peer);
        WaitRecord wait = dead ? null : waitOf(peer);
        return text + ", " + process.text()
                + (dead ? " gone" : ProcessPause.ofMember(process, age))
                + (age < 0 ? "" : ", last seen " + (age < 1000 ? age + " ms" : age / 1000 + " s") + " ago")
                + (wait == null ? "" : ", " + wait.describe());
    }

    @Override
    public String pauseOf(int peer) {
        return ProcessPause.ofMember(control, peer);
    }

    @Override
    public WaitRecord waitOf(int peer) {
        // a rank of this host that has joined has reserved its part, which can be read without fail
        boolean isReserved = topology.host(peer) == topology.host(rank)
                && control.state(peer) == RankView.State.JOINED;
        return isReserved ? WaitRecord.read(counters.part(peer)) : null;
    }
}
