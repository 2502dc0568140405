package org.pgas.compare.peers;

import java.nio.file.Path;
import java.util.List;

import io.aeron.Aeron;
import org.pgas.meter.Cohort;
import org.pgas.meter.Meter;

/**
 * Messages of Aeron by IPC, 2 ranks: {@link MessageRows} under the library id {@code aeron}. Rank 0 starts the media
 * driver, a third process, bound to no core.
 *
 * <p>The settings are those that proved fastest on two cores: terms of 2 MiB ({@link AeronChannel}), which stay in a
 * core's cache, and are large enough for the driver, which lets senders go on, to be late; the driver as it is by
 * default, one thread that backs off. Other ways of idling take it from a rank. When it gets no core in time, rows are
 * several times as slow; that is seen in some runs.
 */
public final class AeronIpc {
    private static final int FIRST_STREAM = 100;

    private final Aeron aeron;
    private final Cohort cohort;
    private int stream = FIRST_STREAM;

    private AeronIpc(Aeron aeron, Cohort cohort) {
        this.aeron = aeron;
        this.cohort = cohort;
    }

    /** See the usage line of {@link Options} for the arguments. */
    public static void main(String[] arguments) {
        Options options = Options.parse(List.of(arguments));
        options.needTwoRanks();
        Cohort cohort = new MappedCohort(options.directory(), options.rank(), options.size());
        Path directory = options.directory().resolve("aeron");
        try (AeronDriver _ = options.rank() == 0 ? AeronDriver.start(directory) : null) {
            Meter meter = new Meter("aeron", cohort, options.timing(), options.choice());
            try (Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory.toString()))) {
                cohort.barrier();
                AeronIpc ipc = new AeronIpc(aeron, cohort);
                new MessageRows(meter, cohort, ipc::open).run();
            }
            // the driver goes after all of its clients
            cohort.barrier();
        }
    }

    private Channel open(boolean oneWay, int bytes, Idle idle) {
        stream += 2;
        return new AeronChannel(aeron, cohort, idle, stream, bytes);
    }
}
