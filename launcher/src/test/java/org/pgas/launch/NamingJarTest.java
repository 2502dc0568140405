package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamingJarTest {
    @TempDir
    Path directory;

    @BeforeEach
    void name() throws IOException {
        directory = directory.toRealPath();
    }

    /** @param names null for none */
    private Path jar(String names, String... entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (names != null) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, names);
        }
        Path jar = Files.createDirectories(directory.resolve("the lib")).resolve("all.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (String entry : entries) {
                out.putNextEntry(new ZipEntry(entry));
                out.closeEntry();
            }
        }
        return jar;
    }

    @Test
    void itStandsForTheJarsThatItNames() throws IOException {
        Path jar = jar("b.jar a-1.2.jar ../other/c.jar", "META-INF/LICENSE");
        List<Path> named = List.of(directory.resolve("the lib/b.jar"), directory.resolve("the lib/a-1.2.jar"),
                directory.resolve("other/c.jar"));
        assertEquals(named, NamingJar.expand(jar));
        assertEquals(named, NamingJar.expand(directory.resolve("the lib/../the lib/all.jar")));
    }

    /** As java does, so that a class of ours says the same of where it comes from. */
    @Test
    void theJarsAreBesideTheFileAndNotBesideALinkToIt() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link.jar"), jar("b.jar"));
        assertEquals(List.of(directory.resolve("the lib/b.jar")), NamingJar.expand(link));
    }

    @Test
    void aJarWithAClassStandsForItself() throws IOException {
        Path jar = jar("b.jar", "META-INF/LICENSE", "com/example/Main.class");
        assertEquals(List.of(jar), NamingJar.expand(jar));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost/x.jar", "a%zz.jar", "a^b.jar"})
    void namesThatAreNoFilesStandForNothing(String names) throws IOException {
        Path jar = jar(names);
        assertEquals(List.of(jar), NamingJar.expand(jar));
    }

    @Test
    void whatIsNoSuchJarStandsForItself() throws IOException {
        Path without = jar(null);
        assertEquals(List.of(without), NamingJar.expand(without));
        Path garbage = Files.writeString(directory.resolve("garbage.jar"), "no jar");
        for (Path each : List.of(garbage, directory, directory.resolve("absent.jar"))) {
            assertEquals(List.of(each), NamingJar.expand(each));
        }
    }
}
