package org.pgas.atomics;

import java.util.concurrent.ThreadLocalRandom;

/**
 * What a {@link SharedStructure} is. The word in its header tells that, and which one of all that were made in that
 * place:
 *
 * <pre>
 * bits    what
 * 48..63  signature
 * 40..47  kind, from 1
 * 32..39  version of the layout
 * 0..31   generation: random, so that it is not that of an earlier structure there
 * </pre>
 */
enum StructureKind {
    WORK_COUNTER("WorkCounter"),
    FAIR_MUTEX("FairMutex"),
    FAIR_READ_WRITE_LOCK("FairReadWriteLock"),
    MESSAGE_QUEUE("MessageQueue"),
    BYTE_FIFO("ByteFifo"),
    SEQUENCE_LOCK("SequenceLock");

    private static final int SIGNATURE = 0x5047_0000;
    private static final int VERSION = 1;

    private final String text;

    StructureKind(String text) {
        this.text = text;
    }

    private int magic() {
        return SIGNATURE | (ordinal() + 1) << 8 | VERSION;
    }

    long newWord() {
        return (long) magic() << 32 | ThreadLocalRandom.current().nextInt() & 0xFFFF_FFFFL;
    }

    /** Whether it is the word of a structure of this kind. */
    boolean isIn(long word) {
        return word >>> 32 == magic();
    }

    @Override
    public String toString() {
        return text;
    }
}
