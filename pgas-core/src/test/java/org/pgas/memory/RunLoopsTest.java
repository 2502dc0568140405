package org.pgas.memory;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the speed of the loops rests on. What they copy is tested where they are used. */
class RunLoopsTest {
    /** FreqInlineSize: HotSpot inlines no longer method into another, however hot. */
    private static final int MOST_INLINED_BYTES = 325;

    /** Deep in its callers a loop would not get its slices removed, and take ten times as long. */
    @ParameterizedTest
    @ValueSource(strings = {"rowPart", "listsPart", "transpose"})
    void theLoopsAreTooLongToBeInlined(String name) throws IOException {
        try (InputStream loops = RunKernels.class.getResourceAsStream("RunLoops.class")) {
            List<Integer> lengths = ClassFile.of().parse(loops.readAllBytes()).methods().stream()
                    .filter(method -> method.methodName().equalsString(name))
                    .map(method -> ((CodeAttribute) method.code().orElseThrow()).codeLength()).toList();
            assertTrue(lengths.size() == 1 && lengths.getFirst() > MOST_INLINED_BYTES, name + ": " + lengths);
        }
    }

    @Test
    void eachPairOfKindsAndEachLengthHasLoopsOfItsOwn() {
        MemorySegment mapped = SharedMemory.everything();
        MemorySegment own = Arena.ofAuto().allocate(64);
        MemorySegment bytes = MemorySegment.ofArray(new byte[8]);
        RunKernels put = RunKernels.of(own, mapped, 8);
        assertSame(put, RunKernels.of(Arena.ofAuto().allocate(8), mapped, 8));
        assertNotSame(put, RunKernels.of(mapped, own, 8));
        assertNotSame(put, RunKernels.of(bytes, mapped, 8));
        assertNotSame(put, RunKernels.of(own, mapped, 64));
        assertNotSame(RunKernels.of(bytes, mapped, 8),
                RunKernels.of(MemorySegment.ofArray(new long[1]), mapped, 8));
        assertSame(RunKernels.of(own, mapped, 100), RunKernels.of(own, mapped, 1 << 20));
        assertSame(RunKernels.of(own, mapped, 3), RunKernels.of(own, mapped, 63));
    }
}
