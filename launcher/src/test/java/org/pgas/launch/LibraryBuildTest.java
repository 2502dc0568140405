package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryBuildTest {
    private static final Map<String, String> FILES = Map.of("org/pgas/A.class", "a", "org/pgas/launch/x.args", "-x",
            "META-INF/MANIFEST.MF", "made by one");

    @TempDir
    Path directory;

    private int jars;

    private Path jar(Map<String, String> files, long time) throws IOException {
        Path jar = directory.resolve("pgas-" + jars++ + ".jar");
        try (OutputStream out = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> each : new TreeMap<>(files).entrySet()) {
                ZipEntry entry = new ZipEntry(each.getKey());
                entry.setTime(time);
                zip.putNextEntry(entry);
                zip.write(each.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    private static String build(Path... classPath) {
        return LibraryBuild.of(List.of(classPath)).text();
    }

    private static Map<String, String> with(String name, String content) {
        Map<String, String> files = new TreeMap<>(FILES);
        files.put(name, content);
        return files;
    }

    @Test
    void theSameFilesAreTheSameBuildWhereverAndWheneverTheyWerePutTogether() throws IOException {
        String build = build(jar(FILES, 1_000_000_000_000L));
        assertEquals(build, build(jar(FILES, 1_700_000_000_000L)));
        assertEquals(build, build(jar(Map.of("org/pgas/launch/x.args", "-x"), 0),
                jar(Map.of("org/pgas/A.class", "a", "com/example/B.class", "b"), 0), directory.resolve("none")));
        Path classes = Files.createDirectories(directory.resolve("classes/org/pgas/launch")).getParent().getParent()
                .getParent();
        Files.writeString(classes.resolve("org/pgas/A.class"), "a");
        Files.writeString(classes.resolve("org/pgas/launch/x.args"), "-x");
        assertEquals(build, build(classes, directory));
        assertEquals(build, build(jar(FILES, 0), jar(with("org/pgas/A.class", "b"), 0)), "java takes the first");
    }

    @Test
    void anyOtherFileOfTheLibraryMakesAnotherBuild() throws IOException {
        String build = build(jar(FILES, 0));
        assertNotEquals(build, build(jar(with("org/pgas/A.class", "b"), 0)));
        assertNotEquals(build, build(jar(with("org/pgas/launch/x.args", "-y"), 0)));
        assertNotEquals(build, build(jar(with("org/pgas/B.class", ""), 0)));
        assertNotEquals(build, build(jar(Map.of("org/pgas/A.class", "a"), 0)));
    }

    @Test
    void whatCannotBeReadIsNotCompared() throws IOException {
        Path broken = Files.writeString(directory.resolve("broken.jar"), "no jar");
        LibraryBuild unknown = LibraryBuild.of(List.of(broken));
        assertEquals("", unknown.text());
        assertNull(unknown.difference("pgas 1 (build 2)"));
        LibraryBuild known = LibraryBuild.of(List.of(jar(FILES, 0)));
        assertNull(known.difference(""));
        assertNull(known.difference(known.text()));
    }
}
