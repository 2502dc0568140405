package org.pgas.faults.soak;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** Memory that a rank loses in each round, so that a test can see whether the soak notices. */
final class Leak {
    /** Property of ranks: bytes of the heap that are lost in each round. */
    static final String HEAP = "soak.leak.heap";

    /** Property of ranks: bytes that are lost elsewhere. */
    static final String NATIVE = "soak.leak.native";

    private final int heapBytes = Integer.getInteger(HEAP, 0);
    private final int nativeBytes = Integer.getInteger(NATIVE, 0);
    private final List<byte[]> lost = new ArrayList<>();

    void round() {
        if (heapBytes > 0) {
            lost.add(new byte[heapBytes]);
        }
        if (nativeBytes > 0) {
            Arena.global().allocate(nativeBytes).fill((byte) 1);
        }
    }
}
