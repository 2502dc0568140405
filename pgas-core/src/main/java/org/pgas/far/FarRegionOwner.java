package org.pgas.far;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.message.ArgumentPacking;
import org.pgas.message.Delivery;
import org.pgas.message.Handler;
import org.pgas.message.Handlers;
import org.pgas.message.Messenger;
import org.pgas.message.PayloadCore;
import org.pgas.place.RunBatch;
import org.pgas.rank.ThisRank;
import org.pgas.regions.RegionFragment;

/**
 * The owner's side of operations on regions of its {@linkplain ClientMemory client memory}: handlers that unpack and
 * pack what a fragment covers. As {@link FarOwner} otherwise.
 */
final class FarRegionOwner {
    private static final long ALIGNMENT = 64;

    private final ThisRank self;
    private final Messenger messenger;
    private final FarOwner owner;

    /** Most bytes of a fragment. */
    private final int room;

    /** The fragment of the message that is being handled. */
    private final RegionFragment fragment = new RegionFragment();

    private final RunBatch batch = new RunBatch();

    /** Where the data of a reply are packed; null until there was one. Of the handler that runs. */
    private MemorySegment staging;

    FarRegionOwner(ThisRank self, Messenger messenger, Handlers handlers, FarOwner owner, int room) {
        this.self = self;
        this.messenger = messenger;
        this.owner = owner;
        this.room = room;
        handlers.registerInternal(Handler.ofMedium(this::put).name("put of regions").request().arguments(4)
                .internalIndex(FarMessages.REGIONS_PUT_INDEX));
        handlers.registerInternal(Handler.ofMedium(this::get).name("get of regions").request().arguments(4)
                .internalIndex(FarMessages.REGIONS_GET_INDEX));
        handlers.registerInternal(Handler.ofMedium(this::accumulate).name("remote accumulate of regions").request()
                .arguments(8).internalIndex(FarMessages.REGIONS_ACCUMULATE_INDEX));
    }

    private void put(Delivery request, PayloadCore data) {
        if (self.isClosed()) {
            return; // its memory is the program's again
        }
        long place = request.argumentLong(2);
        fragment.begin(data.address(), data.bytes());
        try {
            owner.memory(request, place).put(fragment);
        } catch (PgasException e) {
            throw owner.failed(request, e);
        }
        owner.acknowledge(request, place);
    }

    private void get(Delivery request, PayloadCore data) {
        if (self.isClosed()) {
            return;
        }
        long position = request.argumentLong(2);
        fragment.beginBare(data.address(), data.bytes(), room);
        if (staging == null) {
            staging = Arena.ofAuto().allocate(room, ALIGNMENT);
        }
        try {
            owner.memory(request, position).get(fragment, staging.address());
            messenger.replyMedium(request.sourceRank(), FarMessages.REGIONS_DATA, request.argumentLong(0),
                    FarMessages.offset(position), ArgumentPacking.NONE, staging, 0, fragment.bytes(), false);
        } catch (PeerLostException e) {
            FarOwner.gone(request);
        } catch (PgasException e) {
            throw owner.failed(request, e);
        }
        Reference.reachabilityFence(staging);
    }

    private void accumulate(Delivery request, PayloadCore data) {
        if (self.isClosed()) {
            return;
        }
        long place = request.argumentLong(2);
        fragment.begin(data.address(), data.bytes());
        try {
            owner.memory(request, place).accumulate(fragment, batch,
                    FarMessages.accumulateType(FarMessages.small(place)),
                    request.argumentLong(4), request.argumentLong(6));
        } catch (PgasException e) {
            throw owner.failed(request, e);
        }
        owner.acknowledge(request, place);
    }
}
