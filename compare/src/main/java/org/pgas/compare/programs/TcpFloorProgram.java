package org.pgas.compare.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The same work over one TCP connection in plain C, which no library on TCP can be expected to beat by much. */
public final class TcpFloorProgram implements Program {
    private static final String NAME = "tcp";

    private final Network network;
    private Host host;
    private String program;
    private String version = "";

    /** Not prepared. */
    public TcpFloorProgram(Network network) {
        this.network = network;
    }

    @Override
    public String title() {
        return "TCP in C";
    }

    @Override
    public List<String> libraries() {
        return List.of(NAME);
    }

    @Override
    public Optional<String> prepare(Workshop workshop) throws IOException, InterruptedException {
        host = workshop.host();
        String compiler = Host.variable("CC", "gcc");
        if (Host.find(compiler).isEmpty()) {
            return Optional.of("there is no C compiler " + compiler + " (package gcc, or variable CC)");
        }
        program = workshop.file(NAME).toString();
        List<String> compile = new ArrayList<>(List.of(compiler, "-O3", "-march=native", "-o", program));
        compile.addAll(host.sources(NAME));
        String problem = workshop.compile(compile);
        version = workshop.says(compiler, "--version").lines().findFirst().orElse("") + ", -O3 -march=native";
        return problem.isEmpty() ? Optional.empty() : Optional.of("the C program cannot be compiled: " + problem);
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public boolean takes(int ranks) {
        return ranks == Network.HOSTS;
    }

    @Override
    public List<Start> starts(int ranks, Selection selection) {
        List<Start> starts = new ArrayList<>();
        String port = Integer.toString(Ports.free(1));
        for (int rank = 0; rank < ranks; rank++) {
            List<String> command = List.of(program, Integer.toString(rank), network.addresses().getLast(), port);
            starts.add(new Start(network.at(rank, host.bound(rank, command)), selection.environment()));
        }
        return starts;
    }

    /** There is no launcher, and so no time of one to tell. */
    @Override
    public List<Start> hello(int ranks, Selection selection) {
        return List.of();
    }
}
