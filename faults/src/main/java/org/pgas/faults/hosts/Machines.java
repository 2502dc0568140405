package org.pgas.faults.hosts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.pgas.faults.HarnessException;

/** The hosts of one job. Used by one thread. Closing ends them, with all that still runs there. */
public interface Machines extends AutoCloseable {
    /** As {@code --hosts} names that host. */
    String name(int host);

    /** The options of {@code pgas run} for a job with so many ranks on each host. */
    default String[] options(List<Integer> counts) {
        String hosts = IntStream.range(0, counts.size()).mapToObj(host -> name(host) + ":" + counts.get(host))
                .collect(Collectors.joining(","));
        return new String[]{"--hosts", hosts, "--launch-with", launchWith()};
    }

    /** In front of the launcher's command, which runs on the first host. */
    List<String> prefix();

    /** Of {@code --launch-with}. */
    String launchWith();

    /** What leads to the hosts, where that is a process beside the agent; else null. */
    String way();

    /** For files of jobs of that host. */
    Path directory(int host);

    /** Null where the hosts have none of their own. */
    Network network();

    @Override
    void close() throws IOException, HarnessException;

    /** What the hosts are connected by. */
    interface Network {
        /** The words in front of a command that is to run at that host. */
        List<String> inside(int host);

        /** A process of that host, below {@code /proc}. */
        Path process(int host);

        /** Pulls the cable of that host. */
        void pull(int host) throws IOException, InterruptedException, HarnessException;

        /** Nothing passes any more between that host and all others. */
        void part(int host) throws IOException, InterruptedException, HarnessException;

        /** Of all packets that come to any host so many are lost. */
        void lose(int percent) throws IOException, InterruptedException, HarnessException;

        /** What any host sends waits for a narrow link, for a bounded time. */
        void slow() throws IOException, InterruptedException, HarnessException;

        /** Undoes {@link #part} and {@link #lose}. */
        void mend() throws IOException, InterruptedException, HarnessException;
    }
}
