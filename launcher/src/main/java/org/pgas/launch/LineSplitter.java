package org.pgas.launch;

import java.io.IOException;
import java.util.Arrays;

/**
 * Cuts a stream of bytes into lines.
 *
 * <p>A line longer than the limit is handed on in pieces, each as a line of its own, so that memory stays bounded;
 * pieces end between characters of UTF-8. Line ends are LF or CR LF.
 */
final class LineSplitter implements ByteTarget {
    private static final int LONGEST_LINE_BYTES = 1 << 16;
    private static final int FIRST_CAPACITY = 256;
    private static final int UTF8_LONGEST = 4;

    private final LineTarget target;
    private final int limit;

    /** The start of a line; its end has not come yet. */
    private byte[] pending = new byte[FIRST_CAPACITY];
    private int pendingCount;

    LineSplitter(LineTarget target) {
        this(target, LONGEST_LINE_BYTES);
    }

    /** @param limit of a line, in bytes */
    LineSplitter(LineTarget target, int limit) {
        this.target = target;
        this.limit = Math.max(limit, UTF8_LONGEST);
    }

    @Override
    public void accept(byte[] bytes, int offset, int length) throws IOException {
        int end = offset + length;
        int start = offset;
        for (int i = offset; i < end; i++) {
            if (bytes[i] == '\n') {
                append(bytes, start, i - start);
                emit(dropCarriageReturn());
                start = i + 1;
            }
        }
        append(bytes, start, end - start);
        target.pause();
    }

    /** Hands on a last line without an end, too. */
    @Override
    public void finish() throws IOException {
        if (pendingCount > 0) {
            emit(pendingCount);
        }
        target.pause();
    }

    private int dropCarriageReturn() {
        return pendingCount > 0 && pending[pendingCount - 1] == '\r' ? pendingCount - 1 : pendingCount;
    }

    private void emit(int length) throws IOException {
        target.line(pending, 0, length);
        pendingCount = 0;
    }

    private void append(byte[] bytes, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (pendingCount == limit) {
                emitPiece();
            }
            int part = Math.min(length - done, limit - pendingCount);
            reserve(pendingCount + part);
            System.arraycopy(bytes, offset + done, pending, pendingCount, part);
            pendingCount += part;
            done += part;
        }
    }

    private void reserve(int capacity) {
        if (capacity > pending.length) {
            pending = Arrays.copyOf(pending, Math.min(limit, Math.max(capacity, 2 * pending.length)));
        }
    }

    private void emitPiece() throws IOException {
        int cut = pendingCount - unfinishedCharacter();
        target.line(pending, 0, cut);
        System.arraycopy(pending, cut, pending, 0, pendingCount - cut);
        pendingCount -= cut;
    }

    /** Bytes at the end that start a character which needs more; 0 also when they are no UTF-8. */
    private int unfinishedCharacter() {
        for (int back = 1; back < UTF8_LONGEST && back <= pendingCount; back++) {
            int b = pending[pendingCount - back] & 0xff;
            if (b >= 0xc0) {
                int needed = b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : 2;
                return needed > back ? back : 0;
            }
            if (b < 0x80) {
                return 0;
            }
        }
        return 0;
    }
}
