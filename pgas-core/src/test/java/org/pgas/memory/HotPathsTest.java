package org.pgas.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;
import org.pgas.Event;
import org.pgas.Rma;
import org.pgas.rank.LocalMemory;
import org.pgas.transfer.TransferRoutes;

/**
 * What makes copies as fast in a program that does everything as in one that does nothing else, by the class files. How
 * fast they are is measured in {@code jmh}; here is what HotSpot looks at.
 */
class HotPathsTest {
    /** HotSpot's {@code FreqInlineSize}: a longer method is inlined nowhere. */
    private static final int MOST_INLINED = 325;

    /**
     * Its {@code MaxInlineSize}: a longer method is not inlined where less than a quarter of the calls of its caller
     * come by.
     */
    private static final int MOST_INLINED_WHERE_SELDOM = 35;

    private static ClassModel model(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            return ClassFile.of().parse(in.readAllBytes());
        }
    }

    private static List<MethodModel> methods(Class<?> type, String name) throws IOException {
        List<MethodModel> found = model(type).methods().stream().filter(m -> m.methodName().equalsString(name))
                .toList();
        assertTrue(!found.isEmpty(), type.getSimpleName() + "." + name);
        return found;
    }

    private static int length(MethodModel method) {
        return method.findAttribute(java.lang.classfile.Attributes.code()).map(CodeAttribute::codeLength).orElse(0);
    }

    /** Of the library's own. */
    private static Set<String> callsOfOurs(MethodModel method) {
        Set<String> calls = new TreeSet<>();
        method.code().orElseThrow().forEach(element -> {
            if (element instanceof InvokeInstruction call && call.owner().asInternalName().startsWith("org/pgas")) {
                calls.add(call.owner().asInternalName().replaceAll(".*/", "") + "." + call.name().stringValue());
            }
        });
        return calls;
    }

    /** Else it would make its callers too long to be inlined themselves. */
    @Test
    void theCopyOfHeapMemoryIsNeverInlined() throws IOException {
        MethodModel copy = methods(HeapCopies.class, "copy").getFirst();

        assertTrue(length(copy) > MOST_INLINED, length(copy) + " bytes");
    }

    /** What a program seldom reaches is not inlined, be it ever so short; but what the JDK inlines by annotation is. */
    @Test
    void copiesCallNothingThatMayNotBeInlined() throws IOException {
        assertEquals(Set.of("SharedMemory.copyLarge"),
                callsOfOurs(methods(HeapCopies.class, "copy").getFirst()));
        for (String name : List.of("copyIn", "copyOut")) {
            assertEquals(Set.of("HeapCopies.copy"), callsOfOurs(methods(SharedMemory.class, name).getFirst()), name);
        }
        assertEquals(Set.of("SharedMemory.copyIn", "SharedMemory.copyLarge"),
                callsOfOurs(methods(SharedMemory.class, "copyInForPeer").getFirst()));
        assertEquals(Set.of("SharedMemory.copyOut", "SharedMemory.copyLarge"),
                callsOfOurs(methods(SharedMemory.class, "copyOutOfPeer").getFirst()));
        for (MethodModel method : model(ArrayCopies.class).methods()) {
            if (!method.methodName().stringValue().startsWith("<")) {
                assertEquals(Set.of(), callsOfOurs(method), method.methodName().stringValue());
            }
        }
    }

    /** Else small transfers would be long code in a program that has large ones as well. */
    @Test
    void largeTransfersAreNotInlinedWhereTheyAreSeldom() throws IOException {
        for (String name : List.of("putMapped", "getMapped")) {
            MethodModel large = methods(TransferRoutes.class, name).getFirst();

            assertTrue(length(large) > MOST_INLINED_WHERE_SELDOM, name + ": " + length(large) + " bytes");
        }
    }

    /** Most operations are done when they return their event: then which kinds there are costs nothing. */
    @Test
    void awaitOfWhatIsDoneAsksNoKindOfEvent() throws IOException {
        assertEquals(Set.of("Event.awaitKind"), callsOfOurs(methods(Event.class, "await").getFirst()));
    }

    /** A small put with an event is then the code of a put. */
    @Test
    void smallTransfersWithAnEventAskForNothingElse() throws IOException {
        assertEquals(Set.of("Rma.putCopied", "Rma.startPut"), callsOfOurs(methods(Rma.class, "putNb").getFirst()));
        assertEquals(Set.of("Rma.getCopied", "Rma.getNb"), callsOfOurs(methods(Rma.class, "getNb").getFirst()));
    }

    @Test
    void whatLiesOnTheWayToACopyIsShortEnoughToBeInlined() throws IOException {
        for (String name : List.of("put", "get", "putNb", "getNb", "putNbi", "getNbi", "putCopied", "getCopied",
                "mappedFor")) {
            methods(Rma.class, name).forEach(method -> assertTrue(length(method) <= MOST_INLINED / 3, name));
        }
        List<MethodModel> others = List.of(methods(AddressMap.class, "mapped").getFirst(),
                methods(MappedRange.class, "at").getFirst(), methods(SharedMemory.class, "byteSize").getFirst(),
                methods(SharedMemory.class, "writableBytes").getFirst(), methods(LocalMemory.class, "holds").getFirst(),
                methods(LocalMemory.class, "takes").getFirst());
        others.forEach(method -> assertTrue(length(method) <= MOST_INLINED / 3, method.methodName().stringValue()));
    }
}
