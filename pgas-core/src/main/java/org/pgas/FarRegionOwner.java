package org.pgas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

import org.pgas.regions.RegionFragment;

/**
 * The owner's side of operations on regions of its {@linkplain ClientMemory client memory}: handlers that unpack and pack what a fragment covers.
 * As {@link FarOwner} otherwise.
 */
final class FarRegionOwner {
    private static final long ALIGNMENT = 64;

    private final Job job;
    private final Messenger messenger;
    private final FarOwner owner;

    /** Most bytes of a fragment. */
    private final int room;

    /** Of the message whose handler runs. */
    private final RegionFragment fragment = new RegionFragment();

    private final RunBatch batch = new RunBatch();

    /** Where the data of a reply are packed; null until there was one. Of the handler that runs. */
    private MemorySegment staging;

    FarRegionOwner(Job job, Messenger messenger, HandlerTable handlers, FarOwner owner, int room) {
        this.job = job;
        this.messenger = messenger;
        this.owner = owner;
        this.room = room;
        handlers.registerInternal(HandlerEntry.ofMedium(this::put).name("put of regions").request().arguments(4)
                .internalIndex(FarMessages.REGIONS_PUT_INDEX));
        handlers.registerInternal(HandlerEntry.ofMedium(this::get).name("get of regions").request().arguments(4)
                .internalIndex(FarMessages.REGIONS_GET_INDEX));
        handlers.registerInternal(HandlerEntry.ofMedium(this::accumulate).name("remote accumulate of regions").request()
                .arguments(8).internalIndex(FarMessages.REGIONS_ACCUMULATE_INDEX));
    }

    private void put(Token token, Payload data) {
        if (job.isClosed()) {
            return; // its memory is the program's again
        }
        long place = token.argumentLong(2);
        fragment.begin(data.address(), data.bytes());
        try {
            owner.memory(token, place).put(fragment);
        } catch (PgasException e) {
            throw owner.failed(token, e);
        }
        owner.acknowledge(token, place);
    }

    private void get(Token token, Payload data) {
        if (job.isClosed()) {
            return;
        }
        long position = token.argumentLong(2);
        fragment.beginBare(data.address(), data.bytes(), room);
        if (staging == null) {
            staging = Arena.ofAuto().allocate(room, ALIGNMENT);
        }
        try {
            owner.memory(token, position).get(fragment, staging.address());
            messenger.replyMedium(token.sourceRank(), FarMessages.REGIONS_DATA, token.argumentLong(0),
                    FarMessages.offset(position), ArgumentPacking.NONE, staging, 0, fragment.bytes(), false);
        } catch (PeerLostException e) {
            FarOwner.gone(token);
        } catch (PgasException e) {
            throw owner.failed(token, e);
        }
        Reference.reachabilityFence(staging);
    }

    private void accumulate(Token token, Payload data) {
        if (job.isClosed()) {
            return;
        }
        long place = token.argumentLong(2);
        fragment.begin(data.address(), data.bytes());
        try {
            owner.memory(token, place).accumulate(fragment, batch,
                    FarMessages.accumulateType(FarMessages.small(place)),
                    token.argumentLong(4), token.argumentLong(6));
        } catch (PgasException e) {
            throw owner.failed(token, e);
        }
        owner.acknowledge(token, place);
    }
}
