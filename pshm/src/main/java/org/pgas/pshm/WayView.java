package org.pgas.pshm;

import java.util.Map;

import org.pgas.spi.WayNumber;

/**
 * A rank's way to a rank of another neighbourhood, as it has shown it last, a few times a second.
 *
 * @param peer where it leads to
 * @param numbers each 0 and more; those that the job's release does not have are missing
 */
public record WayView(int peer, Map<WayNumber, Long> numbers) {
    /** 0 when it is missing. */
    public long number(WayNumber number) {
        return numbers.getOrDefault(number, 0L);
    }

    /** The rings at this end in which messages from the peer wait for a handler, of some networks. */
    RingFill waiting(RingFill others, WayNumber... networks) {
        RingFill fill = others;
        long capacity = number(WayNumber.RING_BYTES);
        for (WayNumber network : networks) {
            if (capacity > 0 && capacity <= Integer.MAX_VALUE) {
                fill = fill.and(Math.min(number(network), capacity), (int) capacity);
            }
        }
        return fill;
    }

    /** How full the fullest of some rings at the peer is, in percent, 0..100. */
    public int held(WayNumber... networks) {
        long capacity = Math.max(1, number(WayNumber.RING_BYTES));
        long most = 0;
        for (WayNumber network : networks) {
            most = Math.max(most, Math.min(number(network), capacity));
        }
        return (int) (100 * most / capacity);
    }
}
