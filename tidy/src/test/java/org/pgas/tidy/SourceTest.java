package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntBiFunction;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import com.tngtech.archunit.core.domain.JavaModifier;
import org.junit.jupiter.api.Test;

/** What sources look like, whatever they say. */
class SourceTest {
    /** Lines of code: neither comments nor empty lines. What javadoc says of a class is no reason to divide it. */
    private static final int MAX_FILE_LINES = 500;

    private static final int MAX_METHOD_LINES = 100;

    /** With the reason. */
    private static final Map<String, String> EXTENDED_BY_ONE = Map.of(
            "org.pgas.memory.AddKernels", "its loops are loaded again for each kind of memory, as other classes",
            "org.pgas.memory.FoldKernels", "likewise",
            "org.pgas.memory.RunKernels", "likewise",
            "org.pgas.memory.StrideKernels", "likewise",
            "org.pgas.mpi.inside.TypeInside", "what only the library's modules may call of a datatype",
            "org.pgas.vis.inside.ShapeInside", "what only the library's modules may call of a shape");

    /** In two halves, so that this file does not hold the words. */
    private static final Pattern LEFT_OVER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

    /** Numbers that another run would not draw again. In parts, so that this file does not hold the words. */
    private static final Pattern FRESH = Pattern.compile("ThreadLocal" + "Random|Secure" + "Random|Math\\.random"
            + "|new (Splittable)?Random\\(\\)|(?i:seed).*(nano" + "Time|current" + "TimeMillis)");

    /** The soak, in its profile; and jcstress, which samples what threads happen to do and has no seed. */
    private static final Set<String> MAY_BE_FRESH = Set.of(
            "faults/src/test/java/org/pgas/faults/soak/SoakIT.java",
            "stress/src/test/java/org/pgas/stress/Meeting.java");

    /** The modules of the library above the core. */
    private static final Set<String> ABOVE_THE_CORE = Set.of("atomics", "vis", "collectives", "heap", "bytes", "arrays",
            "dialects");

    /** The modules below them; in all of both, {@code org.pgas.refusal} alone makes errors. */
    private static final Set<String> CORE_AND_CONDUIT = Set.of("pgas-core", "pshm", "hosts", "wire-tcp",
            "wire-ucx");

    private static final Pattern ERROR_BY_HAND = Pattern
            .compile("\\bnew\\s+(org\\.pgas\\.)?PgasException\\b|\\bPgasException::new");

    /** Where errors are made by hand all the same, by the reason. */
    private static final Map<String, Set<String>> ERRORS_BY_HAND = Map.of(
            "makes them for all",
            Set.of("pgas-core/src/main/java/org/pgas/refusal/Refusals.java"),
            "a value that knows no rank, and that rooms name, so that it may name no room",
            Set.of("pgas-core/src/main/java/org/pgas/GlobalPointer.java",
                    "pgas-core/" + Library.MADE + "/org/pgas/Opcode.java",
                    "pgas-core/src/main/java/org/pgas/Settings.java"));

    private static final Pattern THREAD = Pattern
            .compile("\\bThread\\s*\\.ofPlatform\\(\\)[^;]*?\\.(start|unstarted|factory)\\(");

    /**
     * A program that has ended, or failed, ends its process: threads of the library and of its tools keep none. Pools
     * are closed where they are made.
     */
    private static final Map<String, String> MAY_BE_NO_DAEMON = Map.of(
            "testkit/src/main/java/org/pgas/testkit/RankMain.java", "the rank itself",
            "faults/src/main/java/org/pgas/faults/soak/SoakRank.java", "part of the program, which waits for it",
            "launcher/src/main/java/org/pgas/launch/ShutdownGuard.java", "a hook of the JVM's end",
            "pshm/src/main/java/org/pgas/pshm/Departure.java", "a hook of the JVM's end",
            "collectives/src/main/java/org/pgas/coll/Initiation.java", "never started",
            "pgas-core/src/main/java/org/pgas/far/FarLanding.java", "never started",
            "pgas-core/" + Library.MADE + "/org/pgas/memory/ScaledAdd.java", "never started");

    @Test
    void threadsAreDaemons() {
        Set<String> others = new TreeSet<>();
        for (Path file : Library.mainSources()) {
            if (THREAD.matcher(Library.read(file)).results().anyMatch(each -> !each.group().contains(".daemon()"))) {
                others.add(Library.name(file));
            }
        }
        assertEquals(MAY_BE_NO_DAEMON.keySet(), others);
    }

    @Test
    void theSourcesAreSeen() {
        List<String> names = Library.mainSources().stream().map(Library::name).toList();
        assertTrue(names.contains("pgas-core/src/main/java/org/pgas/Job.java"), names::toString);
        assertTrue(names.contains("pshm/src/main/java/org/pgas/pshm/Posix.java"), names::toString);
        assertTrue(names.contains("atomics/" + Library.MADE + "/org/pgas/atomics/LongAtomicDomain.java"),
                names::toString);
    }

    @Test
    void everyPackageSaysWhatItIs() {
        Set<String> without = new TreeSet<>();
        for (Path file : Library.mainSources()) {
            if (!file.endsWith("module-info.java")
                    && !Files.exists(Library.asWritten(file).resolveSibling("package-info.java"))) {
                without.add(Library.name(file.getParent()));
            }
        }
        assertEquals(Set.of(), without);
    }

    @Test
    void linesOfCodeAreNeitherCommentsNorEmpty() {
        assertEquals(5, CodeLines.count("""
                /** A comment
                 * of two lines. */
                class One { // with another

                    String text = "/* no comment";
                    /* a third */ int number;
                    // a fourth
                    char quote = '"'; // "
                }
                """));
    }

    @Test
    void noFileIsLong() {
        List<String> tooLong = new ArrayList<>();
        for (Path file : Library.mainSources()) {
            long lines = CodeLines.count(Library.read(file));
            if (lines > MAX_FILE_LINES) {
                tooLong.add(Library.name(file) + " has " + lines + " lines of code");
            }
        }
        assertEquals(List.of(), tooLong);
    }

    @Test
    void noMethodIsLong() {
        List<String> tooLong = new ArrayList<>();
        int seen = scan((unit, positions) -> new MethodLengths(unit, positions, tooLong).count());
        assertTrue(seen > 300, () -> "only " + seen + " methods were seen");
        assertEquals(List.of(), tooLong);
    }

    /**
     * A class is divided into others that it has, and not into ones that it is: a ladder of them is one class in
     * several files.
     */
    @Test
    void noClassIsOneOfALadder() {
        List<String> rungs = new ArrayList<>();
        int seen = scan((unit, _) -> new Ladders(rungs).count(unit));
        assertTrue(seen > 1000, () -> "only " + seen + " types were seen");
        assertEquals(List.of(), rungs);
    }

    /** Abstract, and extended by one class: two files for one thing, whether or not it is sealed. */
    @Test
    void noAbstractClassIsExtendedByOneAlone() {
        Set<String> rungs = new TreeSet<>();
        Library.CLASSES.stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.ABSTRACT) && !type.isInterface()
                        && !type.isEnum() && type.getSubclasses().size() == 1)
                .forEach(type -> rungs.add(type.getName()));
        assertEquals(new TreeSet<>(EXTENDED_BY_ONE.keySet()), rungs);
    }

    /** The answers of {@code scanner} for all main sources, added up. */
    static int scan(ToIntBiFunction<CompilationUnitTree, SourcePositions> scanner) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null,
                    files.getJavaFileObjectsFromPaths(Library.mainSources()));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            int sum = 0;
            for (CompilationUnitTree unit : task.parse()) {
                sum += scanner.applyAsInt(unit, positions);
            }
            return sum;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Finds classes that are abstract, and sealed for one type. */
    private static final class Ladders extends TreeScanner<Void, Void> {
        private final List<String> found;
        private int types;

        Ladders(List<String> found) {
            this.found = found;
        }

        int count(CompilationUnitTree unit) {
            scan(unit, null);
            return types;
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            types++;
            if (type.getModifiers().getFlags().containsAll(Set.of(Modifier.ABSTRACT, Modifier.SEALED))
                    && type.getPermitsClause().size() == 1) {
                found.add(type.getSimpleName().toString());
            }
            return super.visitClass(type, nothing);
        }
    }

    private static final class MethodLengths extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<String> tooLong;
        private int methods;

        MethodLengths(CompilationUnitTree unit, SourcePositions positions, List<String> tooLong) {
            this.unit = unit;
            this.positions = positions;
            this.tooLong = tooLong;
        }

        int count() {
            scan(unit, null);
            return methods;
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            methods++;
            LineMap lines = unit.getLineMap();
            long first = lines.getLineNumber(positions.getStartPosition(unit, method));
            long length = lines.getLineNumber(positions.getEndPosition(unit, method)) - first + 1;
            if (length > MAX_METHOD_LINES) {
                tooLong.add(unit.getSourceFile().getName() + ":" + first + ": " + method.getName() + " has " + length
                        + " lines");
            }
            return super.visitMethod(method, nothing);
        }
    }

    /** One helper gives all errors of the library their form: no one else makes them, of arguments or of anything. */
    @Test
    void refusalsAreMadeInOnePlace() {
        Set<String> byHand = new TreeSet<>();
        int seen = 0;
        for (Path file : Library.mainSources()) {
            String name = Library.name(file);
            if (isOfModules(name, ABOVE_THE_CORE) || isOfModules(name, CORE_AND_CONDUIT)) {
                String source = Library.read(file);
                seen += source.contains("Refusals") || source.contains("refusals()") ? 1 : 0;
                if (ERROR_BY_HAND.matcher(source).find()) {
                    byHand.add(name);
                }
            }
        }
        int using = seen;
        assertTrue(using > 120, () -> "only " + using + " sources that refuse were seen");
        Set<String> listed = new TreeSet<>();
        ERRORS_BY_HAND.values().forEach(listed::addAll);
        assertEquals(listed, byHand);
    }

    private static boolean isOfModules(String name, Set<String> modules) {
        return modules.stream().anyMatch(module -> name.startsWith(module + "/"));
    }

    @Test
    void nothingIsLeftForLater() {
        List<String> found = new ArrayList<>();
        List<Path> sources = new ArrayList<>(Library.mainSources());
        sources.addAll(Library.testSources());
        for (Path file : sources) {
            Library.read(file).lines().filter(line -> LEFT_OVER.matcher(line).find())
                    .forEach(line -> found.add(Library.name(file) + ": " + line.strip()));
        }
        assertEquals(List.of(), found);
    }

    /**
     * A build that fails has to fail again. Fresh seeds are drawn by {@code faults/faults.sh}, {@code -Psoak} and
     * {@code stress/run.sh}.
     */
    @Test
    void noTestOfTheBuildDrawsItsSeed() {
        Set<String> drawing = new TreeSet<>();
        for (Path file : Library.testSources()) {
            if (FRESH.matcher(Library.read(file)).find()) {
                drawing.add(Library.name(file));
            }
        }
        assertEquals(new TreeSet<>(MAY_BE_FRESH), drawing);
    }
}
