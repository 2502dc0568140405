package org.pgas.faults.jobs;

/**
 * Where words lie that are looked at or changed in the files of a job, in bytes from the beginning of what is named.
 * The library keeps its layouts to itself, so these are copies. A test compares them.
 */
public final class FileLayouts {
    /** Of the control file, before the slots of the ranks. */
    public static final int CONTROL_HEADER_BYTES = 1280;

    /** Of the slot of one rank in the control file. */
    public static final int SLOT_BYTES = 640;

    /** In the control file: the number of the launcher's process, and behind it the start of the process. */
    public static final int LAUNCHER_PID = 16;

    /** In a slot: the number of the rank's process, and behind it the start of the process. */
    public static final int SLOT_PID = 8;

    /** Of the file of messages, before the handlers of the ranks. */
    public static final int MESSAGES_HEADER_BYTES = 128;

    /** In the file of messages: how many ranks there are. */
    public static final int MESSAGES_RANKS = 12;

    /** In the file of messages: the length of the slab of each ring. */
    public static final int MESSAGES_SLAB_BYTES = 20;

    /** Of the handlers of one rank. The rings are behind those of all ranks. */
    public static final int HANDLERS_BYTES = 1024;

    /** A slab is so many times as long as its ring. */
    public static final int SLAB_FACTOR = 4;

    /** Behind each ring: its positions. */
    public static final int RING_END_BYTES = 896;

    /** In what is behind a ring: its tail, and behind that its head. */
    public static final int RING_POSITIONS = 128;

    /** From the beginning of the tail to the end of the head. */
    public static final int RING_POSITIONS_BYTES = 264;

    /** Of a FILE segment, before its data. */
    public static final int FILE_HEADER_BYTES = 4096;

    private FileLayouts() {}

    /** Where the number of a rank's process is in the control file; the start of the process is behind it. */
    public static long pid(int rank) {
        return slots(rank) + SLOT_PID;
    }

    /** How long the control file is up to the slot of {@code rank}. */
    public static long slots(int rank) {
        return CONTROL_HEADER_BYTES + (long) rank * SLOT_BYTES;
    }
}
