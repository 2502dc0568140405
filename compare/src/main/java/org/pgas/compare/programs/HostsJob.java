package org.pgas.compare.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How ranks of the library are started on two hosts: by {@code pgas run --hosts} on the first one, which the agent of
 * the {@link Network} brings to both. So ranks of a host have a directory of their own, and of the other host's ranks
 * they know what comes over the wire alone.
 */
final class HostsJob {
    private final Network network;
    private final Host host;
    private final Map<String, String> settings;

    /** @param settings of all ranks, by name */
    HostsJob(Network network, Host host, Map<String, String> settings) {
        this.network = network;
        this.host = host;
        this.settings = Map.copyOf(settings);
    }

    /** Ranks that measure, those of each host on a core. */
    Start rows(int ranks, Selection selection) {
        List<String> words = new ArrayList<>();
        OwnProgram.flags().forEach(flag -> words.add("-J" + flag));
        words.addAll(List.of("-cp", host.benchmarks(), OwnProgram.MAIN_CLASS));
        words.addAll(selection.options());
        Start start = start(ranks, words);
        return new Start(network.at(0, start.command()), start.environment());
    }

    /** Ranks that only start and end. Each host has one core for all that runs there, as the launcher on the first. */
    Start hello(int ranks) {
        Start start = start(ranks, List.of(OwnProgram.EMPTY_JOB));
        return new Start(network.at(0, host.bound(0, start.command())), start.environment());
    }

    private Start start(int ranks, List<String> words) {
        String count = ":" + ranks / Network.HOSTS;
        List<String> options = new ArrayList<>(List.of("--hosts",
                String.join(count + ",", network.addresses()) + count, "--launch-with",
                network.boundAgent().toString()));
        settings.forEach((name, value) -> options.addAll(List.of("-D", name + "=" + value)));
        options.addAll(words);
        return OwnProgram.launched(host, options);
    }
}
