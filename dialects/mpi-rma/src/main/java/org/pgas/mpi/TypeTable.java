package org.pgas.mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The origin's side of the datatypes of targets: gives each type that goes along with an operation a number, and knows
 * which targets have its description. For any thread.
 *
 * <p><b>Numbers.</b> Places of a table of bounded size, with a serial number that no other type ever has. A new type
 * takes the place of one that was freed, or, when the table is full, of the one that was used the longest ago; the
 * message that brings its description replaces the old one at the target. A place is not given away while an operation
 * with its type is not acknowledged, so no message can name a type that another thread's message has replaced.
 *
 * <p><b>Descriptions.</b> Messages of one thread arrive in order, those of two threads do not. So a thread may name a
 * type without describing it when it has described it itself, or when an operation with it has been acknowledged.
 *
 * <p>Source: MPI-2 RMA on the NEC SX-5, section 4, "Target window in process local memory".
 */
final class TypeTable {
    static final int PLACE_BITS = 10;

    /** In place of the thread that has described a type to a target: the target has it. */
    private static final Object KNOWN = new Object();

    /** A place of the table, and the type that has it. */
    static final class Entry {
        private final int place;

        /** What messages name the type by; not 0. Fixed while the entry is in use, as is the description. */
        private long id;

        private byte[] description;
        private Datatype type;
        private int uses;
        private long lastUse;

        /** By target: null, {@link #KNOWN}, or the thread that has sent the description. */
        private final Object[] knowledge;

        Entry(int place, int ranks) {
            this.place = place;
            knowledge = new Object[ranks];
        }

        long id() {
            return id;
        }

        byte[] description() {
            return description;
        }
    }

    private final int ranks;
    private final int places;

    /** Whether types keep their numbers when no operation uses them. */
    private final boolean cached;

    private final List<Entry> entries = new ArrayList<>();
    private final Map<Datatype, Entry> byType = new IdentityHashMap<>();
    private long serial;
    private long clock;

    /** Those of {@code entries} that operations use. */
    private int busy;

    TypeTable(int ranks, boolean cached) {
        this(ranks, cached, 1 << PLACE_BITS);
    }

    TypeTable(int ranks, boolean cached, int places) {
        this.ranks = ranks;
        this.cached = cached;
        this.places = places;
    }

    static int place(long id) {
        return (int) id & (1 << PLACE_BITS) - 1;
    }

    /**
     * The entry of a type for one operation, which uses it until {@link #executed} or {@link #failed}; null when all
     * are in use.
     */
    synchronized Entry acquire(Datatype type) {
        Entry found = cached ? byType.get(type) : null;
        if (found == null) {
            found = vacant();
            if (found == null) {
                return null;
            }
            assign(found, type);
        }
        if (found.uses++ == 0) {
            busy++;
        }
        found.lastUse = ++clock;
        return found;
    }

    /** Whether {@link #acquire} would answer null for a type that is not there. */
    synchronized boolean isFull() {
        return busy == places;
    }

    /**
     * A place that no operation uses: that of a freed type, a new one, or that of the type that was used the longest
     * ago. Drops all freed types.
     */
    private Entry vacant() {
        Entry vacant = null;
        Entry oldest = null;
        for (Entry each : entries) {
            if (each.uses != 0) {
                continue;
            }
            if (each.type != null && each.type.isFreed()) {
                drop(each);
            }
            if (each.type == null && vacant == null) {
                vacant = each;
            }
            if (oldest == null || each.lastUse < oldest.lastUse) {
                oldest = each;
            }
        }
        if (vacant != null) {
            return vacant;
        }
        if (entries.size() < places) {
            oldest = new Entry(entries.size(), ranks);
            entries.add(oldest);
        }
        return oldest;
    }

    private void assign(Entry entry, Datatype type) {
        byte[] description = type.description();
        byType.remove(entry.type);
        entry.type = type;
        entry.description = description;
        entry.id = ++serial << PLACE_BITS | entry.place;
        Arrays.fill(entry.knowledge, null);
        if (cached) {
            byType.put(type, entry);
        }
    }

    /** Whether the calling thread has to describe the type to {@code target} now; it does, or calls {@link #failed}. */
    synchronized boolean isUnknown(Entry entry, int target) {
        Object known = entry.knowledge[target];
        if (known == KNOWN || known == Thread.currentThread()) {
            return false;
        }
        entry.knowledge[target] = Thread.currentThread();
        return true;
    }

    /** {@code target} has carried out an operation with the type of that number; false if there is none. */
    synchronized boolean executed(long id, int target) {
        int place = place(id);
        Entry entry = place < entries.size() ? entries.get(place) : null;
        if (entry == null || entry.id != id || entry.uses == 0) {
            return false;
        }
        entry.knowledge[target] = KNOWN;
        release(entry);
        return true;
    }

    /** Nothing was sent of an operation with that entry, but for its description, perhaps in part. */
    synchronized void failed(Entry entry, int target) {
        if (entry.knowledge[target] != KNOWN) {
            entry.knowledge[target] = null;
        }
        release(entry);
    }

    private void release(Entry entry) {
        if (--entry.uses == 0) {
            busy--;
            if (!cached || entry.type.isFreed()) {
                drop(entry);
            }
        }
    }

    private void drop(Entry entry) {
        byType.remove(entry.type);
        entry.type = null;
        entry.description = null;
    }

    /** For tests: how many types the table keeps from the garbage collector. */
    synchronized int kept() {
        int kept = 0;
        for (Entry each : entries) {
            kept += each.type != null || each.description != null ? 1 : 0;
        }
        return kept;
    }
}
