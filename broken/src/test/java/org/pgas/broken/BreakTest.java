package org.pgas.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.pgas.broken.change.Cut;
import org.pgas.broken.trial.TestClass;

/** The list is one of the library of today. */
class BreakTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Tree TREE = new Tree(ROOT);
    private static final int LEAST = 150;

    /** All that are published and have something to lose. */
    private static final Set<String> MODULES = Set.of("pgas-core", "pshm", "hosts", "wire-tcp", "wire-ucx", "atomics",
            "vis", "heap", "collectives", "bytes", "arrays", "dialects/mpi-rma", "dialects/armci", "dialects/ga",
            "dialects/mppa", "dialects/upc");

    private static final List<String> OPERATORS = List.of("drop", "invert", "jump", "fall", "constant", "weaken",
            "operand", "unset", "return");

    private static final String GOOD = """
            # a comment
            a-good-one
                pshm org.pgas.pshm.Lane#hasRoom
                | return true;
                invert, nth 2
                seen by pshm:pshm.LaneTest
                    conformance@neighbourhoods:conformance.MessageTest
                survives: it cannot
                    matter
            """;

    /** The class is read, the break made; the bytes are others, and a JVM would take them. */
    @Test
    void everyBreakCanBeMadeOnTheCodeOfToday() {
        List<String> problems = new ArrayList<>();
        for (Break each : Breaks.all()) {
            try {
                problem(each).forEach(problem -> problems.add(each.name() + ": " + problem));
            } catch (IOException | RuntimeException e) {
                problems.add(e.toString());
            }
        }
        assertEquals("", String.join("\n", problems));
    }

    private static List<String> problem(Break each) throws IOException {
        List<String> found = new ArrayList<>();
        byte[] whole = TREE.bytes(each.spot().module(), each.spot().className());
        Cut cut = TREE.cut(each);
        ClassLoader loader = BreakTest.class.getClassLoader();
        byte[] broken = cut.into(whole, loader);
        if (Arrays.equals(whole, broken)) {
            found.add("nothing is changed");
        }
        ClassFile files = Cut.files(loader);
        files.verify(broken).forEach(error -> found.add("no JVM takes it: " + error.getMessage()));
        if (each.operator().startsWith("weaken ")) {
            String to = each.operator().split(" ")[2];
            if (Calls.missing(broken, to, loader)) {
                found.add("there is no method " + to + " with these types");
            }
        }
        return found;
    }

    @Test
    void everyTestThatABreakNamesExists() {
        Set<String> missing = new TreeSet<>();
        for (Break each : Breaks.all()) {
            for (TestClass test : each.tests()) {
                String file = test.module() + "/src/test/java/" + test.name().replace('.', '/') + ".java";
                if (!Files.exists(ROOT.resolve(file))) {
                    missing.add(each.name() + ": " + file);
                }
            }
        }
        assertEquals(Set.of(), missing);
    }

    @Test
    void everyModuleAndEveryOperatorHasABreak() {
        List<Break> all = Breaks.all();
        assertTrue(all.size() >= LEAST, () -> "the list has " + all.size() + " breaks");
        assertEquals(new TreeSet<>(MODULES),
                all.stream().map(each -> each.spot().module()).collect(Collectors.toCollection(TreeSet::new)));
        assertEquals(new TreeSet<>(OPERATORS), all.stream().map(each -> each.operator().split(" ")[0])
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void aBreakIsRead() {
        Break read = Breaks.read(GOOD).getFirst();
        assertEquals("a-good-one", read.name());
        assertEquals(new Break.Spot("pshm", "org.pgas.pshm.Lane", "hasRoom", "return true;"), read.spot());
        assertEquals("the condition is inverted (number 2 there)", read.words());
        assertEquals("[pshm:pshm.LaneTest, conformance@neighbourhoods:conformance.MessageTest]",
                read.tests().toString());
        assertEquals("it cannot matter", read.reason());
    }

    @Test
    void aListThatIsNoneIsRefusedWithWords() {
        assertRefused("break a-good-one: there are two of this name", GOOD + "\n" + GOOD);
        assertRefused("it is the same as a-good-one", GOOD + "\n" + GOOD.replace("a-good-one", "another-one"));
        assertRefused("a name is small letters and digits", GOOD.replace("a-good-one", "Good"));
        assertRefused("it is MODULE CLASS#METHOD", GOOD.replace("Lane#", "Lane."));
        assertRefused("it begins with \"| \"", GOOD.replace("| ", ""));
        assertRefused("\"invrt\" is no operator", GOOD.replace("invert", "invrt"));
        assertRefused("ladd and lcmp have operands", GOOD.replace("invert", "operand ladd lcmp"));
        assertRefused("ladd and isub have operands", GOOD.replace("invert", "operand ladd isub"));
        assertRefused("\"lad\" is no opcode", GOOD.replace("invert", "operand lad lsub"));
        assertRefused("behind the operator stands", GOOD.replace("seen by", "seen"));
        assertRefused("is no test", GOOD.replace("pshm:pshm.LaneTest", "LaneTest"));
        assertRefused("has 1 lines", "a-name\n");
    }

    @Test
    void aBreakOfALineThatIsNotThereIsRefused() {
        Break.Spot spot = new Break.Spot("broken", "org.pgas.broken.Result", "row", "return nothing;");
        Break missing = new Break("a-b", spot, "invert", 1, false, List.of(), "");
        String message = assertThrows(IllegalArgumentException.class, () -> TREE.cut(missing)).getMessage();
        assertTrue(message.contains("the source has no line \"return nothing;\""), message);
        Break.Spot call = new Break.Spot("broken", "org.pgas.broken.Result", "row",
                "return String.join(\"\\t\", List.of(name, isSeen ? SEEN : SURVIVED, Long.toString(seconds), date,");
        assertFalse(call.line().isEmpty());
        String none = assertThrows(IllegalArgumentException.class,
                () -> TREE.cut(new Break("a-b", call, "drop nothing", 1, false, List.of(), ""))).getMessage();
        assertTrue(none.contains("fits 0 instructions"), none);
        String many = assertThrows(IllegalArgumentException.class,
                () -> TREE.cut(new Break("a-b", call, "invert", 2, false, List.of(), ""))).getMessage();
        assertTrue(many.contains("number 2 is asked for"), many);
    }

    private static void assertRefused(String words, String list) {
        String message = assertThrows(IllegalArgumentException.class, () -> Breaks.read(list)).getMessage();
        assertTrue(message.contains(words), message);
    }
}
