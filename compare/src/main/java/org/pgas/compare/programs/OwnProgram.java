package org.pgas.compare.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The library itself; in the same ranks Agrona's bare rings, and the calls below the dialects. Mixed, it runs every row
 * there is for a moment before it measures any, as a program would that uses everything.
 */
public final class OwnProgram implements Program {
    /** Of ranks that measure. */
    static final String MAIN_CLASS = "org.pgas.jmh.TwoRanks";

    /** The name by which the launcher knows a program that only starts and ends. */
    static final String EMPTY_JOB = "hello";

    private static final String FLAGS = "/org/pgas/launch/rank.args";

    /** By the name that lines of the rings' own rows begin with. */
    private static final String RINGS = "ring";

    private static final String PGAS = "pgas";
    private static final String MIXED = "-mixed";

    private final boolean isMixed;
    private Workshop workshop;
    private Host host;
    private String flags;
    private int jobs;

    /** Not prepared. */
    public OwnProgram(boolean isMixed) {
        this.isMixed = isMixed;
    }

    private String word() {
        return isMixed ? PGAS + MIXED : PGAS;
    }

    @Override
    public String title() {
        return isMixed ? "pgas mixed" : PGAS;
    }

    @Override
    public List<String> libraries() {
        return isMixed ? List.of(word()) : List.of(PGAS, "ring-mto", "ring-oto", "below");
    }

    @Override
    public Optional<String> prepare(Workshop place) throws IOException {
        workshop = place;
        host = workshop.host();
        if (host.benchmarks().isEmpty()) {
            return Optional.of("nothing says where the benchmarks are (--benchmarks; jmh/compare.sh says it)");
        }
        Path file = workshop.file(word() + ".args");
        flags = file.toString();
        try (InputStream args = OwnProgram.class.getResourceAsStream(FLAGS)) {
            Files.copy(args, file);
        }
        return Optional.empty();
    }

    @Override
    public String version() {
        return isMixed ? "" : org.pgas.Version.RELEASE;
    }

    @Override
    public boolean takes(int ranks) {
        return !isMixed || ranks == 2;
    }

    /** Ranks find each other by the variables that any PMI process manager sets. */
    @Override
    public List<Start> starts(int ranks, Selection selection) {
        List<Start> starts = new ArrayList<>();
        // no job finds what another has left, and nothing is left when the comparison ends
        String directory = workshop.shared(word() + jobs++).toString();
        for (int rank = 0; rank < ranks; rank++) {
            List<String> command = new ArrayList<>(List.of(host.java().toString(), "@" + flags));
            command.addAll(flags());
            command.addAll(List.of("-cp", host.benchmarks(), MAIN_CLASS));
            command.addAll(selection.options());
            if (isMixed) {
                command.addAll(List.of("--mixed", "on"));
            }
            starts.add(new Start(host.bound(rank, command),
                    Map.of("PMI_RANK", Integer.toString(rank), "PMI_SIZE", Integer.toString(ranks), "PGAS_DIR",
                            directory)));
        }
        return starts;
    }

    @Override
    public List<Start> hello(int ranks, Selection selection) {
        return isMixed ? List.of()
                : List.of(launched(host, List.of("-n", Integer.toString(ranks), EMPTY_JOB)));
    }

    @Override
    public boolean mayBuild() {
        return true;
    }

    /** A job by the library's own launcher. Its JDK is that of all. @param words what follows {@code pgas run} */
    static Start launched(Host host, List<String> words) {
        List<String> command = new ArrayList<>(List.of(host.root().resolve("pgas").toString(), "run"));
        command.addAll(words);
        return new Start(command, Map.of("PGAS_JAVA_HOME", host.java().getParent().getParent().toString()));
    }

    /** Of a JVM with ranks that measure, behind those that the launcher gives. */
    static List<String> flags() {
        List<String> flags = new ArrayList<>(Host.JVM);
        String more = Host.variable("JAVA_FLAGS", "").strip();
        if (!more.isEmpty()) {
            flags.addAll(List.of(more.split("\\s+")));
        }
        return flags;
    }

    /** Of the mixed ranks only the library's own lines count. */
    @Override
    public Line named(Line line) {
        if (isMixed) {
            return line.of(line.library() + MIXED);
        }
        return line.library().equals(RINGS) ? line.of(line.row().startsWith("ring-oto") ? "ring-oto" : "ring-mto")
                : line;
    }
}
