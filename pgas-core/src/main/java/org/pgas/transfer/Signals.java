package org.pgas.transfer;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

import org.pgas.SignalOperation;
import org.pgas.memory.AddressMap;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.TeamMembers;
import org.pgas.wait.Doorbell;

/**
 * A team's signals, with data and without; of mapped memory always done by the caller, since the signal is behind its
 * data, and behind what the caller has synchronised: not behind its large puts that are under way.
 */
public class Signals {
    // Fields and orders: words of the program's, with the order that each call promises.

    private final TeamMembers members;
    private final Doorbell doorbell;
    private final AddressMap addresses;
    private final TransferChecks checks;
    private final TransferRoutes copies;

    public Signals(TeamMembers members, Doorbell doorbell, AddressMap addresses, TransferChecks checks,
            TransferRoutes copies) {
        this.members = members;
        this.doorbell = doorbell;
        this.addresses = addresses;
        this.checks = checks;
        this.copies = copies;
    }

    public void put(int rank, long offset, MemorySegment source, long sourceOffset, long bytes, long signalOffset,
            long signalValue, SignalOperation operation) {
        Objects.requireNonNull(operation, "operation");
        checks.local("source", source, sourceOffset, bytes);
        long address = addresses.address(rank, offset, bytes);
        long signal = checks.signalAddress(addresses, rank, signalOffset);
        checks.memory().overlap(source, sourceOffset, address, bytes);
        checks.signalApart(offset, bytes, signalOffset);
        copies.putMapped(rank, source, sourceOffset, address, bytes);
        // SYNC: signal; a thread that acquires the word sees the data
        update(operation, signal, signalValue);
        ring(rank);
    }

    public void update(int rank, long signalOffset, long signalValue, SignalOperation operation) {
        Objects.requireNonNull(operation, "operation");
        // SYNC: signal
        update(operation, checks.signalAddress(addresses, rank, signalOffset), signalValue);
        ring(rank);
    }

    private void ring(int rank) {
        if (doorbell.hasSleepers()) {
            doorbell.ring(members.jobRank(rank));
        }
    }

    private static void update(SignalOperation operation, long address, long value) {
        switch (operation) {
            // an exchange, not a store: a store may stay behind the look at the sleepers that follows
            case SET -> SharedMemory.getAndSetLong(address, value);
            case ADD -> SharedMemory.getAndAddLong(address, value);
        }
    }
}
