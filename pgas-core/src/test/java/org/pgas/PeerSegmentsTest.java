package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.far.FarMessages;
import org.pgas.memory.AddressMap;
import org.pgas.place.SegmentCard;
import org.pgas.rank.Cores;
import org.pgas.team.TeamCore;

/** What a rank knows of its peers' segments, and how the end of one takes that away. */
class PeerSegmentsTest {
    private final FakeWorld world = new FakeWorld(2);
    private final Job owner = world.job(0, Map.of());
    private final Job peer = world.job(1, Map.of());

    /** Tells the peer of an endpoint, as a publication does. */
    private void publish(Endpoint endpoint) {
        peer.rooms().peers.publish(endpoint.job().rooms().endpoints.card(Cores.of(endpoint)), null);
    }

    private Endpoint bound(Segment segment) {
        Endpoint endpoint = owner.endpoints().create(Capabilities.ALL);
        endpoint.bind(segment);
        return endpoint;
    }

    private Rma rma(Endpoint endpoint) {
        return peer.endpoint().pair(endpoint.index()).rma();
    }

    private static void assertAbsent(Runnable access, String... parts) {
        PgasException refused = assertThrows(PgasException.class, access::run);
        assertEquals(ErrorCode.NOT_INITIALIZED, refused.code());
        for (String part : parts) {
            assertTrue(refused.getMessage().contains(part), refused::getMessage);
        }
    }

    @Test
    void shouldMapOneSegmentOnceForAllEndpointsItIsBoundTo() {
        Segment segment = owner.segments().create(4096);
        Endpoint first = bound(segment);
        Endpoint second = bound(segment);
        publish(first);
        publish(second);
        assertEquals(1, peer.rooms().peers.count());
        rma(first).putLong(0, 8, 5);
        assertEquals(5, rma(second).getLong(0, 8));
        MemorySegment view = peer.endpoint().boundSegment(peer.endpoint().pair(1), 0).mapped();
        assertEquals(view.address(), peer.endpoint().boundSegment(peer.endpoint().pair(2), 0).mapped().address());
        peer.rooms().peers.forget(0, 1);
        assertEquals(1, peer.rooms().peers.count());
        assertEquals(5, rma(second).getLong(0, 8));
        peer.rooms().peers.forget(0, 2);
        assertEquals(0, peer.rooms().peers.count());
        assertThrows(IllegalStateException.class, () -> view.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0));
    }

    @Test
    void shouldTakeAwayWhatWasDestroyedAtTheNextLook() {
        Segment segment = owner.segments().create(4096);
        Endpoint endpoint = bound(segment);
        publish(endpoint);
        rma(endpoint).putLong(0, 0, 5);
        endpoint.unbind();
        segment.destroy();
        // a mapped range that is there is not looked behind
        rma(endpoint).putLong(0, 0, 6);
        world.tick(1);
        assertEquals(0, peer.rooms().peers.count());
        assertAbsent(() -> rma(endpoint).putLong(0, 0, 7), "endpoint 1 of rank 0", "was destroyed");
    }

    @Test
    void shouldTakeAwayWhatWasUnboundOrBoundAnew() {
        Segment segment = owner.segments().create(4096);
        Endpoint endpoint = bound(segment);
        publish(endpoint);
        endpoint.unbind();
        assertAbsent(() -> rma(endpoint).getLong(0, 0), "was unbound");
        endpoint.bind(segment);
        assertAbsent(() -> rma(endpoint).getLong(0, 0), "was unbound");
        publish(endpoint);
        assertEquals(0, rma(endpoint).getLong(0, 0));
        endpoint.unbind();
        endpoint.destroy();
        Endpoint next = owner.endpoints().create(Capabilities.ALL);
        next.bind(segment);
        assertEquals(endpoint.index(), next.index());
        world.tick(1);
        assertAbsent(() -> rma(next).getLong(0, 0), "was unbound");
        publish(next);
        assertEquals(0, rma(next).getLong(0, 0));
    }

    @Test
    void shouldSayThatASegmentCannotBeMapped() {
        Path path = Path.of("/nowhere/segment");
        MemoryKind kind = MemoryKind.create(owner, new MemoryKind.File(path, MemoryKind.FileUse.CREATE), 0);
        Endpoint endpoint = bound(owner.segments().create(4096, kind));
        SegmentCard card = endpoint.job().rooms().endpoints.card(Cores.of(endpoint));
        peer.rooms().peers
                .publish(new SegmentCard(card.jobRank(), card.endpoint(), card.capabilities(), card.binding(),
                        card.reach(), card.bytes(), card.slot(), card.generation(), "/nowhere/else"), null);
        PgasException refused = assertThrows(PgasException.class, () -> rma(endpoint).getLong(0, 0));
        assertEquals(ErrorCode.RESOURCE, refused.code());
        assertTrue(refused.getMessage().contains("endpoint 1 of rank 0 has published could not be mapped here"),
                refused::getMessage);
        // a good card in its place
        peer.rooms().peers.forget(0, 1);
        publish(endpoint);
        assertEquals(0, rma(endpoint).getLong(0, 0));
    }

    @Test
    void shouldLoseAFileWhenItsRankLeavesAndKeepOtherMemory() {
        MemoryKind kind = MemoryKind.create(owner,
                new MemoryKind.File(Path.of("/nowhere/left"), MemoryKind.FileUse.CREATE), 0);
        Endpoint file = bound(owner.segments().create(4096, kind));
        Endpoint host = bound(owner.segments().create(4096));
        publish(file);
        publish(host);
        rma(file).putLong(0, 0, 5);
        rma(host).putLong(0, 0, 6);
        owner.close();
        world.tick(1);
        assertAbsent(() -> rma(file).getLong(0, 0), "endpoint 1 of rank 0", "was destroyed");
        assertEquals(6, rma(host).getLong(0, 0));
        assertEquals(1, peer.rooms().peers.count());
    }

    @Test
    void shouldStillBeThereWhenItsDeviceRefusesTheDestruction() {
        Segment segment = owner.segments().create(4096);
        world.segments().deviceRefuses(true);
        PgasException refused = assertThrows(PgasException.class, segment::destroy);
        assertEquals(ErrorCode.RESOURCE, refused.code());
        segment.local().fill((byte) 1);
        assertEquals(List.of(segment), owner.segments().list());
        world.segments().deviceRefuses(false);
        segment.destroy();
        assertEquals(List.of(), owner.segments().list());
    }

    /** A mapped range of a segment that has gone is not taken for what an attach makes. */
    @Test
    void shouldForgetWhatHasEndedWhenAllIsLookedAt() {
        Segment segment = owner.segments().create(4096);
        owner.endpoint().bind(segment);
        publish(owner.endpoint());
        peer.world().rma().putLong(0, 0, 5);
        assertEquals(4096, peer.rooms().places.addresses().size(0));
        owner.endpoint().unbind();
        segment.destroy();
        assertEquals(4096, peer.rooms().places.addresses().size(0));
        peer.rooms().peers.checkAll();
        assertEquals(0, peer.rooms().places.addresses().size(0));
    }

    /** The tick does not wait for who maps, and does its work later. */
    @Test
    void shouldNotLetALookWaitForAMapping() {
        Endpoint ended = bound(owner.segments().create(4096));
        Endpoint slow = bound(owner.segments().create(4096));
        publish(ended);
        publish(slow);
        rma(ended).putLong(0, 0, 5);
        ended.unbind();
        int[] during = {-1};
        world.segments().whileMapping(() -> {
            // would not come back if the look waited
            Thread watcher = Thread.ofPlatform().start(() -> world.tick(1));
            try {
                watcher.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            during[0] = peer.rooms().peers.count();
        });
        rma(slow).putLong(0, 0, 5);
        assertEquals(2, during[0]);
        world.tick(1);
        assertEquals(1, peer.rooms().peers.count());
    }

    /** Endpoints, pairs from and to them, and segments that came and went. */
    @Test
    void shouldKeepNothingOfWhatCameAndWent() {
        for (int round = 0; round < 300; round++) {
            Segment segment = owner.segments().create(4096);
            Endpoint endpoint = bound(segment);
            Endpoint near = peer.endpoints().create(Capabilities.ALL & ~Capabilities.AM);
            publish(endpoint);
            Team pair = near.pair(endpoint.index());
            pair.rma().putLong(0, 0, round);
            assertEquals(1, near.pairCount());
            near.destroy();
            assertEquals(0, near.pairCount());
            if (round % 2 == 0) {
                peer.rooms().peers.forget(0, endpoint.index());
            }
            endpoint.unbind();
            segment.destroy();
            endpoint.destroy();
            if (round % 2 == 1) {
                world.tick(1);
            }
            assertEquals(0, peer.rooms().peers.count());
            assertEquals(0, peer.rooms().places.addresses().size(0, 1));
        }
        assertEquals(0, peer.endpoint().pairCount());
        assertEquals(List.of(), owner.segments().list());
    }

    @Test
    void shouldReachNothingThroughAPairOfADestroyedEndpoint() {
        Endpoint endpoint = bound(owner.segments().create(4096));
        publish(endpoint);
        Endpoint near = peer.endpoints().create(Capabilities.ALL & ~Capabilities.AM);
        Team pair = near.pair(endpoint.index());
        AddressMap before = TeamCore.of(pair).addresses(Capabilities.RMA);
        before.address(0, 0, 8);
        near.destroy();
        for (AddressMap map : List.of(before, TeamCore.of(pair).addresses(Capabilities.RMA),
                TeamCore.of(pair).addresses(Capabilities.VIS))) {
            PgasException refused = assertThrows(PgasException.class, () -> map.address(0, 0, 8));
            assertEquals(ErrorCode.BAD_ARGUMENT, refused.code());
            assertTrue(refused.getMessage().contains("destroyed"), refused::getMessage);
        }
        PgasException refused = assertThrows(PgasException.class, () -> peer.endpoint().boundSegment(pair, 0));
        assertTrue(refused.getMessage().contains("Endpoint.boundSegment: endpoint 1 of rank 1 was destroyed"),
                refused::getMessage);
        assertThrows(PgasException.class, () -> near.pair(endpoint.index()));
        assertEquals(0, near.pairCount());
    }

    @Test
    void shouldReachNothingAfterTheClose() {
        Endpoint endpoint = bound(owner.segments().create(4096));
        publish(endpoint);
        rma(endpoint).putLong(0, 0, 5);
        MemorySegment view = peer.endpoint().boundSegment(peer.endpoint().pair(1), 0).mapped();
        Team pair = peer.endpoint().pair(1);
        peer.close();
        assertAbsent(() -> pair.rma().getLong(0, 0), "closed");
        assertThrows(IllegalStateException.class, () -> view.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0));
        MemorySegment own = endpoint.segment().local();
        owner.close();
        assertThrows(IllegalStateException.class, () -> own.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0));
    }

    @Test
    void shouldFreeASlotOnlyWhenItsSegmentHasGone() {
        List<Segment> made = java.util.stream.IntStream.range(0, 40).mapToObj(_ -> owner.segments().create(4096))
                .toList();
        made.forEach(Segment::destroy);
        assertEquals(List.of(), owner.segments().list());
        Segment again = owner.segments().create(4096);
        assertEquals(1, Cores.of(again).slot());
        assertEquals(41, Cores.of(again).generation());
    }

    /** An offset and an endpoint share a word with what else a message says of its place. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 127, 128, 129, 2047, 2048, 4095})
    void shouldKeepEndpointOffsetAndTheRestOfAPlaceApart(int endpoint) {
        for (long offset : new long[]{0, 1, 1L << 39, GlobalPointer.MAX_SEGMENT_BYTES}) {
            for (int small : new int[]{0, 1, 0x80, 0xFF}) {
                for (boolean last : new boolean[]{false, true}) {
                    long place = FarMessages.place(FarMessages.at(endpoint, 0) + offset, small, last);
                    assertEquals(endpoint, FarMessages.endpoint(place));
                    assertEquals(offset, FarMessages.offset(place));
                    assertEquals(small, FarMessages.small(place));
                    assertEquals(last, FarMessages.isLast(place));
                }
            }
        }
    }
}
