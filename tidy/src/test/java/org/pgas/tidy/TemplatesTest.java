package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The classes that Maven makes from templates, and {@code config/Templates.java}, which makes them. */
class TemplatesTest {
    private static final String HEAD = "//$ Explained.\n//$\n//$ Kind | Long | Int\n//$ kind | long | int\n\n";

    /** Operations of atomic domains. */
    private static final Set<String> OF_INTEGERS = Set.of("and", "or", "xor", "fetchAnd", "fetchOr", "fetchXor");

    @TempDir
    private static Path compiled;

    @TempDir
    private Path directory;

    /** The program ends with a code other than 0 when it refuses. */
    private record Run(int code, String output) {}

    /** Once, as all tests start it. */
    @BeforeAll
    static void compile() {
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", compiled.toString(),
                Library.ROOT.resolve("config/Templates.java").toString()));
    }

    /** As Maven runs it, in the directory of a module. */
    private static Run make(Path module, Path to) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-cp", compiled.toString(), "Templates", "src/main/templates", to.toString())
                .directory(module.toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        return new Run(process.waitFor(), output);
    }

    private Run make() throws IOException, InterruptedException {
        return make(directory, directory.resolve("made"));
    }

    private void template(String name, String text) throws IOException {
        Path file = directory.resolve("src/main/templates/of/" + name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String made(String name) throws IOException {
        return Files.readString(directory.resolve("made/of/" + name));
    }

    private static Map<String, String> texts(Path directory) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(Files::isRegularFile)
                    .forEach(file -> texts.put(directory.relativize(file).toString(), Library.read(file)));
        }
        return texts;
    }

    /** The names of the classes of a template, in one package: one, or one of each column of its first table. */
    private static List<String> classes(Path template) {
        List<String> types = List.of(Library.read(template).lines().filter(line -> line.contains("|")).findFirst()
                .orElseThrow().replace("//$", "").strip().split(" *\\| *"));
        String name = Library.inPackage(template).replace(".java", "").replace('/', '.');
        if (!template.getFileName().toString().contains(types.getFirst())) {
            return List.of(name);
        }
        return types.subList(1, types.size()).stream().map(type -> name.replace(types.getFirst(), type)).toList();
    }

    @Test
    void theTemplatesAreSeen() {
        Map<String, Integer> several = new TreeMap<>();
        Library.templates().forEach(file -> several.put(file.getFileName().toString(), classes(file).size()));
        Set<String> single = new TreeSet<>(several.keySet());
        single.removeIf(name -> several.get(name) > 1);
        several.keySet().removeAll(single);
        assertEquals(Map.ofEntries(Map.entry("NumberArray.java", 4), Map.entry("NumberMatrix.java", 4),
                Map.entry("NumberFolds.java", 4), Map.entry("NumberAtomicDomain.java", 4),
                Map.entry("NumberUpdates.java", 4), Map.entry("SmallLoops.java", 2), Map.entry("NumberLoops.java", 2),
                Map.entry("PairLoops.java", 5), Map.entry("NumberRows.java", 4), Map.entry("ComplexRows.java", 2),
                Map.entry("NumberProduct.java", 2), Map.entry("ComplexProduct.java", 2),
                Map.entry("SharedNumber.java", 4), Map.entry("SharedNumbers.java", 4)), several);
        // of one class each
        assertEquals(Set.of("Rma.java", "Payload.java", "ActiveMessages.java", "PreparedMessage.java", "Token.java",
                "SharedMemory.java", "ScaledAdd.java", "AddLoops.java", "FoldLoops.java", "RunLoops.java",
                "StrideLoops.java", "ArrayCopies.java", "HeapCopies.java", "NumberScratch.java", "Packing.java",
                "Accumulator.java", "Opcode.java", "LocalWords.java", "Collectives.java", "PrimitiveArrays.java",
                "Window.java",
                "AddressStore.java", "MemoryStore.java"), single);
    }

    /** What is compiled is what the templates say: no more, no less, nothing of yesterday. */
    @Test
    void theBuildHasMadeWhatTheTemplatesSay() throws Exception {
        Set<Path> modules = new TreeSet<>();
        Library.templates().forEach(file -> modules.add(Library.module(file)));
        for (Path module : modules) {
            Path fresh = directory.resolve(module.getFileName());
            assertEquals(new Run(0, ""), make(module, fresh));
            Map<String, String> texts = texts(fresh);
            assertEquals(texts, texts(module.resolve(Library.MADE)));
            int classes = Library.templates().stream().filter(file -> Library.module(file).equals(module))
                    .mapToInt(file -> classes(file).size()).sum();
            assertEquals(classes, texts.size());
        }
    }

    @Test
    void noMarkIsLeft() {
        List<Path> made = Library.mainSources().stream().filter(file -> Library.name(file).contains(Library.MADE))
                .toList();
        assertEquals(Library.templates().stream().mapToInt(file -> classes(file).size()).sum(), made.size());
        assertEquals(List.of(),
                made.stream().filter(file -> Library.read(file).contains("$")).map(Library::name).toList());
    }

    /** What a program can do with one type it can do with the others, but for what only integers have. */
    @Test
    void theClassesOfATemplateHaveTheSamePublicMethods() throws ClassNotFoundException {
        for (Path template : Library.templates()) {
            List<String> names = classes(template);
            boolean areDomains = template.endsWith("NumberAtomicDomain.java");
            Map<String, String> first = methods(names.getFirst());
            assertTrue(!template.endsWith("NumberArray.java") || first.size() > 20, first::toString);
            assertTrue(!areDomains || first.keySet().containsAll(OF_INTEGERS), first::toString);
            for (String name : names) {
                Map<String, String> expected = new HashMap<>(first);
                if (areDomains && name.matches(".*(Double|Float).*")) {
                    expected.keySet().removeAll(OF_INTEGERS);
                    expected.put("create", "1 3"); // of one type, which needs no name
                }
                assertEquals(expected, methods(name), name);
            }
        }
    }

    /** Those of the class and of the types in it, with the numbers of their parameters. */
    private static Map<String, String> methods(String name) throws ClassNotFoundException {
        Map<String, String> methods = new HashMap<>();
        Class<?> type = Class.forName(name, false, TemplatesTest.class.getClassLoader());
        Stream.concat(Stream.of(type), Arrays.stream(type.getDeclaredClasses())).forEach(each -> {
            for (Method method : each.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
                    String key = (each == type ? "" : each.getSimpleName() + ".") + method.getName();
                    methods.merge(key, "" + method.getParameterCount(), (a, b) -> new TreeSet<>(
                            List.of((a + " " + b).split(" "))).toString().replaceAll("[\\[\\],]", ""));
                }
            }
        });
        return methods;
    }

    @Test
    void aTemplateIsFilledByItsTable() throws Exception {
        template("KindSum.java", """
                //$ Explained.
                //$ Kind | Long | Int
                //$ cast |      | "(int) "

                class $Kind$Sum {
                    //$ Int
                    // of four bytes
                    //$ Long
                    // of eight
                    //$
                    int x = $cast$1; // $Kind$$Kind$
                }
                """);
        assertEquals(new Run(0, ""), make());
        assertEquals("""
                // Made from src/main/templates/of/KindSum.java: change that.

                class LongSum {
                    // of eight
                    int x = 1; // LongLong
                }
                """, made("LongSum.java"));
        assertEquals("""
                // Made from src/main/templates/of/KindSum.java: change that.

                class IntSum {
                    // of four bytes
                    int x = (int) 1; // IntInt
                }
                """, made("IntSum.java"));
    }

    /**
     * Lines for columns that make no classes stand once for each of them, in a class of its own as in one of several.
     */
    @Test
    void membersAreRepeatedForColumnsThatMakeNoClasses() throws Exception {
        template("Sums.java", """
                //$ Kind | Long | Int
                //$ kind | long | int

                class Sums {
                    //$ Long Int
                    $kind$ sum$Kind$;
                    //$ Int
                    $kind$ last;
                    //$
                }
                """);
        template("KindBits.java", """
                //$ Kind | Long | Int
                //$
                //$ Step: | sign
                //$ and   | &=
                //$ or    | "= (int) $Kind$.0 "

                class $Kind$Bits {
                    //$ or, Long and, Int and or
                    $Kind$ $Step$() { x $sign$ y; }
                    //$ Int
                    int x;
                    //$
                }
                """);
        assertEquals(new Run(0, ""), make());
        assertEquals("""
                // Made from src/main/templates/of/Sums.java: change that.

                class Sums {
                    long sumLong;
                    int sumInt;
                    int last;
                }
                """, made("Sums.java"));
        assertEquals("""
                // Made from src/main/templates/of/KindBits.java: change that.

                class IntBits {
                    Int or() { x = (int) Int.0  y; }
                    Int and() { x &= y; }
                    Int or() { x = (int) Int.0  y; }
                    int x;
                }
                """, made("IntBits.java"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
            class $Kind$ { $kind$ x; $other$ y; } > Kind.java:6: the table has no $other$
            class $Kind$ { $kind x; } > Kind.java:6: the table has no $kind
            class $Kind$ {} > Kind.java:1: kind is not used
            class $Kind$ { $kind$ x; }~//$ Short~int y;~//$ > Kind.java:7: it has not all of these types: [Short]
            class $Kind$ { $kind$ x; }~//$ Long~int y; > Kind.java:8: it ends within lines for some types
            """)
    void aTemplateThatIsWrongIsRefused(String text, String expected) throws Exception {
        template("Kind.java", HEAD + text.replace('~', '\n') + "\n");
        Run run = make();
        assertNotEquals(0, run.code());
        assertEquals("src/main/templates/of/" + expected, run.output().strip());
    }

    @Test
    void aTableThatIsWrongIsRefused() throws Exception {
        template("A.java", "//$ Kind | Long | Int\n//$ kind | long\nclass $Kind$ { $kind$ x; }\n");
        assertEquals("src/main/templates/of/A.java:1: a row has another number of cells: [kind, long]",
                make().output().strip());
        template("A.java", "class A {}\n");
        assertEquals("src/main/templates/of/A.java:1: it begins with no table", make().output().strip());
        template("A.java", HEAD + "class A { $Kind$ $kind$; }\n");
        assertEquals("src/main/templates/of/A.java:6: the table has no $Kind$", make().output().strip());
        template("A.java", "//$ Kind | Long | Int\n//$\n//$ kind | Int\nclass A {}\n");
        assertEquals("src/main/templates/of/A.java:1: two columns are Int", make().output().strip());
        template("A.java", HEAD + "//$ Int\nclass A { $Kind$ $kind$; }\n//$\n");
        template("KindA.java", "//$ Kind | B\nclass $Kind$A {}\n");
        template("BA.java", "//$ other | B\n\n//$ B\nclass BA {}\n//$\n");
        assertTrue(make().output().contains("of/BA.java is another's already"));
    }

    /** A file that is as old as before is not compiled again; of a template that is gone nothing stays. */
    @Test
    void onlyWhatChangesIsWritten() throws Exception {
        template("KindOne.java", HEAD + "class $Kind$One { $kind$ x; }\n");
        template("KindTwo.java", HEAD + "class $Kind$Two { $kind$ x; }\n");
        assertEquals(new Run(0, ""), make());
        Path same = directory.resolve("made/of/LongTwo.java");
        FileTime old = FileTime.fromMillis(1_000_000_000_000L);
        Files.setLastModifiedTime(same, old);
        Files.delete(directory.resolve("src/main/templates/of/KindOne.java"));
        assertEquals(new Run(0, ""), make());
        assertEquals(old, Files.getLastModifiedTime(same));
        assertEquals(List.of("of/IntTwo.java", "of/LongTwo.java"),
                List.copyOf(texts(directory.resolve("made")).keySet()));
    }
}
