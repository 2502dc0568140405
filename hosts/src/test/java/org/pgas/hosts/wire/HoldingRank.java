package org.pgas.hosts.wire;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;

import org.pgas.spi.OneSidedMode;

/** A rank in a process of its own: says the key of memory that it holds, and takes part until it is killed. */
final class HoldingRank {
    static final String KEY = "key ";
    static final int BYTES = 1 << 20;

    private HoldingRank() {}

    /** Arguments: those of {@link RankProcess#settings}. */
    public static void main(String[] arguments) {
        try (Arena arena = Arena.ofShared();
                Wire wire = WireProvider.named(arguments[0]).open(RankProcess.settings(arguments),
                        OneSidedMode.ON)) {
            MemorySegment memory = arena.allocate(BYTES, 64);
            System.out.println(KEY + HexFormat.of()
                    .formatHex(wire.oneSided().orElseThrow().register(memory.address(), BYTES)));
            while (!Thread.currentThread().isInterrupted()) {
                if (wire.poll((_, _, _, _, _, _) -> true, 10) == 0 && wire.arm()) {
                    wire.sleep(Long.MAX_VALUE);
                }
            }
        }
    }
}
