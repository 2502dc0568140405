package org.pgas.testkit;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.pgas.Setting;
import org.pgas.spi.Topology;
import org.pgas.testkit.networks.Networks;

/**
 * How the ranks of a run are divided: into neighbourhoods of one host, or each of them a host of its own.
 *
 * @param size ranks
 * @param neighbourhoods at most as many
 * @param networks of the hosts, one after the other; null where all ranks are on one host
 */
record Division(int size, int neighbourhoods, Networks networks) {
    static Division ofOneHost(int size, int neighbourhoods) {
        return new Division(size, neighbourhoods, null);
    }

    int hosts() {
        return networks == null ? 1 : neighbourhoods;
    }

    int hostOf(int rank) {
        return networks == null ? 0 : Topology.ofNeighbourhoods(size, neighbourhoods).neighbourhood(rank);
    }

    private int networkOf(int rank) {
        return hostOf(rank) % networks.count();
    }

    /** The words in front of the command of that rank's JVM. */
    List<String> into(int rank) {
        return networks == null ? List.of() : networks.into(networkOf(rank));
    }

    /** What the launcher of hosts tells a rank. */
    Map<Setting, String> settings(int rank) {
        return networks == null ? Map.of()
                : Map.of(Setting.HOSTS, counts(), Setting.WIRE_HOST, networks.addresses().get(networkOf(rank)));
    }

    /** Ranks of each host. */
    private String counts() {
        return IntStream.range(0, size).mapToObj(this::hostOf)
                .collect(Collectors.groupingBy(host -> host, TreeMap::new, Collectors.counting())).values().stream()
                .map(Object::toString).collect(Collectors.joining(","));
    }
}
