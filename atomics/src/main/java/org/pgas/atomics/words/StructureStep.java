package org.pgas.atomics.words;

import static org.pgas.atomics.words.StructureKind.BYTE_FIFO;
import static org.pgas.atomics.words.StructureKind.FAIR_MUTEX;
import static org.pgas.atomics.words.StructureKind.FAIR_READ_WRITE_LOCK;
import static org.pgas.atomics.words.StructureKind.MESSAGE_QUEUE;
import static org.pgas.atomics.words.StructureKind.SEQUENCE_LOCK;
import static org.pgas.atomics.words.StructureKind.WORK_COUNTER;

import java.util.List;

/**
 * Steps on the words of structures, which their owner carries out for ranks elsewhere: each a call of a protocol that
 * ranks which have the words mapped make themselves. The codes are part of the messages.
 */
public enum StructureStep {
    /** Answers the kind word; data that go back: the two dimensions. */
    OPEN,

    /** Lays a structure: the word is the ordinal of its kind, the numbers its dimensions. */
    LAY,

    /** Ends the structure. */
    RETRACT(StructureKind.values()),

    /** Of a counter: the first number is added, or stored; the number before goes back as data. */
    COUNTER_ADD(WORK_COUNTER),
    COUNTER_GET(WORK_COUNTER),
    COUNTER_SET(WORK_COUNTER),

    /** Of locks: the first number is {@link LockSteps#first}, the second the ticket; what is known goes back. */
    LOCK_ASK(FAIR_MUTEX, FAIR_READ_WRITE_LOCK),
    LOCK_LOOK(FAIR_MUTEX, FAIR_READ_WRITE_LOCK),
    LOCK_LEAVE(FAIR_MUTEX, FAIR_READ_WRITE_LOCK),
    LOCK_TRY(FAIR_MUTEX, FAIR_READ_WRITE_LOCK),
    LOCK_END(FAIR_MUTEX, FAIR_READ_WRITE_LOCK),
    LOCK_STATE(FAIR_MUTEX, FAIR_READ_WRITE_LOCK),
    LOCK_DESTROY(FAIR_MUTEX, FAIR_READ_WRITE_LOCK),

    /** Of records. */
    RECORD_BEGIN(SEQUENCE_LOCK),
    RECORD_END(SEQUENCE_LOCK),
    RECORD_WRITE(SEQUENCE_LOCK),
    RECORD_READ(SEQUENCE_LOCK),
    RECORD_VERSION(SEQUENCE_LOCK),
    RECORD_VALIDATE(SEQUENCE_LOCK),
    RECORD_DESTROY(SEQUENCE_LOCK),

    /** Of queues of messages. */
    QUEUE_PUT(MESSAGE_QUEUE),
    QUEUE_CLAIM(MESSAGE_QUEUE),
    QUEUE_PUBLISH(MESSAGE_QUEUE),
    QUEUE_TAKE(MESSAGE_QUEUE),
    QUEUE_RELEASE(MESSAGE_QUEUE),
    QUEUE_SIZE(MESSAGE_QUEUE),

    /** Of streams of bytes. */
    FIFO_APPEND(BYTE_FIFO),
    FIFO_BEGIN(BYTE_FIFO),
    FIFO_END(BYTE_FIFO),
    FIFO_AVAILABLE(BYTE_FIFO);

    private static final StructureStep[] ALL = values();

    /** What {@link org.pgas.far.OwnerSteps} has of this module. */
    public static final int MODULE = 0;

    private final List<StructureKind> kinds;

    StructureStep(StructureKind... kinds) {
        this.kinds = List.of(kinds);
    }

    /** Whether there is such a step of structures of that kind that are there. */
    boolean isOf(StructureKind kind) {
        return kinds.contains(kind);
    }

    static StructureStep of(int code) {
        return ALL[code];
    }

    public int code() {
        return MODULE + ordinal();
    }
}
