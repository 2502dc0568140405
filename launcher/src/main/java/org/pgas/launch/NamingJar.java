package org.pgas.launch;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** A jar without classes, whose manifest names the jars that have them: what {@code java -jar} is given. */
final class NamingJar {
    /** What is in there is no class, and nothing that a program looks for. */
    private static final String ABOUT_ITSELF = "META-INF/";

    private NamingJar() {}

    /**
     * The jars that it names, as java finds them: beside the file itself, where a link led to it. An entry of a class
     * path that is no such jar stands for itself.
     */
    static List<Path> expand(Path entry) {
        if (!Files.isRegularFile(entry)) {
            return List.of(entry);
        }
        try (JarFile jar = new JarFile(entry.toFile())) {
            Manifest manifest = jar.getManifest();
            String names = manifest == null ? null
                    : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            if (names == null || jar.stream().anyMatch(each -> !each.getName().startsWith(ABOUT_ITSELF))) {
                return List.of(entry);
            }
            URI place = entry.toRealPath().toUri();
            return Arrays.stream(names.strip().split("\\s+")).map(name -> Path.of(place.resolve(name))).toList();
        } catch (IOException | IllegalArgumentException | FileSystemNotFoundException e) {
            // no jar, or names that are no files: java looks there, and finds nothing
            return List.of(entry);
        }
    }
}
