package org.pgas.examples.kv;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What the segment in a file holds, read from the file, whatever its header says. What cannot be read, since the file
 * was truncated or its device is damaged, is zero.
 */
final class FileBytes implements AutoCloseable {
    /** Where the segment begins in a file: behind a page that is the library's. */
    private static final long SEGMENT_AT = 4096;

    /** "PGASFILE" in ASCII, read as a little-endian number. */
    private static final long MAGIC = 0x454C4946_53414750L;

    private static final int WINDOW_BYTES = 1 << 20;
    private static final int SECTOR_BYTES = 512;

    private final FileChannel channel;
    private final long bytes;
    private long windowAt = -1;
    private byte[] window = {};
    private long unreadable;

    private FileBytes(FileChannel channel) throws IOException {
        this.channel = channel;
        this.bytes = Math.max(0, channel.size() - SEGMENT_AT);
    }

    static FileBytes of(Path file) throws IOException {
        return new FileBytes(FileChannel.open(file, StandardOpenOption.READ));
    }

    /** Whether the page before begins as that of a segment. */
    boolean isSegment() throws IOException {
        ByteBuffer head = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        return channel.read(head, 0) == Long.BYTES && head.getLong(0) == MAGIC;
    }

    /** From the beginning of the segment to the end of the file. */
    long bytes() {
        return bytes;
    }

    /** Sectors that the device did not give. */
    long unreadable() {
        return unreadable;
    }

    /** {@code count} bytes from {@code offset} of the segment on, in native byte order. */
    ByteBuffer read(long offset, int count) {
        if (windowAt < 0 || offset < windowAt || offset + count > windowAt + window.length) {
            window = new byte[Math.max(WINDOW_BYTES, count)];
            windowAt = offset;
            fill();
        }
        return ByteBuffer.wrap(window, (int) (offset - windowAt), count).slice().order(ByteOrder.nativeOrder());
    }

    private void fill() {
        if (fill(0, window.length)) {
            return;
        }
        for (int at = 0; at < window.length; at += SECTOR_BYTES) {
            if (!fill(at, Math.min(SECTOR_BYTES, window.length - at))) {
                unreadable++;
            }
        }
    }

    private boolean fill(int at, int count) {
        ByteBuffer into = ByteBuffer.wrap(window, at, count);
        try {
            while (into.hasRemaining()) {
                if (channel.read(into, SEGMENT_AT + windowAt + into.position()) < 0) {
                    break;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
