package org.pgas.transfer;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

import org.pgas.Event;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.RmaFlags;
import org.pgas.SignalOperation;
import org.pgas.far.FarUpdates;
import org.pgas.memory.AddressMap;
import org.pgas.operation.Completion;
import org.pgas.rank.TeamMembers;
import org.pgas.refusal.Refusals;
import org.pgas.wait.Doorbell;

/**
 * Signals of a team that has members in several neighbourhoods. The owner of a word elsewhere updates it, behind the
 * data, which go the same way: messages of one thread to one rank stay in order.
 */
public final class CrossingSignals extends Signals {
    // Fields and orders: words of the program's, with the order that each call promises.

    private final AddressMap addresses;
    private final TransferChecks checks;
    private final TransferRoutes copies;
    private final FarUpdates updates;
    private final boolean[] isElsewhere;

    private CrossingSignals(TeamMembers members, Doorbell doorbell, AddressMap addresses, TransferChecks checks,
            TransferRoutes copies, FarUpdates updates, boolean[] isElsewhere) {
        super(members, doorbell, addresses, checks, copies);
        this.addresses = addresses;
        this.checks = checks;
        this.copies = copies;
        this.updates = updates;
        this.isElsewhere = isElsewhere;
    }

    /**
     * {@code isElsewhere} is by rank of the team. The result is declared as {@code Signals}, so the JVM verifies the
     * caller without this class, and a job of one neighbourhood never loads it.
     */
    public static Signals of(TeamMembers members, Doorbell doorbell, AddressMap addresses, TransferChecks checks,
            TransferRoutes copies, FarUpdates updates, boolean[] isElsewhere) {
        return new CrossingSignals(members, doorbell, addresses, checks, copies, updates, isElsewhere);
    }

    private boolean isElsewhere(int rank) {
        return rank >= 0 && rank < isElsewhere.length && isElsewhere[rank];
    }

    @Override
    public void put(int rank, long offset, MemorySegment source, long sourceOffset, long bytes, long signalOffset,
            long signalValue, SignalOperation operation) {
        if (!isElsewhere(rank)) {
            super.put(rank, offset, source, sourceOffset, bytes, signalOffset, signalValue, operation);
            return;
        }
        Objects.requireNonNull(operation, "operation");
        checks.local("source", source, sourceOffset, bytes);
        addresses.addressIfMapped(rank, offset, bytes);
        checkSignal(rank, signalOffset);
        checks.signalApart(offset, bytes, signalOffset);
        Event data = copies.putNb(rank, offset, source, sourceOffset, bytes, Completion.NOW, RmaFlags.NONE);
        updateElsewhere(rank, signalOffset, signalValue, operation);
        data.await();
    }

    @Override
    public void update(int rank, long signalOffset, long signalValue, SignalOperation operation) {
        if (!isElsewhere(rank)) {
            super.update(rank, signalOffset, signalValue, operation);
            return;
        }
        Objects.requireNonNull(operation, "operation");
        checkSignal(rank, signalOffset);
        updateElsewhere(rank, signalOffset, signalValue, operation);
    }

    /** As {@link TransferChecks#signalAddress}, of a word that has no address here. */
    private void checkSignal(int rank, long offset) {
        try {
            if (offset % Long.BYTES != 0) {
                addresses.atomicAddress(rank, offset, Long.BYTES);
            }
            addresses.addressIfMapped(rank, offset, Long.BYTES);
        } catch (PgasException e) {
            throw Refusals.noted(e, "the signal");
        }
    }

    /** Returns when the owner has; it wakes its threads as it passes its turn on. */
    private void updateElsewhere(int rank, long offset, long value, SignalOperation operation) {
        Opcode opcode = switch (operation) {
            case SET -> Opcode.SET;
            case ADD -> Opcode.ADD;
        };
        updates.signal(rank, offset, opcode, value);
    }
}
