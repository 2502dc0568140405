package org.pgas.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** What the tests of this module look at: the classes of all modules it depends on, and the sources of all modules. */
final class Library {
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.pgas");

    static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** In a module: what is written, and what Maven makes from templates. */
    private static final String WRITTEN = "src/main/java";
    private static final String TEMPLATES = "src/main/templates";
    static final String MADE = "target/generated-sources/templates";

    private static final Pattern METHOD = Pattern.compile("\\bvoid (\\w+)\\(");
    private static final Pattern TEST_MARK = Pattern.compile("@(?:\\w*Test|TestFactory)\\b");

    private static final Pattern DISABLED = Pattern.compile("@(?:[\\w.]+\\.)?Disabled");

    /** Of a line: a member or a comment ends there, or the class begins. */
    private static final Pattern ENDS = Pattern.compile("(?:[;}]|(?<![=(] ?)\\{|\\*/)\\s*$");

    private Library() {}

    /** Every Java file of every module's main code, those that are made from templates too. */
    static List<Path> mainSources() {
        return Stream.of(WRITTEN, MADE).map(Library::sources).flatMap(List::stream).sorted().toList();
    }

    static List<Path> templates() {
        return sources(TEMPLATES);
    }

    /** The file's name from the packages' root on: {@code org/pgas/arrays/NumberArray.java}. */
    static String inPackage(Path template) {
        return module(template).resolve(TEMPLATES).relativize(template).toString();
    }

    /** The directory of the module that has the template. */
    static Path module(Path template) {
        return ROOT.resolve(name(template).replaceFirst("/" + TEMPLATES + "/.*", ""));
    }

    /** Where this main source would lie if it were written and not made. */
    static Path asWritten(Path source) {
        return ROOT.resolve(name(source).replace(MADE, WRITTEN));
    }

    /** Every Java file of every module's tests. */
    static List<Path> testSources() {
        return sources("src/test/java");
    }

    private static List<Path> sources(String folder) {
        return modules().map(module -> module.resolve(folder)).filter(Files::isDirectory).flatMap(Library::files)
                .filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }

    /** The directories that hold a module: those with a pom, dialects one level deeper. */
    private static Stream<Path> modules() {
        return Stream.of(ROOT, ROOT.resolve("dialects")).filter(Files::isDirectory).flatMap(Library::entries)
                .filter(entry -> Files.exists(entry.resolve("pom.xml")));
    }

    private static Stream<Path> entries(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> files(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The name of the class that is in no other, in which this one is. */
    static String outermost(JavaClass inner) {
        return inner.getEnclosingClass().map(Library::outermost).orElse(inner.getName());
    }

    /**
     * A source in one line, without the stars of its comments, and with what they mark as code in backticks as in
     * Markdown.
     */
    static String withCodeInBackticks(String source) {
        return source.replaceAll("\\n *\\*(?!/) ?", " ").replaceAll("\\s+", " ").replaceAll("\\{@code ([^{}]+)}",
                "`$1`");
    }

    /** Whether the source has a test of that name, which is not switched off: the annotations right before it tell. */
    static boolean hasTest(String source, String name) {
        String[] lines = source.split("\\R");
        boolean isOn = true;
        for (int line = 0; line < lines.length; line++) {
            isOn &= lines[line].isEmpty() || lines[line].charAt(0) != '@' || !DISABLED.matcher(lines[line]).find();
            if (METHOD.matcher(lines[line]).results().anyMatch(method -> method.group(1).equals(name))) {
                int first = line;
                while (first > 0 && !lines[first - 1].isBlank() && !ENDS.matcher(lines[first - 1]).find()) {
                    first--;
                }
                String head = String.join("\n", List.of(lines).subList(first, line + 1));
                return isOn && TEST_MARK.matcher(head).find() && !DISABLED.matcher(head).find();
            }
        }
        return false;
    }

    /** The file's name for a message, from the root on. */
    static String name(Path file) {
        return ROOT.relativize(file).toString();
    }
}
