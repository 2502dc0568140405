package org.pgas.hosts.stream;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;
import org.pgas.memory.SharedMemory;

/** Rank 1 in a process of its own: says its address, answers each request with its number, and closes at -1. */
final class EchoRank {
    static final String ADDRESS = "address ";

    /** How many arguments {@link #settings} reads. */
    static final int LENGTH = 5;

    private boolean isOver;

    private EchoRank() {}

    /** Arguments: those of {@link #settings}, and the address of rank 0. */
    public static void main(String[] arguments) {
        WireSettings settings = settings(arguments);
        try (Wire wire = WireProvider.named(arguments[0]).open(settings)) {
            System.out.println(ADDRESS + HexFormat.of().formatHex(wire.address()));
            wire.connect(0, HexFormat.of().parseHex(arguments[LENGTH]));
            new EchoRank().serve(wire);
        }
    }

    /**
     * Of a rank in a process of its own, by that many arguments: the name of the wire, whether it is plain, the
     * directory, the rank, and the size of the job.
     */
    static WireSettings settings(String[] arguments) {
        byte[] job = new byte[WireSettings.JOB_BYTES];
        Arrays.fill(job, (byte) 7);
        return new WireSettings(Path.of(arguments[2]), job, Integer.parseInt(arguments[3]),
                Integer.parseInt(arguments[4]), true, "127.0.0.1", Boolean.parseBoolean(arguments[1]));
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
