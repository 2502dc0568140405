import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Lays out what is installed, and packs it. Maven runs it when it packages the module dist:
 * {@code java Distribution.java ROOT VERSION TIME TARGET CLASSPATH} makes {@code TARGET/pgas-VERSION} and
 * {@code TARGET/pgas-VERSION.tar.gz}:
 *
 * <pre>
 * bin/pgas               the script at the top of the source tree
 * lib/*.jar              the library, the command, the examples, and what they need
 * lib/pgas-VERSION.jar   names all these in its manifest, for java -jar
 * lib/class-path         their names in two lines: the library, which ends with the launcher; then that and all others
 * lib/build              tells this build from all others
 * lib/*.args             flags of java, for the script
 * share                  what the module has in src/share
 * share/doc              pages, from the top of the source tree on, so that their links hold; and the examples
 * </pre>
 *
 * <p>The same jars and pages give the same archive, byte for byte, whenever it is made.
 */
record Distribution(Path root, String version, Instant time, Path home) {
    private static final String LAUNCHER = "launcher";

    /** Their jars come in front of others, all of which java would otherwise open to find a program. */
    private static final List<String> PROGRAMS = List.of("examples", "bench");

    /** The files of flags, where the launcher has them. */
    private static final String FLAGS = "launcher/src/main/resources/org/pgas/launch";

    private static final List<String> PAGES = List.of("README.md", "CHANGELOG.md", "LICENSE", "SECURITY.md",
            "ARCHITECTURE.md", "CONTRIBUTING.md", "GLOSSARY.md", "docs", "jmh/README.md", "jmh/NOTES.md",
            "jmh/comparison", "broken/README.md", "examples/own-project", "examples/src/main");

    /** The kinds of files that a reader, or a compiler, opens. */
    private static final List<String> READ = List.of(".md", ".svg", ".java", ".xml", ".gz", "LICENSE", "programs");

    private static final String MADE = "target";
    private static final int HASH_BYTES = 6;

    public static void main(String[] words) throws IOException {
        Path target = Path.of(words[3]).toAbsolutePath();
        Distribution distribution = new Distribution(Path.of(words[0]).toAbsolutePath(), words[1],
                Instant.parse(words[2]), target.resolve("pgas-" + words[1]));
        try {
            distribution.lay(distribution.jars(words[4], target));
            new Archive(distribution).write(Path.of(distribution.home + ".tar.gz"));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /** Of a class path, without the directory of the classes that this module would have. */
    private List<Path> jars(String classPath, Path target) {
        List<Path> jars = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (!path.startsWith(target)) {
                check(entry.endsWith(".jar") && Files.isRegularFile(path),
                        entry + " is no jar: package its module, too");
                jars.add(path);
            }
        }
        return jars;
    }

    private void lay(List<Path> jars) throws IOException {
        remove(home);
        Path lib = Files.createDirectories(home.resolve("lib"));
        for (Path jar : jars) {
            Path copy = lib.resolve(jar.getFileName());
            check(!Files.exists(copy), "two jars are " + jar.getFileName());
            Files.copy(jar, copy);
        }
        List<String> library = new ArrayList<>();
        List<String> others = new ArrayList<>();
        sort(jars, library, others);
        List<String> all = Stream.concat(library.stream(), others.stream()).toList();
        write(lib.resolve("class-path"), String.join(":", library) + "\n" + String.join(":", all) + "\n");
        for (String flags : List.of("launcher.args", "agent.args", "rank.args")) {
            Files.copy(root.resolve(FLAGS).resolve(flags), lib.resolve(flags));
        }
        Path bin = Files.createDirectories(home.resolve("bin"));
        Files.copy(root.resolve("pgas"), bin.resolve("pgas"));
        write(lib.resolve("build"), version + "-" + hash() + "\n");
        writeRunnable(lib.resolve("pgas-" + version + ".jar"), all);
        copyTree(root.resolve("dist/src/share"), home.resolve("share"), List.of(""));
        for (String page : PAGES) {
            copyTree(root.resolve(page), home.resolve("share/doc").resolve(page), READ);
        }
    }

    /** As the script does in a source tree: the library is the beginning of every class path. */
    private void sort(List<Path> jars, List<String> library, List<String> others) {
        List<String> names = jars.stream().map(jar -> jar.getFileName().toString()).toList();
        List<String> programs = PROGRAMS.stream().map(this::jar).toList();
        String launcher = jar(LAUNCHER);
        check(names.contains(launcher) && names.containsAll(programs), "the class path has not all of " + launcher
                + " and " + programs);
        others.addAll(programs);
        for (String name : names) {
            if (!name.equals(launcher) && !programs.contains(name)) {
                (name.startsWith("pgas-") || name.startsWith("agrona-") ? library : others).add(name);
            }
        }
        library.add(launcher);
    }

    private String jar(String module) {
        return "pgas-" + module + "-" + version + ".jar";
    }

    /** It has no class: java finds all of them, and the main class too, in the jars that it names. */
    private void writeRunnable(Path jar, List<String> classPath) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, "org.pgas.launch.Pgas");
        attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        attributes.put(Attributes.Name.CLASS_PATH, String.join(" ", classPath));
        attributes.putValue("Enable-Native-Access", "ALL-UNNAMED");
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        manifest.write(text);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            ZipEntry entry = new ZipEntry("META-INF/MANIFEST.MF");
            entry.setTimeLocal(LocalDateTime.ofInstant(time, ZoneOffset.UTC));
            out.putNextEntry(entry);
            out.write(text.toByteArray());
            out.closeEntry();
        }
    }

    /** Of the files that there are so far, by their names and contents. */
    private String hash() throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path file : files(home)) {
                digest.update((home.relativize(file) + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(file));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** A file, or all files below a directory that end in one of these ways, but for what Maven has made there. */
    private static void copyTree(Path from, Path to, List<String> ends) throws IOException {
        check(Files.exists(from), from + " is missing");
        for (Path file : files(from)) {
            Path relative = from.relativize(file);
            boolean isMade = Stream.iterate(relative, each -> each != null, Path::getParent)
                    .anyMatch(each -> each.endsWith(MADE));
            if (!isMade && ends.stream().anyMatch(file.toString()::endsWith)) {
                // what a file is relative to itself has no name
                Path copy = file.equals(from) ? to : to.resolve(relative);
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void remove(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** In the format ustar: for each file a header of 512 bytes, and its content, filled up to a multiple of that. */
    private record Archive(Distribution of) {
        private static final int BLOCK = 512;
        private static final int LONGEST_NAME = 100;
        private static final int EXECUTABLE = 0755;
        private static final int READABLE = 0644;

        void write(Path file) throws IOException {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file));
                    Stream<Path> walk = Files.walk(of.home)) {
                for (Path each : walk.sorted().toList()) {
                    boolean isDirectory = Files.isDirectory(each);
                    byte[] content = isDirectory ? new byte[0] : Files.readAllBytes(each);
                    String name = of.home.getParent().relativize(each) + (isDirectory ? "/" : "");
                    int mode = isDirectory || each.getParent().endsWith("bin") ? EXECUTABLE : READABLE;
                    out.write(header(name, mode, content.length, isDirectory ? "5" : "0"));
                    out.write(content);
                    out.write(new byte[-content.length & BLOCK - 1]);
                }
                // so it ends
                out.write(new byte[2 * BLOCK]);
            }
        }

        private byte[] header(String name, int mode, long bytes, String type) {
            byte[] header = new byte[BLOCK];
            // a long name is divided at one of its slashes, which is in neither part
            int cut = name.length() <= LONGEST_NAME ? -1 : name.indexOf('/', name.length() - LONGEST_NAME - 1);
            put(header, 0, name.substring(cut + 1));
            put(header, 100, octal(mode, 7));
            put(header, 108, octal(0, 7));
            put(header, 116, octal(0, 7));
            put(header, 124, octal(bytes, 11));
            put(header, 136, octal(of.time.getEpochSecond(), 11));
            // while it is summed up, the field of the sum has blanks
            put(header, 148, " ".repeat(8));
            put(header, 156, type);
            put(header, 257, "ustar\0" + "00");
            put(header, 265, "root");
            put(header, 297, "root");
            put(header, 345, name.substring(0, Math.max(cut, 0)));
            int sum = 0;
            for (byte each : header) {
                sum += each & 0xff;
            }
            put(header, 148, octal(sum, 6) + "\0");
            return header;
        }

        private static String octal(long number, int digits) {
            String text = Long.toOctalString(number);
            return "0".repeat(digits - text.length()) + text;
        }

        private static void put(byte[] header, int at, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            System.arraycopy(bytes, 0, header, at, bytes.length);
        }
    }
}
