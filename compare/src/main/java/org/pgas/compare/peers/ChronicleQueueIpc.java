package org.pgas.compare.peers;

import java.util.List;

import org.pgas.meter.Cohort;
import org.pgas.meter.Meter;

/**
 * Messages of Chronicle Queue, a queue in each direction, 2 ranks: {@link MessageRows} under the library id
 * {@code queue}.
 *
 * <p>Every message is appended to a file that grows, so a part of each time is the kernel's, which gives the memory;
 * that is how queues are used. Where messages are large it is the most of it.
 */
public final class ChronicleQueueIpc {
    private ChronicleQueueIpc() {}

    /** See the usage line of {@link Options} for the arguments. */
    public static void main(String[] arguments) {
        Options options = Options.parse(List.of(arguments));
        options.needTwoRanks();
        Cohort cohort = new MappedCohort(options.directory(), options.rank(), options.size());
        cohort.barrier();
        Meter meter = new Meter("queue", cohort, options.timing(), options.choice());
        new QueueChannel(options.directory(), cohort).close();
        new MessageRows(meter, cohort, (oneWay, bytes, idle) -> new QueueChannel(options.directory(), cohort)).run();
        cohort.barrier();
    }
}
