package org.pgas.compare.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** GASNet-EX by shared memory, where it is installed; it forks and binds its own processes. */
public final class GasnetProgram implements Program {
    private final Path prefix;
    private Host host;
    private String program;
    private String version = "";

    /** Not prepared. @param prefix where it is installed, or null where nobody said */
    public GasnetProgram(Path prefix) {
        this.prefix = prefix;
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
        String place = prefix == null ? Host.variable("GASNET", "") : prefix.toString();
        if (place.isEmpty()) {
            return Optional.of("nothing says where it is installed (--gasnet DIR, or variable GASNET)");
        }
        Path home = Path.of(place).toAbsolutePath();
        if (!Files.isReadable(home.resolve("lib/libgasnet-smp-seq.a"))) {
            return Optional
                    .of(home + " has no lib/libgasnet-smp-seq.a: name the prefix of an installation with smp conduit");
        }
        String compiler = Host.variable("CC", "gcc");
        if (Host.find(compiler).isEmpty()) {
            return Optional.of("there is no C compiler " + compiler + " (package gcc, or variable CC)");
        }
        program = workshop.file("gasnet").toString();
        Map<String, String> made = settings(home);
        // what links the library is what it was built with: mpicc, if it can start its ranks by MPI as well
        List<String> compile = words(made.getOrDefault("GASNET_LD", compiler));
        compile.addAll(words(made.getOrDefault("GASNET_OPT_CFLAGS", "-O3")));
        compile.addAll(List.of("-D_GNU_SOURCE=1", "-DGASNET_SEQ", "-I" + home.resolve("include"),
                "-I" + home.resolve("include/smp-conduit"), "-o", program));
        compile.addAll(host.sources("gasnet"));
        compile.addAll(List.of("-L" + home.resolve("lib"), "-lgasnet-smp-seq", "-lrt", "-lm"));
        String problem = workshop.compile(compile);
        version = ("GASNet-EX " + made.getOrDefault("Version", "")).strip() + ", smp conduit";
        return problem.isEmpty() ? Optional.empty() : Optional.of("its program cannot be compiled: " + problem);
    }

    private static List<String> words(String text) {
        return new ArrayList<>(List.of(text.strip().split("\\s+")));
    }

    /** What the installation says of itself: NAME=value and Name: value. */
    private static Map<String, String> settings(Path home) {
        Map<String, String> settings = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(home.resolve("lib/pkgconfig/gasnet-smp-seq.pc"))) {
                String[] parts = line.split("=|: ", 2);
                if (parts.length == 2 && !parts[1].isBlank()) {
                    settings.put(parts[0].strip(), parts[1].strip());
                }
            }
        } catch (IOException e) {
            // then it is compiled as most are
        }
        return settings;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public List<Start> starts(int ranks, Selection selection) {
        Map<String, String> environment = new LinkedHashMap<>(selection.environment());
        environment.put("GASNET_PSHM_NODES", Integer.toString(ranks));
        environment.put("CORES", host.core(0) + "," + host.core(1));
        return List.of(new Start(List.of(program), environment));
    }

    @Override
    public List<Start> hello(int ranks, Selection selection) {
        return starts(ranks, selection.ofNothing());
    }
}
