package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/**
 * A directory in which nothing is known of this source tree: a Maven repository, and a copy of the project that uses
 * the library.
 *
 * <p>The repository has what the build has fetched from elsewhere, by links, and so needs no network. {@code mvnw} here
 * stands for the library's own, and is not quite that. The one command {@code -q -Pquick install -DskipTests} does not
 * build: it copies what the running build has packaged to the places and under the names that Maven's installation
 * gives them, so that the build of that profile is not tested here. All other commands go to the library's
 * {@code mvnw}, offline and with this repository.
 */
record Outside(Path root) {
    private static final int LONGEST_SECONDS = 900;
    private static final String OURS = Published.group().replace('.', '/');

    record Result(int code, String output) {}

    static Outside lay(Path root) throws IOException {
        remove(root);
        Outside outside = new Outside(root);
        linkTheRest(localRepository(), outside.repository());
        Path packaged = Files.createDirectories(root.resolve("packaged"));
        install(packaged, "pgas-parent", Library.ROOT.resolve("pom.xml"), null);
        install(packaged, "pgas-bom", Library.ROOT.resolve("bom/pom.xml"), null);
        for (Published each : Published.all()) {
            install(packaged, each.artifact(), Library.ROOT.resolve(each.directory()).resolve("pom.xml"), each.jar());
        }
        copy(Library.ROOT.resolve("examples/own-project"), outside.project());
        // Maven would look for the mark of the repository that a file came from, which differs with a user's mirrors
        script(outside.mvnw(), "if [ \"$*\" = \"-q -Pquick install -DskipTests\" ]; then\n"
                + "mkdir -p '" + outside.repository().resolve(OURS) + "'\n"
                + "exec cp -R '" + packaged + "/.' '" + outside.repository().resolve(OURS) + "'\nfi\n"
                + "exec '" + Library.ROOT.resolve("mvnw") + "' -o -B -ntp -Dmaven.repo.local='"
                + outside.repository() + "' -Daether.enhancedLocalRepository.trackingFilename=none \"$@\"");
        return outside;
    }

    Path repository() {
        return root.resolve("repository");
    }

    /** What a reader of README has as the current directory. */
    Path library() {
        return root.resolve("library");
    }

    /** Of the copy. */
    Path mvnw() {
        return library().resolve("mvnw");
    }

    Path project() {
        return library().resolve("examples/own-project");
    }

    /** Of the first block of sh behind the heading. */
    static List<String> commands(String text, String heading) {
        int section = text.indexOf("\n" + heading + "\n");
        assertTrue(section >= 0, () -> "no section " + heading);
        int begin = text.indexOf("\n```sh\n", section) + "\n```sh\n".length();
        return text.substring(begin, text.indexOf("\n```\n", begin)).lines().toList();
    }

    Result run(Path directory, List<String> commands) throws IOException, InterruptedException {
        Path output = Files.createTempFile(root, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder("sh", "-eu", "-c", String.join("\n", commands))
                .directory(directory.toFile()).redirectErrorStream(true).redirectOutput(output.toFile())
                .redirectInput(new File("/dev/null"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
            assertTrue(ended, () -> "not at its end after " + LONGEST_SECONDS + " s:\n" + Library.read(output));
            return new Result(process.exitValue(), Files.readString(output).replaceAll("\u001b\\[[0-9;]*m", ""));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** One that depends on every artifact, and says no version but that of the list. */
    Path projectOfEverything() throws IOException {
        Path directory = Files.createDirectories(root.resolve("everything"));
        String own = Files.readString(project().resolve("pom.xml"));
        String managed = own.substring(own.indexOf("<dependencyManagement>"), own.indexOf("</dependencyManagement>"));
        String dependencies = Published.all().stream()
                .map(each -> "<dependency><groupId>" + Published.group() + "</groupId><artifactId>" + each.artifact()
                        + "</artifactId></dependency>\n")
                .collect(Collectors.joining());
        Files.writeString(directory.resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                <modelVersion>4.0.0</modelVersion>
                <groupId>com.example</groupId><artifactId>everything</artifactId><version>1-SNAPSHOT</version>
                %s</dependencyManagement>
                <dependencies>
                %s</dependencies>
                <build><plugins><plugin>
                <artifactId>maven-dependency-plugin</artifactId><version>%s</version>
                </plugin></plugins></build>
                </project>
                """.formatted(managed, dependencies, Published.property("dependency-plugin.version")));
        return directory;
    }

    /** Where the running build keeps what it fetches, seen from a jar that it has fetched. */
    private static Path localRepository() {
        try {
            Path jar = Path.of(Test.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            Path repository = jar;
            for (int i = 0; i < "org/junit/jupiter/junit-jupiter-api/VERSION/JAR".split("/").length; i++) {
                repository = repository.getParent();
            }
            Path found = repository;
            assertTrue(Files.isDirectory(found.resolve("org/apache/maven")), () -> jar + " is in no Maven repository");
            return found;
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static void linkTheRest(Path from, Path into) throws IOException {
        Path there = from;
        Path here = into;
        // on the way to ours each directory is a new one, with links to all others that are there
        for (Path name : Path.of(OURS)) {
            Files.createDirectories(here);
            for (Path each : Files.isDirectory(there) ? entries(there) : List.<Path>of()) {
                if (!each.endsWith(name)) {
                    Files.createSymbolicLink(here.resolve(each.getFileName()), each);
                }
            }
            there = there.resolve(name);
            here = here.resolve(name);
        }
    }

    private static void install(Path into, String artifact, Path pom, Path jar) throws IOException {
        String version = Published.version();
        Path directory = Files.createDirectories(into.resolve(artifact).resolve(version));
        Files.copy(pom, directory.resolve(artifact + "-" + version + ".pom"));
        if (jar != null) {
            assertTrue(Files.exists(jar), () -> jar + " is missing: build all modules, ./mvnw verify");
            Files.copy(jar, directory.resolve(jar.getFileName()));
        }
    }

    private static void script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\nset -eu\n" + text + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }

    /** The sources, not what an IDE or Maven has made beside them. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                Path relative = from.relativize(each);
                if (relative.startsWith("src") || relative.endsWith("pom.xml")) {
                    Path target = to.resolve(relative.toString());
                    Files.createDirectories(target.getParent());
                    Files.copy(each, target);
                }
            }
        }
    }

    private static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }

    /** Links are removed, not what they lead to. */
    private static void remove(Path root) throws IOException {
        if (Files.exists(root)) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
    }
}
