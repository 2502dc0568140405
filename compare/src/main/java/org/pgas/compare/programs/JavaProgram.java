package org.pgas.compare.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A program of {@code org.pgas.compare.peers}: each rank a JVM, on the class path of this one. */
public final class JavaProgram implements Program {
    private static final String PACKAGE = "/org/pgas/compare/peers/";

    /** Ranks of the largest empty job: 64 of these JVMs on two cores take minutes, or find no place in the job. */
    private static final int MOST_OF_JOB = 8;

    private final String library;
    private final String title;
    private final String type;
    private final String jar;
    private final String classPath;
    private final boolean hasJobs;

    /** Null where all ranks are on this host. */
    private final Network network;

    private Workshop workshop;
    private int jobs;

    /**
     * Not prepared.
     *
     * @param jar how the name of the library's jar begins, which ends with its version
     * @param hasJobs whether it makes jobs of ranks itself, which find each other by ports
     */
    public JavaProgram(String library, String title, String type, String jar, String classPath, boolean hasJobs) {
        this(library, title, type, jar, classPath, hasJobs, null);
    }

    private JavaProgram(String library, String title, String type, String jar, String classPath, boolean hasJobs,
            Network network) {
        this.network = network;
        this.library = library;
        this.title = title;
        this.type = type;
        this.jar = jar;
        this.classPath = classPath;
        this.hasJobs = hasJobs;
    }

    /** The same with its ranks on two hosts, by ports; not prepared. */
    public JavaProgram on(Network hosts) {
        return new JavaProgram(library, title, type, jar, classPath, true, hosts);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public List<String> libraries() {
        return List.of(library);
    }

    @Override
    public Optional<String> prepare(Workshop place) throws IOException {
        workshop = place;
        if (JavaProgram.class.getResource(PACKAGE + type + ".class") == null) {
            return Optional.of("there is no program for it in this build");
        }
        try (InputStream args = JavaProgram.class.getResourceAsStream(PACKAGE + type + ".args")) {
            if (args == null) {
                Files.writeString(flags(), "");
            } else {
                Files.copy(args, flags());
            }
        }
        return Optional.empty();
    }

    private Path flags() {
        return workshop.file(type + ".args");
    }

    @Override
    public String version() {
        return Arrays.stream(classPath.split(":")).map(entry -> Path.of(entry).getFileName().toString())
                .filter(name -> name.matches(jar + "-\\d.*\\.jar"))
                .map(name -> title + " " + name.substring(jar.length() + 1, name.length() - ".jar".length()))
                .findFirst().orElse("");
    }

    @Override
    public boolean takes(int ranks) {
        // messages between two alone; jobs of any size
        return ranks == 2 || hasJobs && ranks == 4 && network == null;
    }

    @Override
    public List<Start> starts(int ranks, Selection selection) {
        List<Start> starts = new ArrayList<>();
        // no job finds what another has left
        Path directory = workshop.shared(library + jobs++);
        int port = hasJobs ? Ports.free(ranks) : 0;
        for (int rank = 0; rank < ranks; rank++) {
            List<String> command = new ArrayList<>(List.of(workshop.host().java().toString(), "@" + flags()));
            command.addAll(Host.JVM);
            command.addAll(List.of("-cp", classPath, "org.pgas.compare.peers." + type, "--rank", Integer.toString(rank),
                    "--size",
                    Integer.toString(ranks), "--directory", directory.toString()));
            if (hasJobs) {
                command.addAll(List.of("--port", Integer.toString(port)));
            }
            if (network != null) {
                command.addAll(List.of("--hosts", String.join(",", network.addresses())));
            }
            command.addAll(selection.options());
            List<String> bound = workshop.host().bound(rank, command);
            starts.add(new Start(network == null ? bound : network.at(Network.hostOf(rank, ranks), bound), Map.of()));
        }
        return starts;
    }

    @Override
    public List<Start> hello(int ranks, Selection selection) {
        // two ranks on two hosts have no launcher: there is no time of one to tell
        return hasJobs && network == null && ranks <= MOST_OF_JOB ? starts(ranks, selection.ofNothing()) : List.of();
    }
}
