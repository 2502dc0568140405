package org.pgas.compare.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The program for MPI on two hosts. Its ranks reach each other by TCP and by nothing else. */
public final class MpiOnHosts implements Program {
    /** Implementations. */
    public enum Kind {
        /** Point-to-point component ob1 over the transport tcp. */
        OPEN("openmpi", "Open MPI", "mpirun.openmpi", "OMPI_COMM_WORLD_RANK", "openmpi-bin, libopenmpi-dev"),
        /** Device ch4: over TCP of UCX, or of libfabric, by what it was built with. */
        MPICH("mpich", "MPICH", "mpiexec.mpich", "PMI_RANK", "mpich, libmpich-dev");

        private final String library;
        private final String title;
        private final String launcher;
        private final String rankVariable;
        private final String packages;

        Kind(String library, String title, String launcher, String rankVariable, String packages) {
            this.library = library;
            this.title = title;
            this.launcher = launcher;
            this.rankVariable = rankVariable;
            this.packages = packages;
        }
    }

    private final Kind kind;
    private final Network network;
    private final MpiBuild build;
    private Workshop workshop;
    private String device = "";

    /** Not prepared. */
    public MpiOnHosts(Kind kind, Network network) {
        this.kind = kind;
        this.network = network;
        build = new MpiBuild(kind.library, kind.launcher, kind.packages);
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
    public Optional<String> prepare(Workshop place) throws IOException, InterruptedException {
        workshop = place;
        Optional<String> problem = build.make(place, kind + "-hosts");
        if (problem.isEmpty()) {
            Files.createDirectories(place.file(kind.library));
            device = kind == Kind.OPEN ? ", pml ob1, btl self,tcp" : device(place);
        }
        return problem;
    }

    private static String device(Workshop place) throws InterruptedException {
        String title = "MPICH Device:";
        return place.says("mpichversion").lines().filter(line -> line.startsWith(title)).findFirst()
                .map(line -> ", " + line.substring(title.length()).strip() + ", tcp").orElse(", tcp");
    }

    @Override
    public String version() {
        return build.version() + device;
    }

    @Override
    public boolean takes(int ranks) {
        return ranks == 2;
    }

    @Override
    public List<Start> starts(int ranks, Selection selection) {
        Host host = workshop.host();
        Map<String, String> environment = new LinkedHashMap<>(selection.environment());
        environment.put("EVEN", Integer.toString(host.core(0)));
        environment.put("ODD", Integer.toString(host.core(1)));
        // Open MPI ends the program in a compare-and-swap on memory of one process; no row of hosts has one
        environment.put("NO_CAS", "1");
        return List.of(start(ranks, environment, MpiProgram.bound(kind.rankVariable, build.program(), kind.library)));
    }

    @Override
    public List<Start> hello(int ranks, Selection selection) {
        return List.of(start(ranks, Map.of(), List.of(build.hello())));
    }

    /** The launcher, on the first host. */
    private Start start(int ranks, Map<String, String> environment, List<String> program) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        List<String> command = new ArrayList<>(List.of(kind.launcher));
        if (kind == Kind.OPEN) {
            environment.keySet().forEach(name -> command.addAll(List.of("-x", name)));
            command.addAll(open(ranks));
        } else {
            // what is not built in does not look
            all.putAll(Map.of("MPIR_CVAR_NOLOCAL", "1", "UCX_TLS", "tcp,self", "UCX_NET_DEVICES", network.device(),
                    "UCX_WARN_UNUSED_ENV_VARS", "n", "FI_PROVIDER", "tcp"));
            command.addAll(mpich(ranks));
        }
        command.addAll(program);
        return new Start(network.at(0, command), all);
    }

    private List<String> open(int ranks) {
        List<String> options = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            options.add("--allow-run-as-root");
        }
        String slots = ":" + ranks / Network.HOSTS;
        // its files, too, are gone with the workshop
        options.addAll(List.of("--mca", "orte_tmpdir_base", workshop.file(kind.library).toString(), "--mca",
                "plm_rsh_agent", network.agent().toString(), "--host",
                String.join(slots + ",", network.addresses()) + slots, "--mca", "oob_tcp_if_include",
                network.subnet(), "--mca", "btl_tcp_if_include", network.subnet(), "--bind-to", "none", "-n",
                Integer.toString(ranks), "--mca", "pml", "ob1", "--mca", "btl", "self,tcp", "--mca", "osc",
                "rdma,pt2pt"));
        return options;
    }

    private List<String> mpich(int ranks) {
        return List.of("-launcher", "ssh", "-launcher-exec", network.agent().toString(), "-localhost",
                network.addresses().getFirst(), "-hosts", String.join(",", network.addresses()), "-ppn",
                Integer.toString(ranks / Network.HOSTS), "-bind-to", "none", "-n", Integer.toString(ranks));
    }
}
