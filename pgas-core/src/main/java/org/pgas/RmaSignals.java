package org.pgas;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

import org.pgas.memory.AddressMap;

/**
 * A team's signals, with data and without; always done by the caller, since the signal is behind its data, and behind what the caller has
 * synchronised: not behind its large puts that are under way.
 */
final class RmaSignals {
    private final Team team;
    private final AddressMap addresses;
    private final RmaChecks checks;
    private final RmaSlowPath copies;

    RmaSignals(Team team, AddressMap addresses, RmaChecks checks, RmaSlowPath copies) {
        this.team = team;
        this.addresses = addresses;
        this.checks = checks;
        this.copies = copies;
    }

    void put(int rank, long offset, MemorySegment source, long sourceOffset, long bytes, long signalOffset,
            long signalValue, SignalOperation operation) {
        Objects.requireNonNull(operation, "operation");
        checks.local("putSignal", "source", source, sourceOffset, bytes);
        long address = addresses.address(rank, offset, bytes);
        long signal = checks.signalAddress("putSignal", addresses, rank, signalOffset);
        checks.overlap("putSignal", source, sourceOffset, address, bytes);
        checks.signalApart("putSignal", offset, bytes, signalOffset);
        copies.copyIn(rank, source, sourceOffset, address, bytes);
        team.job().rankCounters().put(bytes);
        // SYNC: signal; the data is seen by whoever acquires the word
        operation.update(signal, signalValue);
        team.ring(rank);
    }

    void update(int rank, long signalOffset, long signalValue, SignalOperation operation) {
        Objects.requireNonNull(operation, "operation");
        // SYNC: signal
        operation.update(checks.signalAddress("signal", addresses, rank, signalOffset), signalValue);
        team.ring(rank);
    }
}
