package org.pgas.examples.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

/** The guide shows only code that a test runs. */
final class GuideSnippetsTest {
    private static final Path ROOT = Files.isDirectory(Path.of("docs")) ? Path.of("") : Path.of("..");

    @Test
    void everySnippetOfTheGuideIsRunByATest() throws IOException {
        String run = source("ShapesGuideTest");
        List<String> snippets = snippets(Files.readString(ROOT.resolve("docs/guide/shapes.md")));
        assertFalse(snippets.isEmpty());
        for (String snippet : snippets) {
            assertTrue(run.contains(snippet), () -> "in no test:\n" + snippet);
        }
    }

    @Test
    void snippetsAreTheBlocksOfJavaWithoutTheirSpace() {
        assertEquals(List.of("a\nb // b\n", "c\n"),
                snippets("x\n```java\n a\n  b  // b\n```\ny\n```\nz\n```\n```java\nc\n```\n"));
    }

    private static List<String> snippets(String text) {
        List<String> snippets = new ArrayList<>();
        StringBuilder snippet = null;
        for (String line : text.lines().toList()) {
            if (snippet == null) {
                snippet = line.equals("```java") ? new StringBuilder() : null;
            } else if (line.equals("```")) {
                snippets.add(snippet.toString());
                snippet = null;
            } else {
                snippet.append(normal(line)).append('\n');
            }
        }
        return snippets;
    }

    /** The guide aligns comments, the formatter of the sources does not. */
    private static String normal(String line) {
        return line.strip().replaceAll("\\s+", " ");
    }

    private static String source(String test) throws IOException {
        Path file = ROOT.resolve("examples/src/test/java/org/pgas/examples/guide/" + test + ".java");
        StringBuilder source = new StringBuilder();
        Files.readAllLines(file).forEach(line -> source.append(normal(line)).append('\n'));
        return source.toString();
    }
}
