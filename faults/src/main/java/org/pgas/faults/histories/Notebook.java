package org.pgas.faults.histories;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What a rank has called, in a file of fixed records that is mapped: what was written stays when the process dies, and
 * a record takes no call of the system and no lock. One thread at a time writes. The file is read when the process has
 * ended.
 *
 * <pre>
 * offset  bytes
 * 0       8      begin; 0 if there is no record
 * 8       8      end; 0 if the call has not returned
 * 16      4      subject, by its ordinal
 * 20      4      kind, by its ordinal
 * 24      8      first argument
 * 32      8      second argument
 * 40      8      result
 * </pre>
 */
final class Notebook {
    private static final int BYTES = 48;
    private static final int BEGIN = 0;
    private static final int END = 8;
    private static final int SUBJECT = 16;
    private static final int KIND = 20;
    private static final int FIRST = 24;
    private static final int SECOND = 32;
    private static final int RESULT = 40;

    private final MappedByteBuffer file;
    private int at = -BYTES;

    private Notebook(MappedByteBuffer file) {
        this.file = file;
    }

    /** A new one, for so many calls at most. */
    static Notebook create(Path path, int calls) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return new Notebook(channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) BYTES * calls));
        }
    }

    /** A call that begins now. */
    void begin(Call call) {
        at += BYTES;
        file.putInt(at + SUBJECT, call.subject().ordinal());
        file.putInt(at + KIND, call.kind().ordinal());
        file.putLong(at + FIRST, call.first());
        file.putLong(at + SECOND, call.second());
        file.putLong(at + BEGIN, System.nanoTime());
    }

    /** The last call that has begun returns now. */
    void end(long result) {
        long now = System.nanoTime();
        file.putLong(at + RESULT, result);
        file.putLong(at + END, now);
    }

    /** What a rank has written. */
    static List<Operation> read(Path path, int rank) throws IOException {
        List<Operation> read = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            MappedByteBuffer file = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            for (int at = 0; at < file.limit() && file.getLong(at + BEGIN) != 0; at += BYTES) {
                read.add(operation(file, at, rank));
            }
        }
        return read;
    }

    private static Operation operation(MappedByteBuffer file, int at, int rank) {
        Call call = new Call(Subject.values()[file.getInt(at + SUBJECT)], Kind.values()[file.getInt(at + KIND)],
                file.getLong(at + FIRST), file.getLong(at + SECOND));
        Operation begun = new Operation(rank, call, 0, file.getLong(at + BEGIN), Operation.PENDING, true);
        long end = file.getLong(at + END);
        return end == 0 ? begun
                : new Operation(rank, call, file.getLong(at + RESULT), begun.begin(), end, true);
    }
}
