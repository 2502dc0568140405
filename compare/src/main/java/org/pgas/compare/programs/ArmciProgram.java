package org.pgas.compare.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The dialect's rows with an ARMCI library in C: that on MPI, or the original one; both with MPICH. */
public final class ArmciProgram implements Program {
    private final boolean isOriginal;
    private Host host;
    private String program;
    private String version = "";

    /** Not prepared. @param isOriginal whether it is the original library, which variable ARMCI says where to find */
    public ArmciProgram(boolean isOriginal) {
        this.isOriginal = isOriginal;
    }

    @Override
    public String title() {
        return isOriginal ? "ARMCI" : "ARMCI-MPI";
    }

    @Override
    public List<String> libraries() {
        return List.of(isOriginal ? "armci" : "armci-mpi");
    }

    @Override
    public Optional<String> prepare(Workshop workshop) throws IOException, InterruptedException {
        host = workshop.host();
        if (Host.find("mpicc.mpich").isEmpty() || Host.find("mpiexec.mpich").isEmpty()) {
            return Optional.of("there is no mpicc.mpich or mpiexec.mpich (packages mpich, libmpich-dev)");
        }
        String place = Host.variable("ARMCI", "");
        if (isOriginal && place.isEmpty()) {
            return Optional.of("nothing says where it is installed (variable ARMCI)");
        }
        program = workshop.file(libraries().getFirst()).toString();
        List<String> command = new ArrayList<>(List.of("mpicc.mpich", "-O2", "-o", program));
        if (isOriginal) {
            command.add("-I" + place + "/include");
        }
        command.addAll(host.sources("armci"));
        command.addAll(isOriginal ? List.of("-L" + place + "/lib", "-larmci", "-lm") : List.of("-larmci-mpich"));
        String problem = workshop.compile(command);
        version = title() + " with " + workshop.says("mpiexec.mpich", "--version").lines().map(String::strip)
                .filter(line -> line.startsWith("Version:")).findFirst().orElse("MPICH").replaceAll("\\s+", " ");
        return problem.isEmpty()
                ? Optional.empty()
                : Optional.of("its program cannot be compiled" + (isOriginal ? "" : " (package libarmci-mpi-dev)")
                        + ": " + problem);
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public boolean takes(int ranks) {
        return ranks == 2;
    }

    @Override
    public List<Start> starts(int ranks, Selection selection) {
        Map<String, String> environment = new LinkedHashMap<>(selection.environment());
        environment.put("EVEN", Integer.toString(host.core(0)));
        environment.put("ODD", Integer.toString(host.core(1)));
        List<String> command = new ArrayList<>(
                List.of("mpiexec.mpich", "-bind-to", "none", "-n", Integer.toString(ranks)));
        command.addAll(MpiProgram.bound("PMI_RANK", program, libraries().getFirst()));
        return List.of(new Start(command, environment));
    }

    @Override
    public List<Start> hello(int ranks, Selection selection) {
        return List.of();
    }
}
