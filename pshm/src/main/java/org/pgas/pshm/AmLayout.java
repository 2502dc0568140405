package org.pgas.pshm;

import java.util.ArrayList;
import java.util.List;

/**
 * The file of messages: one header, every rank's handlers, and the rings; and the file of slabs, which has a slab for
 * each ring, in the same order, and nothing else.
 *
 * <p>Header, written by rank 0 before it has joined, magic last:
 *
 * <pre>
 *     0     8  magic
 *     8     4  version
 *    12     4  size
 *    16     4  pair
 *    20     4  slabBytes
 *   128        (end)
 * </pre>
 *
 * <p>Handlers: 256 ints a rank, what those of its primordial endpoint take. Then the lanes: a ring of a quarter of
 * {@code slabBytes} with Agrona's trailer, and a line for senders that wait for room. First those of requests, then
 * those of replies; by receiver; where pairs have rings of their own, then by sender, without the receiver itself. A
 * job of one rank has none, and no slabs. After the ring, a lane has:
 *
 * <pre>
 *     0   128  (agrona)
 *   128     8  tail
 *   256     8  headCache
 *   384     8  head
 *   512   256  (agrona)
 *   768     4  roomWanted
 *   896        (end)
 * </pre>
 *
 * <p>The payload of the record at a place of the ring lies at that place times 4 in its slab, and has the room of the
 * record times 4; so claims and positions of the ring are those of the slab ({@link Lane#SLAB_FACTOR}).
 *
 * <pre>
 * field          writer                  readers            order
 * magic          rank 0                  the opener         release last / acquire first, and rank 0's state
 * version, size, pair, slabBytes  rank 0  the opener        plain, published by magic
 * handlers       the rank                all                release / acquire
 * tail           senders                 senders, receiver  CAS / acquire; plain by the claimer
 * headCache      senders                 senders            release / acquire
 * head           the receiver            senders, receiver  release / acquire; plain by the receiver
 * roomWanted     senders                 the receiver       getAndAdd / opaque after head (see Doorbells)
 * record length  sender, then receiver   receiver, sender   release: negative, then positive, then 0 / acquire
 * record rest    sender, then receiver   receiver           plain, published by a positive length; cleared before head
 * slab           senders                 the receiver       plain: the record's bytes times 4, at its place times 4
 * </pre>
 *
 * <p>A record's type is written right after its claim and names the rank that claimed it. The receiver's watcher reads
 * it, without order, to say which rank has not completed its claim.
 */
final class AmLayout {
    /** "PGASMSGS" in ASCII, read as a little-endian number; the other byte order shows as its reverse. */
    static final long MAGIC = 0x5347534D_53414750L;

    static final int MAJOR = 3;
    static final int MINOR = 0;
    static final int VERSION = MAJOR << 16 | MINOR;

    static final int HANDLERS = 256;

    static final Layout HEADER = new Layout();
    static final int MAGIC_OFFSET = HEADER.int64("magic");
    static final int VERSION_OFFSET = HEADER.int32("version");
    static final int SIZE = HEADER.int32("size");
    static final int PAIR = HEADER.int32("pair");
    static final int SLAB_BYTES = HEADER.int32("slabBytes");
    static final int HEADER_LENGTH = HEADER.alignTo(ControlLayout.LINE).length();

    /** Behind the ring. A test compares these with Agrona's own constants, which load its classes when read. */
    static final Layout LANE_END = new Layout();
    static final int TAIL = LANE_END.skip("(agrona)", ControlLayout.LINE).int64("tail");
    static final int HEAD_CACHE = LANE_END.alignTo(ControlLayout.LINE).int64("headCache");
    static final int HEAD = LANE_END.alignTo(ControlLayout.LINE).int64("head");
    static final int TRAILER_LENGTH = LANE_END.alignTo(ControlLayout.LINE).skip("(agrona)", 2 * ControlLayout.LINE)
            .length();
    static final int ROOM_WANTED = LANE_END.int32("roomWanted");
    static final int LANE_END_LENGTH = LANE_END.alignTo(ControlLayout.LINE).length();

    /** Two networks that do not share room. */
    enum Network {
        REQUEST,
        REPLY;

        String word() {
            return this == REQUEST ? "request" : "reply";
        }
    }

    private AmLayout() {}

    static long handlerOffset(int rank, int index) {
        return HEADER_LENGTH + ((long) rank * HANDLERS + index) * Integer.BYTES;
    }

    static long laneOffset(AmConfig config, Network network, int receiver, int sender) {
        return handlerOffset(config.size(), 0) + lane(config, network, receiver, sender) * laneLength(config);
    }

    /** In the file of slabs. */
    static long slabOffset(AmConfig config, Network network, int receiver, int sender) {
        return lane(config, network, receiver, sender) * config.slabBytes();
    }

    private static long lane(AmConfig config, Network network, int receiver, int sender) {
        long perNetwork = lanes(config) / 2;
        return network.ordinal() * perNetwork + (config.pair()
                ? (long) receiver * (config.size() - 1) + (sender < receiver ? sender : sender - 1)
                : receiver);
    }

    private static long laneLength(AmConfig config) {
        return (long) config.ringBytes() + LANE_END_LENGTH;
    }

    private static long lanes(AmConfig config) {
        if (config.size() == 1) {
            return 0;
        }
        return 2L * config.size() * (config.pair() ? config.size() - 1 : 1);
    }

    /** A part of the file. */
    record Part(long offset, long bytes) {}

    /**
     * What ranks of a neighbourhood use of their file: header, handlers, and the rings of each as a receiver, whichever
     * rank sends. The rings of ranks elsewhere stay empty.
     *
     * @param neighbours ascending
     */
    static List<Part> used(AmConfig config, int[] neighbours) {
        List<Part> parts = new ArrayList<>();
        parts.add(new Part(0, handlerOffset(config.size(), 0)));
        long bytes = lanesOfReceiver(config) * laneLength(config);
        for (Network network : Network.values()) {
            for (int receiver : bytes == 0 ? new int[0] : neighbours) {
                parts.add(new Part(laneOffset(config, network, receiver, receiver == 0 ? 1 : 0), bytes));
            }
        }
        return parts;
    }

    /** The same of their file of slabs. */
    static List<Part> usedSlabs(AmConfig config, int[] neighbours) {
        List<Part> parts = new ArrayList<>();
        long bytes = lanesOfReceiver(config) * config.slabBytes();
        for (Network network : Network.values()) {
            for (int receiver : bytes == 0 ? new int[0] : neighbours) {
                parts.add(new Part(slabOffset(config, network, receiver, receiver == 0 ? 1 : 0), bytes));
            }
        }
        return parts;
    }

    /** In one network. */
    private static long lanesOfReceiver(AmConfig config) {
        return lanes(config) / 2 / config.size();
    }

    static long fileLength(AmConfig config) {
        return handlerOffset(config.size(), 0) + lanes(config) * laneLength(config);
    }

    /** 0 in a job of one rank, which has no such file. */
    static long slabsLength(AmConfig config) {
        return lanes(config) * config.slabBytes();
    }
}
