package org.pgas.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;

import org.pgas.Version;

/**
 * Which build of the library a process runs, so that hosts find out that theirs differ: in one, ranks and agents take
 * frames and shared words as these were meant. It is made of names, lengths and checksums of all the library's files on
 * the class path: these say of jars what their directories have, so that no file is read, and the same whenever, and in
 * how many jars, the same sources were built by the same compiler.
 *
 * @param text of release and files, for people and for comparison; empty where a file cannot be read
 */
record LibraryBuild(String text) {
    private static final String OURS = "org/pgas/";

    /** Bytes of the hash that are shown: enough to tell builds apart, and to read. */
    private static final int SHOWN_BYTES = 6;

    /** The build on the class path of this process. */
    static LibraryBuild own() {
        return of(ThisJvm.classPath());
    }

    /** The build on a class path: of two files of one name the first counts, as for java. */
    static LibraryBuild of(List<Path> classPath) {
        Map<String, String> files = new TreeMap<>();
        try {
            for (Path entry : classPath) {
                if (Files.isDirectory(entry)) {
                    addDirectory(entry, files);
                } else if (Files.exists(entry)) {
                    addJar(entry, files);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // java passes over what it cannot read as well
            return new LibraryBuild("");
        }
        return new LibraryBuild("pgas " + Version.RELEASE + " (build " + hash(files) + ")");
    }

    private static void addJar(Path jar, Map<String, String> files) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            zip.stream().filter(each -> each.getName().startsWith(OURS) && !each.isDirectory())
                    .forEach(each -> files.putIfAbsent(each.getName(), words(each.getSize(), each.getCrc())));
        }
    }

    private static void addDirectory(Path directory, Map<String, String> files) throws IOException {
        Path ours = directory.resolve(OURS);
        if (!Files.isDirectory(ours)) {
            return;
        }
        try (Stream<Path> all = Files.walk(ours)) {
            for (Path each : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
                byte[] bytes = Files.readAllBytes(each);
                CRC32 check = new CRC32();
                check.update(bytes);
                files.putIfAbsent(directory.relativize(each).toString(), words(bytes.length, check.getValue()));
            }
        }
    }

    private static String words(long bytes, long check) {
        return " " + bytes + " " + check + "\n";
    }

    private static String hash(Map<String, String> files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            files.forEach((name, words) -> digest.update((name + words).getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest(), 0, SHOWN_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** What is wrong where a launcher of that build wants an agent of this one, for people; null if nothing is. */
    String difference(String launchers) {
        return launchers.isEmpty() || text.isEmpty() || launchers.equals(text) ? null
                : "it runs " + text + ", and the launcher " + launchers
                        + ": install the same archive on both hosts, or build the same sources with the same JDK (pgas"
                        + " run -n 1 hello there), or let them share one copy";
    }
}
