package org.pgas.hosts.stream;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;

import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.RankProcess;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;
import org.pgas.memory.SharedMemory;

/** Rank 1 in a process of its own: says its address, answers each request with its number, and closes at -1. */
final class EchoRank {
    static final String ADDRESS = "address ";

    private boolean isOver;

    private EchoRank() {}

    /** Arguments: those of {@link RankProcess#settings}, and the address of rank 0. */
    public static void main(String[] arguments) {
        WireSettings settings = RankProcess.settings(arguments);
        try (Wire wire = WireProvider.named(arguments[0]).open(settings)) {
            System.out.println(ADDRESS + HexFormat.of().formatHex(wire.address()));
            wire.connect(0, HexFormat.of().parseHex(arguments[RankProcess.LENGTH]));
            new EchoRank().serve(wire);
        }
    }

    private void serve(Wire wire) {
        long[] answer = new long[1];
        while (!isOver && wire.lost(0) == null) {
            int handed = wire.poll((source, channel, head, longs, data, bytes) -> {
                answer[0] = SharedMemory.getLong(head);
                isOver |= answer[0] < 0;
                return isOver || wire.send(0, Channel.REPLIES, answer, 1, MemorySegment.NULL, 0, 0);
            }, 10);
            if (handed == 0 && wire.arm()) {
                wire.sleep(Long.MAX_VALUE);
            }
        }
    }
}
