package org.pgas.mppa;

/**
 * What a process has entered in the {@link SegmentRegistry} of a segment that it has made.
 *
 * @param rank whose it is
 * @param words address of its words there
 * @param generation what the first of them holds for as long as it is there; 0 of what is not entered yet
 * @param base where it begins in what is bound to the endpoint, in bytes
 * @param endpoint index of the endpoint
 * @param mapped whether others can map it
 * @param ending whether another process of a multicast segment has destroyed its part
 * @param introduction what others need to reach the endpoint
 */
record Registration(int rank, long words, long generation, long identifier, long size, int flags, int multi, long base,
        int endpoint, boolean mapped, boolean ending, byte[] introduction) {

    boolean isMulticast() {
        return multi != 0;
    }

    /** Whether two are parts of one multicast segment. */
    boolean isAlike(Registration other) {
        return size == other.size && flags == other.flags && multi == other.multi;
    }

    /** For messages. */
    String arguments() {
        return size + " bytes, flags 0x" + Integer.toHexString(flags) + ", multi " + multi;
    }

    static String name(long identifier) {
        return "0x" + Long.toHexString(identifier);
    }
}
