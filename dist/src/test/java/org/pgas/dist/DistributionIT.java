package org.pgas.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive that the build has packed, unpacked where nothing may be written, and used from elsewhere by a user with
 * an empty home.
 */
class DistributionIT {
    /** Set by Maven. */
    private static final Path ARCHIVE = Path.of(System.getProperty("dist.archive"));

    private static final String OURS = "pgas-";
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");
    private static final Pattern TYPED = Pattern.compile("`([^`]+)`");

    @TempDir
    static Path directory;

    private static PlainUser user;
    private static Path home;
    private static Path work;
    private static Map<String, String> environment;
    private static Map<Path, String> unpacked;

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        user = new PlainUser();
        directory = directory.toRealPath();
        mode(directory, "rwxr-xr-x");
        Path place = Files.createDirectory(directory.resolve("un packed"));
        Process tar = new ProcessBuilder("tar", "-xzf", ARCHIVE.toString(), "-C", place.toString()).inheritIO().start();
        assertEquals(0, tar.waitFor());
        try (Stream<Path> all = Files.list(place)) {
            home = all.toList().getFirst();
        }
        for (Path each : everything()) {
            Set<PosixFilePermission> may = new HashSet<>(Files.getPosixFilePermissions(each));
            may.removeAll(PosixFilePermissions.fromString("-w--w--w-"));
            Files.setPosixFilePermissions(each, may);
        }
        unpacked = contents();
        work = user.directory(directory.resolve("some where"));
        environment = new TreeMap<>(Map.of("HOME", user.directory(directory.resolve("home")).toString(),
                "PGAS_DIR", user.directory(directory.resolve("jobs")).toString(),
                "JAVA_HOME", System.getProperty("java.home")));
        user.assumeRuns(work, environment, java().toString(), "--version");
    }

    @AfterAll
    static void nothingHasChangedAndMayBeRemoved() throws IOException {
        if (unpacked != null) {
            assertEquals(unpacked, contents());
            for (Path each : everything()) {
                if (Files.isDirectory(each)) {
                    mode(each, "rwxr-xr-x");
                }
            }
        }
    }

    private static List<Path> everything() throws IOException {
        try (Stream<Path> all = Files.walk(home)) {
            return all.toList();
        }
    }

    /** Every file and directory, with what would change if it were written. */
    private static Map<Path, String> contents() throws IOException {
        Map<Path, String> contents = new TreeMap<>();
        for (Path each : everything()) {
            contents.put(each, Files.size(each) + " " + Files.getLastModifiedTime(each));
        }
        return contents;
    }

    private static void mode(Path file, String mode) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private static Path java() {
        return Path.of(environment.get("JAVA_HOME"), "bin", "java");
    }

    private static PlainUser.Run run(String... words) throws IOException, InterruptedException {
        return user.run(work, environment, words);
    }

    private static PlainUser.Run pgas(String... words) throws IOException, InterruptedException {
        return run(Stream.concat(Stream.of(home.resolve("bin/pgas").toString()), Stream.of(words))
                .toArray(String[]::new));
    }

    private static void assertGreets(PlainUser.Run run) {
        assertEquals(0, run.code(), run.err());
        assertEquals(List.of("[0] rank 0 of 2 got 1001 from rank 1", "[1] rank 1 of 2 got 1000 from rank 0"),
                run.out().stream().sorted().toList());
    }

    /** That of the directory that the archive has: pgas-VERSION. */
    private static String version() {
        return home.getFileName().toString().substring(OURS.length());
    }

    private static Set<String> jars() throws IOException {
        try (Stream<Path> all = Files.list(home.resolve("lib"))) {
            return all.map(each -> each.getFileName().toString()).filter(each -> each.endsWith(".jar"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String text(String file) throws IOException {
        return Files.readString(home.resolve(file));
    }

    @Test
    void theLibraryBeginsTheClassPathAndAllJarsAreInIt() throws IOException {
        List<String> lines = text("lib/class-path").lines().toList();
        assertEquals(2, lines.size());
        List<String> library = List.of(lines.get(0).split(":"));
        List<String> all = List.of(lines.get(1).split(":"));
        assertEquals(library, all.subList(0, library.size()));
        assertEquals("pgas-launcher-" + version() + ".jar", library.getLast());
        assertTrue(library.stream().allMatch(each -> each.startsWith(OURS) || each.startsWith("agrona-")),
                library::toString);
        Set<String> expected = new TreeSet<>(jars());
        expected.remove(OURS + version() + ".jar");
        assertEquals(expected, new TreeSet<>(all));
        assertEquals(expected.size(), all.size());
        for (String module : List.of("core", "pshm", "hosts", "wire-tcp", "wire-ucx", "atomics", "vis", "heap",
                "collectives", "bytes", "arrays", "mpi", "mpi-rma", "armci", "ga", "mppa", "upc", "examples",
                "bench")) {
            assertTrue(expected.contains(OURS + module + "-" + version() + ".jar"), module);
        }
    }

    /** Whose works are passed on is said, with the licence. */
    @Test
    void theLibrariesOfOthersAreNamedWithTheirLicences() throws IOException {
        Set<String> named = text("share/doc/THIRD-PARTY.md").lines().filter(line -> line.startsWith("| `"))
                .flatMap(line -> TYPED.matcher(line.substring(0, line.indexOf('|', 1))).results())
                .map(each -> each.group(1)).collect(Collectors.toCollection(TreeSet::new));
        Set<String> there = jars().stream().filter(each -> !each.startsWith(OURS))
                .map(each -> each.replaceFirst("-\\d.*", "")).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(there, named);
    }

    @Test
    void thePagesLeadToEachOther() throws IOException {
        Path doc = home.resolve("share/doc");
        Set<String> broken = new TreeSet<>();
        int seen = 0;
        for (Path page : everything()) {
            boolean isGuide = page.startsWith(doc.resolve("docs/guide")) || doc.equals(page.getParent());
            if (isGuide && page.toString().endsWith(".md")) {
                for (String link : LINK.matcher(Files.readString(page)).results().map(each -> each.group(1)).toList()) {
                    seen++;
                    // sources are in the source tree, but those of the examples
                    if (!Files.exists(page.resolveSibling(link)) && !link.contains("/src/main/")) {
                        broken.add(home.relativize(page) + ": " + link);
                    }
                }
            }
        }
        assertEquals(Set.of(), broken);
        int all = seen;
        assertTrue(all > 100, () -> "only " + all + " links were seen");
        for (String file : List.of("LICENSE", "CHANGELOG.md", "examples/own-project/pom.xml",
                "examples/src/main/java/org/pgas/examples/E01Hello.java")) {
            assertTrue(Files.exists(doc.resolve(file)), file);
        }
    }

    @Test
    void theCommandIsTheOneOfTheSourceTree() throws IOException {
        assertEquals(Files.readString(Path.of("..", "pgas")), text("bin/pgas"));
    }

    @Test
    void theVersionIsSaidThroughALinkToTheCommand() throws IOException, InterruptedException {
        Path link = Files.createSymbolicLink(directory.resolve("linked"), home.resolve("bin/pgas"));
        PlainUser.Run run = run(link.toString(), "--version");
        assertEquals("", run.err());
        assertEquals(0, run.code());
        assertTrue(version().startsWith(run.out().getFirst().replace("pgas ", "")), run.out()::toString);
    }

    @Test
    void programsRunAndAFastStartIsPreparedInTheHomeOfTheUser() throws IOException, InterruptedException {
        assertGreets(pgas("run", "-n", "2", "hello"));
        Path caches = Path.of(environment.get("HOME"), ".cache/pgas", text("lib/build").strip());
        for (String cache : List.of("ranks", "ranks-of-hosts", "launcher")) {
            assertTrue(Files.size(caches.resolve(cache)) > 0, cache);
        }
        PlainUser.Run run = pgas("run", "-n", "2", "--segment", "12m", "kmers");
        assertEquals("", run.err());
        assertEquals(0, run.code());
        assertTrue(run.out().contains("[0] lambda_virus.fa.gz: 48,492 11-mers, 47,379 distinct, on 2 ranks"),
                run.out()::toString);
    }

    @Test
    void programsRunWhereNothingCanBeWritten() throws IOException, InterruptedException {
        Map<String, String> homeless = new TreeMap<>(environment);
        homeless.remove("HOME");
        PlainUser.Run run = user.run(home, homeless, "bin/pgas", "run", "-n", "2", "hello");
        assertGreets(run);
        assertEquals("", run.err());
    }

    /** Of a user that has nothing but the archive and a JDK. */
    private static Path compile() throws IOException, InterruptedException {
        Path project = user.directory(directory.resolve("project"));
        Files.writeString(project.resolve("Main.java"), """
                import org.pgas.Job;
                import org.pgas.atomics.LongAtomicDomain;

                public class Main {
                    public static void main(String[] arguments) {
                        try (Job job = Job.join()) {
                            job.attach(job.pageBytes());
                            LongAtomicDomain sums = LongAtomicDomain.create(job.world());
                            sums.fetchAdd(0, 0, 1 + job.rank());
                            job.world().barrier();
                            if (job.rank() == 0) {
                                System.out.println(arguments[0] + " " + job.world().rma().getLong(0, 0));
                            }
                            job.world().barrier();
                        }
                    }
                }
                """);
        PlainUser.Run run = run(java().resolveSibling("javac").toString(), "-Xlint:-options", "-cp",
                home.resolve("lib") + "/*", "-d", project.toString(), project.resolve("Main.java").toString());
        assertEquals(0, run.code(), run.err());
        return project;
    }

    @Test
    void aProgramOfTheUserIsCompiledAgainstTheJarsAndRuns() throws IOException, InterruptedException {
        Path project = compile();
        PlainUser.Run run = pgas("run", "-cp", project.toString(), "-n", "2", "Main", "sum");
        assertEquals(0, run.code(), run.err());
        assertEquals(List.of("[0] sum 3"), run.out());
        run = jar(runnable(), "run", "-cp", project.toString(), "-n", "2", "Main", "sum");
        assertEquals(0, run.code(), run.err());
        assertEquals(List.of("[0] sum 3"), run.out());
        assertEquals("", run.err());
    }

    private static Path runnable() {
        return home.resolve("lib").resolve(OURS + version() + ".jar");
    }

    private static PlainUser.Run jar(Path jar, String... words) throws IOException, InterruptedException {
        return run(Stream.concat(Stream.of(java().toString(), "-jar", jar.toString()), Stream.of(words))
                .toArray(String[]::new));
    }

    @Test
    void theRunnableJarNeedsNoFlag() throws IOException, InterruptedException {
        PlainUser.Run run = jar(runnable(), "run", "-n", "2", "hello");
        assertGreets(run);
        assertEquals("", run.err());
        Path link = Files.createSymbolicLink(directory.resolve("linked.jar"), runnable());
        run = jar(work.relativize(link), "run", "-n", "2", "--verbose", "hello");
        assertGreets(run);
        // ranks are given what bin/pgas gives them: the library, what is the program's, and all others
        List<String> lines = text("lib/class-path").lines().toList();
        String classPath = paths(lines.get(0)) + ":" + work
                + paths(lines.get(1)).substring(paths(lines.get(0)).length());
        assertTrue(run.err().contains("\"" + classPath + "\""), run.err());
    }

    private static String paths(String names) {
        return Stream.of(names.split(":")).map(each -> home.resolve("lib").resolve(each).toString())
                .collect(Collectors.joining(":"));
    }

    /** Found by what the jars of commands say of themselves. */
    @Test
    void theRunnableJarHasTheCommandsOfAllModules() throws IOException, InterruptedException {
        PlainUser.Run run = jar(runnable(), "help");
        assertEquals(0, run.code(), run.err());
        for (String command : List.of("run", "ps", "info", "bench")) {
            assertTrue(run.out().stream().anyMatch(line -> line.strip().startsWith(command + " ")),
                    run.out()::toString);
        }
    }

    /** There is no Docker for tests: the files are read, and what the image copies is enough for a job. */
    @Test
    void theImageHasAllThatAJobNeeds() throws IOException, InterruptedException {
        List<ContainerFile.Instruction> all = ContainerFile.instructions(text("share/docker/Dockerfile"));
        assertEquals("FROM", all.getFirst().name());
        assertTrue(all.getFirst().rest().matches("eclipse-temurin:25-jdk"), all.getFirst().rest());
        Path image = user.directory(directory.resolve("image"));
        for (ContainerFile.Instruction copy : all.stream().filter(each -> each.name().equals("COPY")).toList()) {
            String target = copy.words().getLast();
            assertTrue(target.startsWith("/opt/pgas/") && target.endsWith("/"), target);
            assertEquals(0, run("mkdir", "-p", image + target).code());
            for (String source : ContainerFile.sources(copy)) {
                Path from = home.resolve(source);
                assertTrue(Files.exists(from), () -> from + " is not in the archive");
                assertEquals(Files.isDirectory(from), source.endsWith("/"), source);
                assertEquals(0, run("cp", "-R", from + (source.endsWith("/") ? "/." : ""), image + target).code());
            }
        }
        // as in a container whose user is not root
        assertEquals(0, run("chmod", "a-w", image + "/opt/pgas/lib").code());
        PlainUser.Run run = run(image + "/opt/pgas/bin/pgas", "run", "-n", "2", "hello");
        assertEquals(0, run("chmod", "u+w", image + "/opt/pgas/lib").code());
        assertGreets(run);
        assertEquals("[\"pgas\"]", all.stream().filter(each -> each.name().equals("ENTRYPOINT")).findFirst()
                .orElseThrow().rest());
    }

    @Test
    void composeBuildsTheImageOfTheArchiveWithRoomForSegments() throws IOException {
        Map<String, String> values = ContainerFile.values(text("share/docker/compose.yaml"));
        Path context = home.resolve("share/docker").resolve(values.get("services.pgas.build.context")).normalize();
        assertEquals(home, context);
        assertTrue(Files.exists(context.resolve(values.get("services.pgas.build.dockerfile"))), values::toString);
        assertEquals("1gb", values.get("services.pgas.shm_size"));
        assertEquals("true", values.get("services.pgas.init"));
    }
}
