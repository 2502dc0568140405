package org.pgas.pshm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * A file, pipe or socket that was open when this process was started, and of which it knows the number only. It stays
 * open. One thread at a time reads, and one writes; both may wait for the other end.
 *
 * @param number not negative
 */
public record InheritedStream(int number) {
    /** What it says; closing it does nothing. */
    public InputStream in() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                Objects.checkFromIndexSize(offset, length, bytes.length);
                try (Arena arena = Arena.ofConfined()) {
                    MemorySegment memory = arena.allocate(Math.max(1, length));
                    int count = length == 0 ? 0 : check(Posix.read(number, memory.asSlice(0, length)));
                    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, bytes, offset, count);
                    return count == 0 && length > 0 ? -1 : count;
                }
            }
        };
    }

    /** What is said there; nothing is kept back, and closing it does nothing. */
    public OutputStream out() {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[]{(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                Objects.checkFromIndexSize(offset, length, bytes.length);
                try (Arena arena = Arena.ofConfined()) {
                    MemorySegment memory = arena.allocate(Math.max(1, length));
                    MemorySegment.copy(bytes, offset, memory, ValueLayout.JAVA_BYTE, 0, length);
                    for (int done = 0; done < length;) {
                        done += check(Posix.write(number, memory.asSlice(done, length - done)));
                    }
                }
            }
        };
    }

    private int check(int result) throws IOException {
        if (result < 0) {
            throw new IOException("descriptor " + number + ": " + Errno.text(-result));
        }
        return result;
    }
}
