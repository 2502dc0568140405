package org.pgas.mpi;

/** What is wrong with the types of a transfer, in words for its errors; null where nothing is. */
final class TypeChecks {
    private TypeChecks() {}

    /** Of a type and count that cannot be used. */
    static String unusable(String role, long count, Datatype type) {
        if (type == null) {
            return "the " + role + " datatype is null: give one of the constants of Datatype, or a committed type";
        }
        if (type.isFreed()) {
            return "the " + role + " datatype, " + type + ", was freed: free it when no call needs it any more";
        }
        if (!type.isCommitted()) {
            return "the " + role + " datatype, " + type + ", is not committed: call commit() before its first use";
        }
        if (count < 0) {
            return "the " + role + " count is " + count + ": legal are 0 and more";
        }
        return count > type.most
                ? "the " + role + " count is " + count + ": legal are 0.." + type.most + " of " + type
                        + ", which then reach up to 2^61 bytes"
                : null;
    }

    /** Why what is sent is no beginning of what is received. Remembers what it found with the type sent. */
    static String mismatch(long sentCount, Datatype sent, long receivedCount, Datatype received) {
        Signature from = sent.signature();
        Signature to = received.signature();
        long elements = from.elements() * sentCount;
        long room = to.elements() * receivedCount;
        if (elements == 0) {
            return null;
        }
        SignatureMatch known = sent.match();
        boolean isKnown = known != null && known.received() == to && elements <= known.elements();
        if (!isKnown && room > 0) {
            long compared = Math.min(elements, room);
            long different = Signature.difference(from, to, compared);
            if (different >= 0) {
                return "element " + different + " of what is sent (" + sentCount + " of " + sent + ") is "
                        + from.at(different) + ", and of what is received (" + receivedCount + " of " + received + ") "
                        + to.at(different) + ": both need elements of the same kinds in the same order";
            }
            sent.keep(new SignatureMatch(to, compared >= Signature.decisive(from, to) ? Long.MAX_VALUE : compared));
        }
        return elements <= room ? null
                : elements + " elements (" + sentCount + " of " + sent + ") are sent, and only " + room + " ("
                        + receivedCount + " of " + received + ") are received: nothing is cut off, so give a larger "
                        + "count there, or send less";
    }

    static String overlapping(String role, long count, Datatype type, String overlap) {
        return "the " + role + ", " + count + " of " + type + ", would be written to more than once at the same place: "
                + overlap;
    }

    static String tooMany(long count, Datatype type) {
        return count + " of " + type + " are too many byte ranges that follow no stride: an accumulate takes up to "
                + Flat.MOST_RUNS + " of them; use a smaller count, and several calls";
    }
}
