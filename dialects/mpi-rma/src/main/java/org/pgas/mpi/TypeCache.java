package org.pgas.mpi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The target's side of the datatypes that origins describe: what each one's numbers stand for. For handlers, which run
 * one at a time.
 *
 * <p>What comes for a number replaces what its place had before: the origin gives a place to another type only when no
 * operation with the old one is under way.
 *
 * <p>Source: MPI-2 RMA on the NEC SX-5, section 4: a table by rank of the origin and index of the type there.
 */
final class TypeCache {
    /** A type, or what has come of its description. */
    private static final class Known {
        final long id;

        /** Null once the type is made. */
        byte[] description;

        Datatype type;

        Known(long id, byte[] description) {
            this.id = id;
            this.description = description;
        }
    }

    /** By origin, then by place; grown when needed. */
    private final Known[][] known;

    TypeCache(int ranks) {
        known = new Known[ranks][0];
    }

    /** The type of that number; null when it was not described. */
    Datatype find(int origin, long id) {
        Known found = at(origin, id);
        return found == null || found.id != id ? null : found.type;
    }

    /** What the place of a number has; null when nothing. */
    private Known at(int origin, long id) {
        int place = TypeTable.place(id);
        return place < known[origin].length ? known[origin][place] : null;
    }

    /** Takes in a whole description. Throws IllegalArgumentException for what is none. */
    Datatype describe(int origin, long id, byte[] description) {
        Known added = new Known(id, null);
        added.type = Datatype.ofDescription(description);
        put(origin, added);
        return added.type;
    }

    /**
     * Takes in {@code bytes} bytes of a description of {@code total} bytes, from {@code at} on; the last of them come
     * last. Threads of the origin that describe a type at once send the same bytes. Throws IllegalArgumentException for
     * what is none.
     */
    void describe(int origin, long id, int at, int total, MemorySegment piece, int bytes) {
        if (at < 0 || bytes < 0 || total <= 0 || bytes > total - at) {
            throw new IllegalArgumentException(bytes + " bytes at " + at + " of " + total);
        }
        Known found = at(origin, id);
        if (found != null && found.id > id) {
            return; // of an operation that was not sent, from another thread than what replaces it
        }
        if (found == null || found.id != id) {
            found = new Known(id, new byte[total]);
            put(origin, found);
        }
        if (found.type != null) {
            return; // another thread was faster
        }
        if (found.description.length != total) {
            throw new IllegalArgumentException(total + " bytes, of which there were " + found.description.length);
        }
        MemorySegment.copy(piece, 0, MemorySegment.ofArray(found.description), at, bytes);
        if (at + bytes == total) {
            found.type = Datatype.ofDescription(found.description);
            found.description = null;
        }
    }

    /** No message under way names that one. */
    void forget(int origin, long id) {
        Known found = at(origin, id);
        if (found != null && found.id == id) {
            known[origin][TypeTable.place(id)] = null;
        }
    }

    private void put(int origin, Known added) {
        int place = TypeTable.place(added.id);
        if (place >= known[origin].length) {
            known[origin] = Arrays.copyOf(known[origin], Math.max(place + 1, 2 * known[origin].length));
        }
        known[origin][place] = added;
    }
}
