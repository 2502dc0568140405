package org.pgas.atomics;

/** What a {@link SharedStructure} is. The word in its header tells kind and version of the layout. */
enum StructureKind {
    WORK_COUNTER("WorkCounter"),
    FAIR_MUTEX("FairMutex"),
    FAIR_READ_WRITE_LOCK("FairReadWriteLock"),
    MESSAGE_QUEUE("MessageQueue"),
    BYTE_FIFO("ByteFifo"),
    SEQUENCE_LOCK("SequenceLock");

    /** No word that a program would write by chance. */
    private static final long SIGNATURE = 0x5047_4153_7368_0000L;

    private static final int VERSION = 1;

    private final String text;

    StructureKind(String text) {
        this.text = text;
    }

    long magic() {
        return SIGNATURE | (ordinal() + 1) << 8 | VERSION;
    }

    @Override
    public String toString() {
        return text;
    }
}
