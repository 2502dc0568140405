package org.pgas.examples.guide;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The documents whose blocks are run. */
final class Documents {
    /** Of the project; tests run in it or in this module. */
    static final Path ROOT = Files.isDirectory(Path.of("docs")) ? Path.of("") : Path.of("..");

    private Documents() {}

    /** README and the guide, from the root on. */
    static List<String> all() throws IOException {
        List<String> all = new ArrayList<>(List.of("README.md"));
        try (Stream<Path> guide = Files.list(ROOT.resolve("docs/guide"))) {
            guide.map(each -> "docs/guide/" + each.getFileName()).filter(each -> each.endsWith(".md")).sorted()
                    .forEach(all::add);
        }
        return all;
    }

    static List<Block> blocks(String document) throws IOException {
        return Block.of(document, Files.readAllLines(ROOT.resolve(document)));
    }

    /** Of this JVM, which has all modules. */
    static List<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath()).toList();
    }
}
