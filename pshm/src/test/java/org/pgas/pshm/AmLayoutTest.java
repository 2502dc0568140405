package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import org.agrona.concurrent.ringbuffer.RecordDescriptor;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.junit.jupiter.api.Test;

class AmLayoutTest {
    private static List<String> drawing(int index) throws IOException {
        String source = Files.readString(Path.of("src/main/java/org/pgas/pshm/AmLayout.java"));
        String inside = source.split("<pre>")[index + 1].split("</pre>")[0];
        return inside.lines().map(line -> line.replaceFirst("^ \\* ?", "")).filter(line -> !line.isBlank()).toList();
    }

    @Test
    void theTablesInTheCommentAreTheLayout() throws IOException {
        assertEquals(AmLayout.HEADER.toTable().lines().toList(), drawing(0));
        assertEquals(AmLayout.LANE_END.toTable().lines().toList(), drawing(1));
    }

    @Test
    void everyFieldOfALaneHasItsWriterInTheComment() throws IOException {
        String protocol = String.join("\n", drawing(2));
        for (String field : List.of("magic", "handlers", "tail", "headCache", "head", "roomWanted")) {
            assertTrue(protocol.contains("\n" + field + " "), field);
        }
    }

    /** We know them without loading Agrona. */
    @Test
    void thePositionsAreWhereAgronaHasThem() {
        assertEquals(RingBufferDescriptor.TAIL_POSITION_OFFSET, AmLayout.TAIL);
        assertEquals(RingBufferDescriptor.HEAD_CACHE_POSITION_OFFSET, AmLayout.HEAD_CACHE);
        assertEquals(RingBufferDescriptor.HEAD_POSITION_OFFSET, AmLayout.HEAD);
        assertEquals(RingBufferDescriptor.TRAILER_LENGTH, AmLayout.TRAILER_LENGTH);
        assertEquals(8, RecordDescriptor.HEADER_LENGTH);
        assertEquals(8, RecordDescriptor.ALIGNMENT);
    }

    @Test
    void lanesFollowEachOtherOnLineBordersAndFillTheFile() {
        for (boolean pair : new boolean[]{true, false}) {
            for (int size : new int[]{1, 2, 3, 7}) {
                AmConfig config = MessageRanks.config(size, pair, 8 << 10);
                long expected = AmLayout.HEADER_LENGTH + size * 1024L;
                List<Long> lanes = new ArrayList<>(new TreeSet<>(offsets(config, AmLayout::laneOffset)));
                assertEquals(size == 1 ? 0 : 2 * size * (pair ? size - 1 : 1), lanes.size());
                for (long lane : lanes) {
                    assertEquals(expected, lane);
                    assertEquals(0, lane % ControlLayout.LINE);
                    expected += (2 << 10) + AmLayout.LANE_END_LENGTH;
                }
                assertEquals(expected, AmLayout.fileLength(config));
                List<Long> slabs = new ArrayList<>(new TreeSet<>(offsets(config, AmLayout::slabOffset)));
                assertEquals(lanes.size(), slabs.size());
                for (int i = 0; i < slabs.size(); i++) {
                    assertEquals(i * (8L << 10), slabs.get(i));
                }
                assertEquals(slabs.size() * (8L << 10), AmLayout.slabsLength(config));
            }
        }
    }

    /** All of them use all of it, and each lane to a neighbour lies in what is used. */
    @Test
    void whatNeighboursUseHasTheirLanes() {
        for (boolean pair : new boolean[]{true, false}) {
            AmConfig config = MessageRanks.config(5, pair, 8 << 10);
            assertEquals(AmLayout.fileLength(config), AmLayout.used(config, new int[]{0, 1, 2, 3, 4}).stream()
                    .mapToLong(AmLayout.Part::bytes).sum());
            int[] neighbours = {0, 3};
            List<AmLayout.Part> used = AmLayout.used(config, neighbours);
            for (AmLayout.Network network : AmLayout.Network.values()) {
                for (int receiver = 0; receiver < 5; receiver++) {
                    for (int sender = 0; sender < 5; sender++) {
                        if (sender != receiver) {
                            boolean isUsed = receiver == 0 || receiver == 3;
                            String pairing = receiver + " of " + sender;
                            assertEquals(isUsed, isIn(used, AmLayout.laneOffset(config, network, receiver, sender)),
                                    pairing);
                            assertEquals(isUsed, isIn(AmLayout.usedSlabs(config, neighbours),
                                    AmLayout.slabOffset(config, network, receiver, sender)), pairing);
                        }
                    }
                }
            }
            assertEquals(AmLayout.slabsLength(config), AmLayout.usedSlabs(config, new int[]{0, 1, 2, 3, 4}).stream()
                    .mapToLong(AmLayout.Part::bytes).sum());
            AmConfig alone = MessageRanks.config(1, pair, 8 << 10);
            assertEquals(1, AmLayout.used(alone, new int[]{0}).size());
        }
    }

    private static boolean isIn(List<AmLayout.Part> used, long place) {
        return used.stream().anyMatch(each -> place >= each.offset() && place < each.offset() + each.bytes());
    }

    private interface Offset {
        long of(AmConfig config, AmLayout.Network network, int receiver, int sender);
    }

    private static List<Long> offsets(AmConfig config, Offset offset) {
        List<Long> lanes = new ArrayList<>();
        for (AmLayout.Network network : AmLayout.Network.values()) {
            for (int receiver = 0; receiver < config.size(); receiver++) {
                for (int sender = 0; sender < config.size(); sender++) {
                    if (sender != receiver) {
                        lanes.add(offset.of(config, network, receiver, sender));
                    }
                }
            }
        }
        return lanes;
    }

    @Test
    void theMagicIsReadableAndNoPalindrome() {
        byte[] bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(AmLayout.MAGIC).array();
        assertEquals("PGASMSGS", new String(bytes, StandardCharsets.US_ASCII));
        assertTrue(Long.reverseBytes(AmLayout.MAGIC) != AmLayout.MAGIC);
    }
}
