package org.pgas.examples.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;

/**
 * Blocks of Java that are one program: a block, and those that continue it. Its source has every line at the number
 * that it has in the document, so that what the compiler and stack traces say leads there; the frame is in the lines of
 * fences and comments.
 */
final class Program {
    private static final String JOIN = "Job.join()";

    private enum Form {
        /** Of a method's body. */
        STATEMENTS,
        /** Of a class. */
        MEMBERS,
        /** A whole file. */
        UNIT
    }

    private final List<Block> blocks = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();
    private final Treatment treatment;
    private Form form;
    private String type;

    Program(Block first) {
        treatment = first.treatment();
        blocks.add(first);
    }

    void add(Block next) {
        blocks.add(next);
    }

    /** Lines that a document shows as its output. */
    void expect(List<String> lines) {
        expected.addAll(lines);
    }

    List<String> expected() {
        return expected;
    }

    /** The options of its first block. */
    Treatment treatment() {
        return treatment;
    }

    String place() {
        return blocks.getFirst().place();
    }

    /** Whether this line of the document is one of the program's, or of its frame. */
    boolean has(long line) {
        return blocks.stream().anyMatch(block -> block.has(line));
    }

    boolean showsOutput() {
        return blocks.stream().anyMatch(block -> block.treatment().output());
    }

    /** The class to run: one of tests, or, where ranks are JVMs, one with {@code main}. Known when the source is. */
    String mainClass() {
        boolean itself = form == Form.UNIT && (treatment.jvms() || isTest());
        return itself ? type : frame();
    }

    private String frame() {
        return "Block" + blocks.getFirst().fence();
    }

    private String code() {
        return blocks.stream().flatMap(block -> block.lines().stream()).collect(Collectors.joining("\n"));
    }

    private boolean isTest() {
        return code().contains("@RankTest");
    }

    /** @param packages those whose types a program may name without importing them */
    String source(List<String> packages) {
        String[] lines = new String[lastLine() + 1];
        Arrays.fill(lines, "");
        for (Block block : blocks) {
            put(lines, block.before().first(), block.before().lines());
            put(lines, block.fence() + 1, block.lines());
            put(lines, block.after().first(), block.after().lines());
        }
        form = form();
        boolean imports = form == Form.UNIT && code().lines().anyMatch(Program::isImport);
        StringBuilder header = new StringBuilder(imports ? "" : imports(packages));
        if (form != Form.UNIT) {
            for (int i = 0; i < lines.length; i++) {
                if (isImport(lines[i])) {
                    header.append(lines[i]);
                    lines[i] = "";
                }
            }
            header.append(opening());
        }
        Block first = blocks.getFirst();
        int begin = Math.min(first.fence(), first.before().lines().isEmpty() ? first.fence()
                : first.before().first() - 1);
        lines[begin - 1] = header.toString();
        lines[lines.length - 1] += closing();
        String text = String.join("\n", lines);
        return treatment.jvms() ? text : text.replace(JOIN, Place.class.getName() + ".join()");
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }

    private int lastLine() {
        Block last = blocks.getLast();
        int code = last.fence() + last.lines().size() + 1;
        return Math.max(code, last.after().first() + last.after().lines().size());
    }

    private static void put(String[] into, int first, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            into[first - 1 + i] = lines.get(i);
        }
    }

    private String imports(List<String> packages) {
        return "import module java.base; import static org.junit.jupiter.api.Assertions.*; "
                + packages.stream().map(each -> "import " + each + ".*; ").collect(Collectors.joining())
                + treatment.imports().stream().map(each -> "import " + each + "; ").collect(Collectors.joining());
    }

    private boolean joins() {
        return code().contains(JOIN);
    }

    private String opening() {
        String open = "final class " + frame() + " { ";
        if (form == Form.MEMBERS) {
            return open;
        }
        if (!treatment.jvms()) {
            return open + test(joins() ? "job$" : "job");
        }
        return open + "public static void main(String[] args) throws Throwable { "
                + (joins() ? "{ "
                        : "try (Job job = Job.join()) { job.attach(org.pgas.Settings.parseBytes(\""
                                + treatment.segment() + "\", \"segment\")); ");
    }

    private String closing() {
        return switch (form) {
            case STATEMENTS -> treatment.jvms() ? " } } }" : " } }";
            case MEMBERS -> (callsMain() ? test("job$") + "main(new String[0]); }" : "") + " }";
            case UNIT -> callsMain()
                    ? " final class " + frame() + " { " + test("job$") + type + ".main(new String[0]); } }"
                    : "";
        };
    }

    private boolean callsMain() {
        return treatment.way() == Treatment.Way.RUN && !treatment.jvms() && !isTest();
    }

    /** The beginning of a test that every rank runs. */
    private String test(String job) {
        boolean attached = job.equals("job");
        return "@org.pgas.testkit.RankTest(ranks = " + treatment.ranks()
                + ", modes = org.pgas.testkit.Mode.THREADS"
                + ", segment = \"" + (attached ? treatment.segment() : "0") + "\", settings = {"
                + treatment.settings().stream().map(each -> '"' + each + '"').collect(Collectors.joining(", "))
                + "}) void run(org.pgas.Job " + job + ") throws Throwable { " + Place.class.getName() + ".enter(" + job
                + "); ";
    }

    /** By what the parser makes of it: it puts members that stand alone into a class that it names after the file. */
    private Form form() {
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, problems, null, null,
                List.of(new Source("Alone.java", code())));
        List<? extends Tree> types;
        CompilationUnitTree unit;
        try {
            unit = task.parse().iterator().next();
            types = unit.getTypeDecls();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!problems.getDiagnostics().isEmpty() || types.isEmpty()) {
            return Form.STATEMENTS;
        }
        ClassTree first = (ClassTree) types.getFirst();
        if (!first.getSimpleName().contentEquals("Alone")) {
            type = (unit.getPackageName() == null ? "" : unit.getPackageName() + ".") + first.getSimpleName();
            return Form.UNIT;
        }
        return first.getMembers().stream().anyMatch(MethodTree.class::isInstance) ? Form.MEMBERS : Form.STATEMENTS;
    }
}
