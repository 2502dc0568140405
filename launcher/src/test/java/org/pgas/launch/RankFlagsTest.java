package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

/** Flags that name methods of the JDK, beside the JDK that the tests run on: a name that is not there says nothing. */
class RankFlagsTest {
    private static final String COMMAND = "-XX:CompileCommand=";
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";
    private static final String INLINED = COMMAND + "inline," + UNSAFE.replace('/', '.') + "::";

    private static List<String> commands() {
        return ArgumentFile.text(List.of()).lines().filter(line -> line.startsWith(COMMAND)).toList();
    }

    /** Classes of the JDK can be read wherever they are. */
    private static ClassModel unsafe() throws IOException {
        try (InputStream in = Object.class.getResourceAsStream("/" + UNSAFE + ".class")) {
            return ClassFile.of().parse(in.readAllBytes());
        }
    }

    /** What a copy calls of its own class, directly or not, but the copy itself, which is native, and errors. */
    private static Set<String> callsOfACopy() throws IOException {
        ClassModel unsafe = unsafe();
        Set<String> found = new TreeSet<>(Set.of("copyMemory"));
        Deque<String> open = new ArrayDeque<>(found);
        while (!open.isEmpty()) {
            String caller = open.pop();
            for (MethodModel method : unsafe.methods()) {
                if (method.methodName().equalsString(caller) && method.code().isPresent()) {
                    for (String called : calls(unsafe, method)) {
                        if (found.add(called)) {
                            open.push(called);
                        }
                    }
                }
            }
        }
        return found;
    }

    private static List<String> calls(ClassModel unsafe, MethodModel caller) {
        return caller.code().orElseThrow().elementStream().filter(InvokeInstruction.class::isInstance)
                .map(InvokeInstruction.class::cast).filter(call -> call.owner().asInternalName().equals(UNSAFE))
                .filter(call -> !call.typeSymbol().returnType().descriptorString()
                        .equals("Ljava/lang/RuntimeException;"))
                .map(call -> call.name().stringValue())
                .filter(name -> !name.equals("is32BitClean")) // of JVMs of 32 bits
                .filter(name -> unsafe.methods().stream().anyMatch(
                        method -> method.methodName().equalsString(name) && !method.flags().has(AccessFlag.NATIVE)))
                .toList();
    }

    @Test
    void everyCheckThatTheJdkMakesOfACopyIsPutIntoTheCopy() throws IOException {
        assertEquals(callsOfACopy(), commands().stream().filter(line -> line.startsWith(INLINED))
                .map(line -> line.substring(INLINED.length())).collect(Collectors.toCollection(TreeSet::new)));
    }

    /** Else every rank would print a line for each of the others. */
    @Test
    void theFirstCommandIsToSayNothing() {
        List<String> commands = commands();

        assertTrue(commands.size() > 1, commands::toString);
        assertEquals(COMMAND + "quiet", commands.getFirst());
    }
}
