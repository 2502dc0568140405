package org.pgas.compare.programs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** GASNet-EX by shared memory, where it is installed; it forks and binds its own processes. */
public final class GasnetProgram implements Program {
    private final GasnetBuild build;
    private Host host;

    /** Not prepared. @param prefix where it is installed, or null where nobody said */
    public GasnetProgram(Path prefix) {
        build = new GasnetBuild(prefix, "smp");
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
    public Optional<String> prepare(Workshop workshop) throws IOException, InterruptedException {
        host = workshop.host();
        return build.make(workshop);
    }

    @Override
    public String version() {
        return build.version();
    }

    @Override
    public List<Start> starts(int ranks, Selection selection) {
        Map<String, String> environment = new LinkedHashMap<>(selection.environment());
        environment.put("GASNET_PSHM_NODES", Integer.toString(ranks));
        environment.put("CORES", host.core(0) + "," + host.core(1));
        return List.of(new Start(List.of(build.program()), environment));
    }

    @Override
    public List<Start> hello(int ranks, Selection selection) {
        return starts(ranks, selection.ofNothing());
    }
}
