package org.pgas.atomics.words;

import org.pgas.far.FarStep;
import org.pgas.memory.SharedMemory;

/** Steps of a record with a version, carried out by its owner. Where they fail, the writer goes back as data. */
public final class RecordSteps {
    // Fields and orders: VersionedRecord.

    public static final long DONE = 0;
    public static final long WRITING = 1;

    private RecordSteps() {}

    public static boolean isOdd(long version) {
        return VersionedRecord.isOdd(version);
    }

    private static long writing(FarStep step) {
        step.answer(VersionedRecord.writer(step.base()));
        return WRITING;
    }

    static long begin(FarStep step) {
        return VersionedRecord.tryBeginWrite(step.base(), step.self()) ? DONE : writing(step);
    }

    static long end(FarStep step) {
        if (VersionedRecord.writer(step.base()) == step.self()) {
            VersionedRecord.endWrite(step.base());
            ring(step);
        }
        return DONE;
    }

    private static void ring(FarStep step) {
        if (SharedMemory.getLongOpaque(VersionedRecord.waiting(step.base())) != 0) {
            step.ringAll();
        }
    }

    /** Replaces the first bytes of the record, all if it is as long as the asking rank knows. */
    static long write(FarStep step, long recordBytes) {
        if (begin(step) == WRITING) {
            return WRITING;
        }
        SharedMemory.copy(step.data(), VersionedRecord.record(step.base()), Math.min(step.dataBytes(), recordBytes));
        return end(step);
    }

    static long read(FarStep step, long recordBytes) {
        if (recordBytes > step.mostBytes()
                || !VersionedRecord.tryCopy(step.base(), step.memory((int) recordBytes), 0, recordBytes)) {
            return writing(step);
        }
        return DONE;
    }

    static long version(FarStep step) {
        long version = VersionedRecord.beginRead(step.base());
        step.answer(VersionedRecord.writer(step.base()));
        return version;
    }

    static long validate(FarStep step) {
        return VersionedRecord.isValid(step.base(), step.first()) ? DONE : WRITING;
    }

    static long destroy(FarStep step) {
        if (begin(step) == WRITING) {
            return WRITING;
        }
        StructureKind.retract(step.base());
        step.ringAll();
        return DONE;
    }
}
