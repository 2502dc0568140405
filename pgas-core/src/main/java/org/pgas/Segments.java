package org.pgas;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.pgas.memory.AddressTable;
import org.pgas.spi.Conduit;
import org.pgas.spi.MappedSegment;

/**
 * The segments of this rank, and how to make more, at any time. A segment is reached by others when it is {@linkplain Endpoint#bind
 * bound} to an endpoint and that is {@linkplain Team#publish published}; peers map it at their first access.
 *
 * <p>Any thread; not collective; illegal in a restricted context. A rank may have up to {@link #most} at a time, that of {@link
 * Job#attach} not counted.
 *
 * <p>Source: GASNet-EX Memory Kinds 4.2 (gex_Segment_Create).
 */
public final class Segments {
    private final Job job;
    private final Conduit conduit;
    private final EndpointDirectory directory;
    private final PeerSegments peers;

    /** By slot; null where there is none. Guarded by {@code this}. */
    private Segment[] live = new Segment[16];

    /** Slots that are taken by what is being made or ended. Guarded by {@code this}. */
    private final boolean[] busy = new boolean[EndpointDirectory.SLOTS];

    /** No slot below is free. Guarded by {@code this}. */
    private int firstFree = 1;

    /** Of the segment made last. Guarded by {@code this}. */
    private long generation;

    Segments(Job job, Conduit conduit, AddressTable addresses, EndpointDirectory directory) {
        this.job = job;
        this.conduit = conduit;
        this.directory = directory;
        peers = new PeerSegments(job, conduit, addresses, directory);
    }

    PeerSegments peers() {
        return peers;
    }

    /** {@link #create(long, MemoryKind)} of kind {@link MemoryKind#HOST}. */
    public Segment create(long bytes) {
        return create(bytes, MemoryKind.HOST);
    }

    /**
     * Makes a segment of zeros, of {@code bytes} bytes rounded up to whole {@linkplain Job#pageBytes() pages}; or, of a kind that opens
     * files, one of what its file holds. Room is reserved before it returns, so no later access can fail for lack of memory.
     *
     * <p>Errors: bytes outside 1..{@link GlobalPointer#MAX_SEGMENT_BYTES}; a kind that is null, destroyed, or of another membership; as
     * many segments as there can be, or no room for it, or a file that the kind may not make or open
     * ({@link ErrorCode#RESOURCE}: nothing is left behind then).
     *
     * @param bytes 0 is legal when a file is opened: the size that it has
     */
    public Segment create(long bytes, MemoryKind kind) {
        String call = "Segments.create";
        begin(call);
        if (kind == null) {
            throw bad(call, "no kind was given (null): give MemoryKind.HOST for memory of this host");
        }
        if (bytes < (kind.opensFile() ? 0 : 1) || bytes > GlobalPointer.MAX_SEGMENT_BYTES) {
            throw bad(call, bytes + " bytes: legal are 1.." + GlobalPointer.MAX_SEGMENT_BYTES
                    + (kind.opensFile() ? ", and 0 for the size that the file has" : ""));
        }
        long whole = Math.ceilDiv(bytes, job.pageBytes()) * job.pageBytes();
        kind.take(job, call);
        int slot = 0;
        Segment segment = null;
        try {
            slot = takeSlot(call);
            MappedSegment mapped = kind.map(conduit.segments(), slot, whole);
            segment = publish(Segment.mapped(job, kind, slot, nextGeneration(), mapped));
            return segment;
        } finally {
            if (segment == null) {
                giveBack(slot);
                kind.release();
            }
        }
    }

    /**
     * Makes a segment of <em>client memory</em>, memory of the program's own, of any size from 1: what {@link Job#attach(MemorySegment)}
     * says of it holds here too, where 0 bytes are legal. Segments may overlap; then updates of the same bytes through several of them do not exclude each other.
     *
     * <p>Errors: memory that is null, read-only, confined to a thread, closed, of 0 bytes, or above {@link GlobalPointer#MAX_SEGMENT_BYTES}; as many
     * segments as there can be ({@link ErrorCode#RESOURCE}). The memory must stay open until the segment is destroyed; {@link Segment#destroy}
     * returns when no peer copies from or to it any more.
     */
    public Segment create(MemorySegment memory) {
        String call = "Segments.create(MemorySegment)";
        begin("Segments.create");
        PgasException refusal = ClientMemory.refusal(job.rank(), call, memory);
        if (refusal != null) {
            throw refusal;
        }
        if (memory.byteSize() == 0) {
            throw bad(call, "0 bytes: legal are 1.." + GlobalPointer.MAX_SEGMENT_BYTES);
        }
        int slot = takeSlot(call);
        MemoryKind.HOST.take(job, call);
        return publish(Segment.client(job, slot, nextGeneration(), new ClientMemory(job, memory, slot)));
    }

    /**
     * Takes over what another rank's {@link Endpoint#introduction} says, in place of what that rank had published of the endpoint: not
     * collective. Nothing is mapped yet. What has ended meanwhile is left out: it may come after what there is now. For the library's other modules; not part of the API.
     *
     * @hidden
     */
    public void introduce(byte[] introduction) {
        begin("Segments.introduce");
        SegmentCard card = SegmentCard.of(introduction);
        if (card.jobRank() != job.rank()) {
            peers.introduce(card, job.attachment().segment(card.jobRank()));
        }
    }

    private void begin(String call) {
        job.checkOpen();
        job.checkUnrestricted(call);
    }

    private synchronized int takeSlot(String call) {
        while (firstFree < EndpointDirectory.SLOTS && busy[firstFree]) {
            firstFree++;
        }
        if (firstFree == EndpointDirectory.SLOTS) {
            throw new PgasException(ErrorCode.RESOURCE, "rank " + job.rank() + ": " + call + ": this rank has " + most()
                    + " segments, as many as there can be: destroy some that are no longer needed");
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

    private Segment publish(Segment segment) {
        synchronized (this) {
            if (segment.slot() >= live.length) {
                live = Arrays.copyOf(live, Math.min(EndpointDirectory.SLOTS, 2 * segment.slot()));
            }
            live[segment.slot()] = segment;
        }
        directory.segment(segment.slot(), segment.generation());
        return segment;
    }

    /** Ends a segment that nobody may use any more: first for peers that look, then its memory, then its name. */
    void destroyed(Segment segment) {
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

    /** This rank's segments, without that of {@link Job#attach}. */
    public synchronized List<Segment> list() {
        return Stream.of(live).filter(Objects::nonNull).toList();
    }

    /** How many segments a rank may have. */
    public int most() {
        return EndpointDirectory.SLOTS - 1;
    }

    /** Ends all views of memory, of peers too, when this membership ends, and peers' use of FILE segments; the conduit ends the mappings. */
    void close() {
        peers.close();
        for (Segment segment : list()) {
            if (segment.kind().memoryClass() == MemoryKind.Class.FILE) {
                // peers let go of it, so that the conduit can close the file
                directory.segment(segment.slot(), 0);
            }
            segment.closeViews();
        }
    }

    private PgasException bad(String call, String what) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": " + what);
    }
}
