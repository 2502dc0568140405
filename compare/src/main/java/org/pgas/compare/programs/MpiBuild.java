package org.pgas.compare.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The programs for MPI, compiled with one of its implementations. */
final class MpiBuild {
    private final String implementation;
    private final String launcher;
    private final String packages;
    private String program;
    private String hello;
    private String version = "";

    /**
     * Not made.
     *
     * @param implementation how the name of its compiler ends
     * @param packages of Debian, which have both
     */
    MpiBuild(String implementation, String launcher, String packages) {
        this.implementation = implementation;
        this.launcher = launcher;
        this.packages = packages;
    }

    /**
     * Compiles.
     *
     * @param word what no other build in the workshop is called
     * @return why there are no programs, with the remedy; empty when there are
     */
    Optional<String> make(Workshop workshop, String word) throws IOException, InterruptedException {
        Host host = workshop.host();
        String compiler = "mpicc." + implementation;
        if (Host.find(compiler).isEmpty() || Host.find(launcher).isEmpty()) {
            return Optional.of("there is no " + compiler + " or " + launcher + " (packages " + packages + ")");
        }
        program = workshop.file("mpi-" + word).toString();
        hello = workshop.file("hello-" + word).toString();
        List<String> compile = new ArrayList<>(List.of(compiler, "-O2", "-o", program));
        compile.addAll(host.sources("mpi"));
        compile.add("-lm");
        String problem = workshop.compile(compile);
        if (problem.isEmpty()) {
            problem = workshop.compile(List.of(compiler, "-O2", "-o", hello, host.source("hello.c").toString()));
        }
        if (!problem.isEmpty()) {
            return Optional.of("its program cannot be compiled: " + problem);
        }
        version = workshop.says(launcher, "--version").lines().map(String::strip)
                .filter(line -> line.matches(".*\\d+\\.\\d+.*")).findFirst().orElse("").replaceAll("\\s+", " ");
        return Optional.empty();
    }

    /** The program that measures. */
    String program() {
        return program;
    }

    /** The program of an empty job. */
    String hello() {
        return hello;
    }

    /** Exact, as the launcher says it. */
    String version() {
        return version;
    }
}
