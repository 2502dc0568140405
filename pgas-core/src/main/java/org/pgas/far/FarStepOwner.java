package org.pgas.far;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ServiceLoader;

import org.pgas.GlobalPointer;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.message.ArgumentPacking;
import org.pgas.message.Delivery;
import org.pgas.message.Handler;
import org.pgas.message.Handlers;
import org.pgas.message.Messenger;
import org.pgas.message.PayloadCore;
import org.pgas.place.ClientMemory;
import org.pgas.rank.ThisRank;
import org.pgas.spi.AreaParts;
import org.pgas.wait.Doorbell;

/** The owner's side of steps: finds the module that knows the step, and sends back what comes of it. */
final class FarStepOwner {
    private final ThisRank self;
    private final Messenger messenger;
    private final FarOwner owner;
    private final FarStep step;

    /** By number; null where the class path has none. */
    private final OwnerSteps[] modules = new OwnerSteps[256 / OwnerSteps.MODULE_CODES];

    FarStepOwner(ThisRank self, Messenger messenger, Handlers handlers, FarOwner owner, int mostBytes) {
        this.self = self;
        this.messenger = messenger;
        this.owner = owner;
        step = new FarStep(new Doorbell(self.conduit()), self.size(), mostBytes);
        for (OwnerSteps module : ServiceLoader.load(OwnerSteps.class)) {
            modules[module.module()] = module;
        }
        handlers.registerInternal(Handler.ofMedium(this::step).name("step of a structure").request().arguments(8)
                .internalIndex(FarMessages.STEP_INDEX));
    }

    private void step(Delivery request, PayloadCore data) {
        if (self.isClosed()) {
            return; // its memory is the program's again
        }
        OwnerSteps module = module(request);
        step.end();
        if (module.isInArea()) {
            answer(request, inArea(module, request, data));
        } else {
            stepInSegment(module, request, data);
        }
    }

    private long inArea(OwnerSteps module, Delivery request, PayloadCore data) {
        AreaParts area = self.conduit().area();
        long at = FarMessages.offset(request.argumentLong(2)) - self.rank() * area.bytes();
        if (at < 0 || at % OwnerSteps.LEAST_BYTES != 0 || at > area.bytes() - OwnerSteps.LEAST_BYTES) {
            throw self.fail("rank " + self.rank() + ": a step at offset " + at + " that rank " + request.sourceRank()
                    + " asks for is where no lock in a part of the area of " + area.bytes()
                    + " bytes can be: a message was damaged");
        }
        return run(module, request, area.address(self.rank()), area.bytes(), at, data);
    }

    private void stepInSegment(OwnerSteps module, Delivery request, PayloadCore data) {
        long place = request.argumentLong(2);
        checkPlace(request, FarMessages.offset(place));
        ClientMemory memory = owner.find(place);
        answer(request, memory == null ? OwnerSteps.GONE : inSegment(module, request, memory, data));
        Reference.reachabilityFence(memory);
    }

    /** A place that may have been one of a structure once is no error: an old handle may ask when that is gone. */
    private void checkPlace(Delivery request, long offset) {
        if (offset % OwnerSteps.LEAST_BYTES != 0
                || offset > GlobalPointer.MAX_SEGMENT_BYTES - OwnerSteps.LEAST_BYTES) {
            throw self.fail("rank " + self.rank() + ": a step at offset " + offset + " that rank "
                    + request.sourceRank() + " asks for is where no structure can be: a message was damaged");
        }
    }

    private long inSegment(OwnerSteps module, Delivery request, ClientMemory memory, PayloadCore data) {
        if (!memory.isMapped()) {
            return OwnerSteps.NOT_MAPPED;
        }
        MemorySegment segment = memory.segment();
        long at = FarMessages.offset(request.argumentLong(2));
        if (at > segment.byteSize() - OwnerSteps.LEAST_BYTES) {
            return OwnerSteps.GONE;
        }
        return run(module, request, segment.address(), segment.byteSize(), at, data);
    }

    private long run(OwnerSteps module, Delivery request, long memory, long bytes, long at, PayloadCore data) {
        step.at(memory, bytes, at);
        step.begin(FarMessages.small(request.argumentLong(2)) % OwnerSteps.MODULE_CODES, request.sourceRank(),
                request.argumentLong(4), request.argumentLong(6), data);
        return module.run(step);
    }

    private OwnerSteps module(Delivery request) {
        int number = FarMessages.small(request.argumentLong(2)) / OwnerSteps.MODULE_CODES;
        OwnerSteps module = modules[number];
        if (module == null) {
            throw self.fail("rank " + self.rank() + ": rank " + request.sourceRank()
                    + " uses a structure here, of module " + number
                    + ", which this rank's class path or module path has not: give all ranks the same");
        }
        return module;
    }

    private void answer(Delivery request, long value) {
        try {
            messenger.replyMedium(request.sourceRank(), FarMessages.STEPPED, request.argumentLong(0), value,
                    ArgumentPacking.NONE, step.back(), 0, step.backBytes(), false);
        } catch (PeerLostException e) {
            FarOwner.gone(request);
        } catch (PgasException e) {
            throw owner.failed(request, e);
        }
    }
}
