package org.pgas.compare.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The same work in plain C on the same kind of mapping, which no library can be expected to beat by much. */
public final class FloorProgram implements Program {
    private static final String NAME = "floor";

    private String version = "";
    private String program;
    private Host host;

    /** Not prepared. */
    public FloorProgram() {}

    @Override
    public String title() {
        return "C";
    }

    @Override
    public List<String> libraries() {
        return List.of("c");
    }

    @Override
    public Optional<String> prepare(Workshop workshop) throws IOException, InterruptedException {
        host = workshop.host();
        String compiler = Host.variable("CC", "gcc");
        if (Host.find(compiler).isEmpty()) {
            return Optional.of("there is no C compiler " + compiler + " (package gcc, or variable CC)");
        }
        program = workshop.file(NAME).toString();
        String scalar = workshop.file("scalar.o").toString();
        String vectors = workshop.file("simd.o").toString();
        String accumulate = host.source("accumulate.c").toString();
        List<List<String>> commands = List.of(
                List.of(compiler, "-O3", "-march=native", "-fno-tree-vectorize", "-c", "-o", scalar, accumulate),
                List.of(compiler, "-O3", "-march=native", "-DKERNEL=accumulate_simd", "-DROWS=accumulate_rows_simd",
                        "-c", "-o", vectors, accumulate),
                floor(compiler, List.of(scalar, vectors)));
        for (List<String> command : commands) {
            String problem = workshop.compile(command);
            if (!problem.isEmpty()) {
                return Optional.of("the C program cannot be compiled: " + problem);
            }
        }
        version = workshop.says(compiler, "--version").lines().findFirst().orElse("")
                + ", -O3 -march=native (accumulate of one number a time: also -fno-tree-vectorize)";
        return Optional.empty();
    }

    private List<String> floor(String compiler, List<String> objects) throws IOException {
        List<String> command = new ArrayList<>(List.of(compiler, "-O3", "-march=native", "-o", program));
        for (String name : List.of("updates.c", "vis.c", "collectives.c", "messages.c")) {
            command.add(host.source(name).toString());
        }
        command.addAll(host.sources(NAME));
        command.addAll(objects);
        return command;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public List<Start> starts(int ranks, Selection selection) {
        List<String> command = new ArrayList<>(List.of(program));
        for (int rank = 0; rank < ranks; rank++) {
            command.add(Integer.toString(host.core(rank)));
        }
        return List.of(new Start(command, selection.environment()));
    }

    @Override
    public List<Start> hello(int ranks, Selection selection) {
        Map<String, String> environment = selection.ofNothing().environment();
        return List.of(new Start(starts(ranks, selection).getFirst().command(), environment));
    }
}
