package org.pgas.mppa;

import org.pgas.GlobalPointer;

/**
 * What a process has entered in the {@link SegmentRegistry} of a segment that it has made.
 *
 * @param rank the rank that has made it
 * @param words address of its words there
 * @param generation what the first of them holds for as long as it is there; 0 of what is not entered yet
 * @param base where it begins in what is bound to the endpoint, in bytes
 * @param endpoint index of the endpoint
 * @param mapped whether neighbours of its process can map it
 * @param group what the parts of one multicast segment have in common: the {@linkplain #key key} of the first of them,
 *        less than 0 when another process has destroyed its part; 0 of what is not entered yet
 * @param introduction what others need to reach the endpoint
 */
record Registration(int rank, long words, long generation, long identifier, long size, int flags, int multi, long base,
        int endpoint, boolean mapped, long group, byte[] introduction) {

    /** What no other entry of the registry ever has. */
    static long key(int rank, long generation) {
        return generation * GlobalPointer.MAX_RANKS + rank;
    }

    /** As it is when it is entered. */
    Registration entered(long entry, long newGeneration, long newGroup) {
        return new Registration(rank, entry, newGeneration, identifier, size, flags, multi, base, endpoint, mapped,
                newGroup, introduction);
    }

    Registration asEnding() {
        return new Registration(rank, words, generation, identifier, size, flags, multi, base, endpoint, mapped, -group,
                introduction);
    }

    boolean ending() {
        return group < 0;
    }

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
