package org.pgas.compare.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The program for GASNet-EX, compiled for one of its conduits, where that is installed. */
final class GasnetBuild {
    private final Path prefix;
    private final String conduit;
    private String program;
    private String version = "";

    /** Not made. @param prefix where it is installed, or null where nobody said */
    GasnetBuild(Path prefix, String conduit) {
        this.prefix = prefix;
        this.conduit = conduit;
    }

    /** Compiles. @return why there is no program, with the remedy; empty when there is */
    Optional<String> make(Workshop workshop) throws IOException, InterruptedException {
        String place = prefix == null ? Host.variable("GASNET", "") : prefix.toString();
        if (place.isEmpty()) {
            return Optional.of("nothing says where it is installed (--gasnet DIR, or variable GASNET)");
        }
        Path home = Path.of(place).toAbsolutePath();
        String library = "gasnet-" + conduit + "-seq";
        if (!Files.isReadable(home.resolve("lib/lib" + library + ".a"))) {
            return Optional.of(home + " has no lib/lib" + library + ".a: name the prefix of an installation with "
                    + conduit + " conduit");
        }
        String compiler = Host.variable("CC", "gcc");
        if (Host.find(compiler).isEmpty()) {
            return Optional.of("there is no C compiler " + compiler + " (package gcc, or variable CC)");
        }
        Map<String, String> made = settings(home, library);
        program = workshop.file("gasnet-" + conduit).toString();
        version = ("GASNet-EX " + made.getOrDefault("Version", "")).strip() + ", " + conduit + " conduit";
        for (List<String> command : commands(workshop.host(), home, compiler, made)) {
            String problem = workshop.compile(command);
            if (!problem.isEmpty()) {
                return Optional.of("its program cannot be compiled: " + problem);
            }
        }
        return Optional.empty();
    }

    /**
     * Each source by the compiler of C, then all by what links the library, which is what that was built with: mpicc if
     * it can start its ranks by MPI as well, a compiler of C++ if it has parts in that.
     */
    private List<List<String>> commands(Host host, Path home, String compiler, Map<String, String> made)
            throws IOException {
        List<List<String>> all = new ArrayList<>();
        List<String> link = words(made.getOrDefault("GASNET_LD", compiler));
        link.addAll(List.of("-o", program));
        for (String source : host.sources("gasnet")) {
            String object = program + "-" + all.size() + ".o";
            List<String> compile = words(made.getOrDefault("GASNET_CC", compiler));
            compile.addAll(words(made.getOrDefault("GASNET_OPT_CFLAGS", "-O3")));
            compile.addAll(List.of("-D_GNU_SOURCE=1", "-DGASNET_SEQ", "-I" + home.resolve("include"),
                    "-I" + home.resolve("include/" + conduit + "-conduit"), "-c", "-o", object, source));
            all.add(compile);
            link.add(object);
        }
        link.add("-L" + home.resolve("lib"));
        link.addAll(words(made.getOrDefault("GASNET_LIBS", "-lgasnet-" + conduit + "-seq")));
        link.addAll(List.of("-lrt", "-lm"));
        all.add(link);
        return all;
    }

    private static List<String> words(String text) {
        return new ArrayList<>(List.of(text.strip().split("\\s+")));
    }

    /** What the installation says of itself: NAME=value and Name: value. */
    private static Map<String, String> settings(Path home, String library) {
        Map<String, String> settings = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(home.resolve("lib/pkgconfig/" + library + ".pc"))) {
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

    /** The program that measures. */
    String program() {
        return program;
    }

    /** Of library and conduit. */
    String version() {
        return version;
    }
}
