package org.pgas.place;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.area.EndpointDirectory;
import org.pgas.lend.Offers;
import org.pgas.rank.ThisRank;
import org.pgas.spi.AttachedSegments;
import org.pgas.spi.Conduit;
import org.pgas.spi.MappedSegment;
import org.pgas.spi.SegmentStore;
import org.pgas.wait.Serving;

/**
 * The segments of this rank, but for that of the collective attach, by their slots in the directory. All fields are
 * guarded by {@code this}.
 */
public final class SegmentTable {
    private final ThisRank self;
    private final AttachedSegments attached;
    private final SegmentStore store;
    private final EndpointDirectory directory;
    private final EndpointTable endpoints;
    private final Offers offers;
    private final Serving serving;

    /** By slot; null where there is none. */
    private SegmentCore[] live = new SegmentCore[16];

    /** Slots that are taken by what is being made or ended. */
    private final boolean[] busy = new boolean[EndpointDirectory.SLOTS];

    /** No slot below is free. */
    private int firstFree = 1;

    /** The generation of the segment made last. */
    private long generation;

    public SegmentTable(ThisRank self, Conduit conduit, EndpointDirectory directory, EndpointTable endpoints,
            Offers offers,
            Serving serving) {
        this.self = self;
        attached = conduit.attached();
        store = conduit.segments();
        this.directory = directory;
        this.endpoints = endpoints;
        this.offers = offers;
        this.serving = serving;
    }

    /** @param face is given the segment before anybody else finds it */
    public SegmentCore create(long bytes, KindCore kind, Consumer<SegmentCore> face) {
        String call = "Segments.create";
        begin(call);
        if (kind == null) {
            throw self.refusals().bad(call, "no kind was given (null): give MemoryKind.HOST for memory of this host");
        }
        if (bytes < (kind.opensFile() ? 0 : 1) || bytes > GlobalPointer.MAX_SEGMENT_BYTES) {
            throw self.refusals().bad(call, bytes + " bytes: legal are 1.." + GlobalPointer.MAX_SEGMENT_BYTES
                    + (kind.opensFile() ? ", and 0 for the size that the file has" : ""));
        }
        long whole = Math.ceilDiv(bytes, attached.pageBytes()) * attached.pageBytes();
        kind.take(self, call);
        int slot = 0;
        SegmentCore segment = null;
        try {
            slot = takeSlot(call);
            MappedSegment mapped = kind.map(store, slot, whole);
            segment = publish(SegmentCore.mapped(self, kind, slot, nextGeneration(), mapped), face);
            return segment;
        } finally {
            if (segment == null) {
                giveBack(slot);
                kind.release();
            }
        }
    }

    /** Client memory; {@code face} as above. */
    public SegmentCore create(MemorySegment memory, Consumer<SegmentCore> face) {
        String call = "Segments.create(MemorySegment)";
        begin("Segments.create");
        PgasException refusal = ClientMemory.refusal(self, call, memory);
        if (refusal != null) {
            throw refusal;
        }
        if (memory.byteSize() == 0) {
            throw self.refusals().bad(call, "0 bytes: legal are 1.." + GlobalPointer.MAX_SEGMENT_BYTES);
        }
        int slot = takeSlot(call);
        ClientMemory client = new ClientMemory(self, offers, serving, memory, slot);
        return publish(SegmentCore.client(self, slot, nextGeneration(), client), face);
    }

    private void begin(String call) {
        self.checkOpen();
        self.checkUnrestricted(call);
    }

    private synchronized int takeSlot(String call) {
        while (firstFree < EndpointDirectory.SLOTS && busy[firstFree]) {
            firstFree++;
        }
        if (firstFree == EndpointDirectory.SLOTS) {
            throw self.refusals().error(ErrorCode.RESOURCE, call, "this rank has "
                    + most() + " segments, as many as there can be: destroy some that are no longer needed");
        }
        busy[firstFree] = true;
        return firstFree;
    }

    private synchronized void giveBack(int slot) {
        busy[slot] = false;
        firstFree = slot == 0 ? firstFree : Math.min(firstFree, slot);
    }

    private synchronized long nextGeneration() {
        return ++generation;
    }

    private SegmentCore publish(SegmentCore segment, Consumer<SegmentCore> face) {
        synchronized (this) {
            face.accept(segment);
            if (segment.slot() >= live.length) {
                live = Arrays.copyOf(live, Math.min(EndpointDirectory.SLOTS, 2 * segment.slot()));
            }
            live[segment.slot()] = segment;
        }
        directory.segment(segment.slot(), segment.generation());
        return segment;
    }

    public void destroy(SegmentCore segment) {
        begin("Segment.destroy");
        synchronized (endpoints) {
            segment.checkMayGo();
        }
        // what a device refuses is refused while the segment is still there
        segment.sync();
        synchronized (endpoints) {
            segment.checkMayGo();
            segment.markDestroyed();
        }
        destroyed(segment);
    }

    /** Ends a segment that nobody may use any more: first for peers that look, then its memory, then its name. */
    private void destroyed(SegmentCore segment) {
        directory.segment(segment.slot(), 0);
        if (segment.clientMemory() != null) {
            segment.clientMemory().end();
        }
        synchronized (this) {
            live[segment.slot()] = null;
        }
        try {
            segment.release();
        } finally {
            giveBack(segment.slot());
            segment.kind().release();
        }
    }

    public synchronized List<SegmentCore> list() {
        return Stream.of(live).filter(Objects::nonNull).toList();
    }

    /** How many segments a rank may have. */
    public int most() {
        return EndpointDirectory.SLOTS - 1;
    }

    /**
     * Ends all views of memory when this membership ends, and peers' use of FILE segments; the conduit ends the
     * mappings.
     */
    public void close() {
        for (SegmentCore segment : list()) {
            if (segment.kind().isFile()) {
                // peers let go of it, so that the conduit can close the file
                directory.segment(segment.slot(), 0);
            }
            segment.closeViews();
        }
    }
}
