package org.pgas.compare.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * GASNet-EX on two hosts, by UDP. The first process, on the first host, has a command start the ranks on both. Ranks
 * of one host share no memory.
 */
public final class GasnetOnHosts implements Program {
    /** A variable of each rank's environment, with its number. */
    private static final String RANK = "GASNET_RANK_HERE";

    private final GasnetBuild build;
    private final Network network;
    private Workshop workshop;

    /** Not prepared. @param prefix where it is installed, or null where nobody said */
    public GasnetOnHosts(Path prefix, Network network) {
        build = new GasnetBuild(prefix, "udp");
        this.network = network;
    }

    @Override
    public String title() {
        return "GASNet-EX";
    }

    @Override
    public List<String> libraries() {
        return List.of("gasnet");
    }

    @Override
    public Optional<String> prepare(Workshop place) throws IOException, InterruptedException {
        workshop = place;
        Optional<String> problem = build.make(place);
        if (problem.isEmpty()) {
            Files.writeString(spawner(), script());
        }
        return problem;
    }

    private Path spawner() {
        return workshop.file("gasnet-spawn");
    }

    /**
     * Starts so many ranks: with the number first, then a shell, its option -c and the line that each runs, which the
     * agent gives to a shell as well.
     */
    private String script() {
        StringBuilder script = new StringBuilder("ranks=$1\nrank=0\nwhile [ $rank -lt $ranks ]; do\n");
        script.append("    if [ $((rank * 2)) -lt $ranks ]; then host=").append(network.addresses().getFirst())
                .append("; else host=").append(network.addresses().getLast()).append("; fi\n    ").append(RANK)
                .append("=$rank '").append(network.agent()).append("' $host \"$4\" &\n")
                .append("    rank=$((rank + 1))\ndone\nwait\n");
        return script.toString();
    }

    @Override
    public String version() {
        return build.version();
    }

    @Override
    public boolean takes(int ranks) {
        return ranks == 2;
    }

    @Override
    public List<Start> starts(int ranks, Selection selection) {
        Host host = workshop.host();
        Map<String, String> environment = new LinkedHashMap<>(selection.environment());
        environment.put("CORES", host.core(0) + "," + host.core(1));
        environment.put("GASNET_SPAWNFN", "C");
        environment.put("GASNET_CSPAWN_CMD", "sh " + spawner() + " %N %C");
        environment.put("GASNET_WORKER_RANK", RANK);
        environment.put("GASNET_MASTERIP", network.addresses().getFirst());
        environment.put("GASNET_WORKERIP", network.subnet().replaceFirst("/.*", ""));
        environment.put("GASNET_SUPERNODE_MAXSIZE", "1");
        environment.put("GASNET_QUIET", "1");
        return List.of(new Start(network.at(0, List.of(build.program(), Integer.toString(ranks))), environment));
    }

    @Override
    public List<Start> hello(int ranks, Selection selection) {
        return starts(ranks, selection.ofNothing());
    }
}
