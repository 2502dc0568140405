package org.pgas.spi;

/** What a rank shows to processes that look at the job from outside, and to peers that wait for it. */
public interface Shown {
    /**
     * Address here of this rank's part of the counters, {@link CounterLayout#PART_BYTES} long and zero at first, which
     * this rank alone writes and tools read. It stays a legal address for ever: zeros when this membership has ended.
     */
    long countersAddress();

    /**
     * Address here of what this rank shows of its ways to ranks of other neighbourhoods, {@link WayLayout#partBytes}
     * long and zero at first, which it alone writes and tools read; legal for ever, as {@link #countersAddress}. 0 in a
     * job of one neighbourhood.
     */
    default long waysAddress() {
        return 0;
    }

    /** Shows what the rank does from now on. */
    void activity(Activity activity);
}
