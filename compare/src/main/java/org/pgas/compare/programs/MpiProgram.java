package org.pgas.compare.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The program for MPI, with one of its implementations. */
public final class MpiProgram implements Program {
    /** Implementations, and what tells the component of one-sided communication. */
    public enum Kind {
        /** Windows that the library allocates: osc sm. */
        OPEN("openmpi", "Open MPI", "allocate", "openmpi", "mpirun.openmpi", "OMPI_COMM_WORLD_RANK",
                "openmpi-bin, libopenmpi-dev"),
        /** The same windows with osc rdma. */
        OPEN_RDMA("openmpi-rdma", "Open MPI, osc rdma", "allocate", "openmpi", "mpirun.openmpi", "OMPI_COMM_WORLD_RANK",
                "openmpi-bin, libopenmpi-dev"),
        /** Windows over memory of a process, which osc sm has not: its rows alone. */
        OPEN_LOCAL("openmpi-rdma", "Open MPI, local windows", "create", "openmpi", "mpirun.openmpi",
                "OMPI_COMM_WORLD_RANK", "openmpi-bin, libopenmpi-dev"),
        /** As it is installed. */
        MPICH("mpich", "MPICH", "allocate", "mpich", "mpiexec.mpich", "PMI_RANK", "mpich, libmpich-dev");

        private final String library;
        private final String title;
        private final String windows;
        private final String implementation;
        private final String launcher;
        private final String rankVariable;
        private final String packages;

        Kind(String library, String title, String windows, String implementation, String launcher, String rankVariable,
                String packages) {
            this.library = library;
            this.title = title;
            this.windows = windows;
            this.implementation = implementation;
            this.launcher = launcher;
            this.rankVariable = rankVariable;
            this.packages = packages;
        }
    }

    private static final String LOCAL_WINDOWS = "mpi-local-";

    /** What one-sided communication has a part in: transfers, atomic updates, shapes, accumulates, mutexes, windows. */
    private static final Pattern ONE_SIDED = Pattern
            .compile("(put|get|pingpong|memset|fetchadd|cas|gups|vis-|accumulate|mutex|mpi-).*");

    private final Kind kind;
    private Host host;
    private MpiBuild build;

    /** Not prepared. */
    public MpiProgram(Kind kind) {
        this.kind = kind;
    }

    @Override
    public String title() {
        return kind.title;
    }

    @Override
    public List<String> libraries() {
        return List.of(kind.library);
    }

    @Override
    public Optional<String> prepare(Workshop workshop) throws IOException, InterruptedException {
        host = workshop.host();
        build = new MpiBuild(kind.implementation, kind.launcher, kind.packages);
        return build.make(workshop, kind.toString());
    }

    @Override
    public String version() {
        return kind == Kind.OPEN_RDMA || kind == Kind.OPEN_LOCAL ? "" : build.version();
    }

    @Override
    public List<Start> starts(int ranks, Selection selection) {
        List<String> rows = selection.rows().stream()
                .filter(row -> row.startsWith(LOCAL_WINDOWS) == (kind == Kind.OPEN_LOCAL))
                .filter(row -> kind != Kind.OPEN_RDMA || ONE_SIDED.matcher(row).matches()).toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        Map<String, String> environment = new LinkedHashMap<>(selection.of(rows).environment());
        environment.put("EVEN", Integer.toString(host.core(0)));
        environment.put("ODD", Integer.toString(host.core(1)));
        if (kind == Kind.OPEN_RDMA || kind == Kind.OPEN_LOCAL) {
            // osc rdma ends the program in a compare-and-swap on memory of one process
            environment.put("NO_CAS", "1");
        }
        List<String> command = launch(ranks, environment);
        command.addAll(bound(kind.rankVariable, build.program(), kind.library, kind.windows));
        return List.of(new Start(command, environment));
    }

    private List<String> launch(int ranks, Map<String, String> environment) {
        List<String> command = new ArrayList<>(List.of(kind.launcher));
        if (kind == Kind.MPICH) {
            command.addAll(List.of("-bind-to", "none", "-n", Integer.toString(ranks)));
            return command;
        }
        environment.keySet().forEach(name -> command.addAll(List.of("-x", name)));
        if (ranks > 2) {
            command.add("--oversubscribe");
        }
        if (System.getProperty("user.name").equals("root")) {
            command.add("--allow-run-as-root");
        }
        command.addAll(List.of("--bind-to", "none", "-n", Integer.toString(ranks), "--mca", "pml", "ob1", "--mca",
                "btl", "self,vader", "--mca", "osc", kind == Kind.OPEN ? "sm" : "rdma,pt2pt"));
        return command;
    }

    /** Words that start a program on the core of its rank, which only its own environment tells. */
    static List<String> bound(String rankVariable, String... words) {
        List<String> command = new ArrayList<>(List.of("sh", "-c",
                "[ $((" + rankVariable + " % 2)) = 0 ] && core=$EVEN || core=$ODD; exec taskset -c \"$core\" \"$@\"",
                "-"));
        command.addAll(List.of(words));
        return command;
    }

    @Override
    public List<Start> hello(int ranks, Selection selection) {
        if (kind == Kind.OPEN_RDMA || kind == Kind.OPEN_LOCAL) {
            return List.of();
        }
        List<String> command = launch(ranks, Map.of());
        command.add(build.hello());
        return List.of(new Start(command, Map.of()));
    }
}
