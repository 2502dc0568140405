package org.pgas.hosts.stream;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;

import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.RankProcess;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireProvider;

/** A rank in a process of its own: says that it connects to ranks 0 and 1, and sends to both until it is killed. */
final class FloodingRank {
    static final String CONNECTING = "connecting";

    private FloodingRank() {}

    /** Arguments: those of {@link RankProcess#settings}, and the addresses of ranks 0 and 1. */
    public static void main(String[] arguments) {
        try (Wire wire = WireProvider.named(arguments[0]).open(RankProcess.settings(arguments))) {
            System.out.println(CONNECTING);
            for (int peer = 0; peer < 2; peer++) {
                wire.connect(peer, HexFormat.of().parseHex(arguments[RankProcess.LENGTH + peer]));
            }
            MemorySegment data = MemorySegment.ofArray(new byte[wire.maxData()]);
            for (int i = 0; wire.lost(0) == null && wire.lost(1) == null; i++) {
                wire.send(i & 1, Channel.values()[i >> 1 & 1], new long[1], 1, data, 0, (int) data.byteSize());
                wire.poll((_, _, _, _, _, _) -> true, 1);
            }
        }
    }
}
