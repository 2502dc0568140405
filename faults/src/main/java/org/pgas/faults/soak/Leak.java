package org.pgas.faults.soak;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** Memory that a rank loses in each round, so that a test can see whether the soak notices. */
final class Leak {
    /** Property of ranks: what is lost. */
    static final String KIND = "soak.leak";

    /** Property of ranks: bytes in each round. */
    static final String BYTES = "soak.leak.bytes";

    private final String kind = System.getProperty(KIND, "");
    private final int bytes = Integer.getInteger(BYTES, 0);
    private final List<byte[]> lost = new ArrayList<>();

    void round() {
        switch (kind) {
            case "" -> {
            }
            case "native" -> Arena.global().allocate(bytes).fill((byte) 1);
            case "heap" -> lost.add(new byte[bytes]);
            default -> throw new IllegalArgumentException(KIND + " is " + kind + ", which is neither native nor heap");
        }
    }
}
