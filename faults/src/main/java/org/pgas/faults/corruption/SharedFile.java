package org.pgas.faults.corruption;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A file that a job has mapped, as this process sees and changes it: by reads and writes, since a mapping would fault
 * when the file is cut. It stays open, so it is the file that the ranks have, whatever lies under its name later.
 */
final class SharedFile implements AutoCloseable {
    /** The kind of the file of a FILE segment. */
    static final String FILE_SEGMENT = "FILE segment";

    /** Of each stretch of data; what lies behind is memory of the program. */
    private static final int MOST_BYTES = 1 << 20;

    private static final int BLOCK = 4096;

    private final Path path;
    private final String kind;
    private final FileChannel channel;

    /** A file of a job's directory: its kind is its name without numbers. */
    SharedFile(Path path) throws IOException {
        this(path, path.getFileName().toString().replaceAll("-[0-9].*", ""));
    }

    SharedFile(Path path, String kind) throws IOException {
        this.path = path;
        this.kind = kind;
        channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    Path path() {
        return path;
    }

    String kind() {
        return kind;
    }

    long bytes() throws IOException {
        return channel.size();
    }

    byte[] read(long offset, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining() && channel.read(buffer, offset + buffer.position()) >= 0) {
            continue;
        }
        return buffer.array();
    }

    void write(long offset, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer, offset + buffer.position());
        }
    }

    void truncate(long bytes) throws IOException {
        channel.truncate(bytes);
    }

    /** Offsets of the words that are not 0: what is in use. Holes of a sparse file cost little. */
    List<Long> wordsInUse() throws IOException {
        List<Long> words = new ArrayList<>();
        long end = Math.min(bytes(), 512L << 20);
        long looked = 0;
        for (long offset = 0; offset < end && looked < MOST_BYTES; offset += BLOCK) {
            ByteBuffer block = ByteBuffer.wrap(read(offset, BLOCK)).order(ByteOrder.nativeOrder());
            int before = words.size();
            for (int at = 0; at < BLOCK; at += Long.BYTES) {
                if (block.getLong(at) != 0) {
                    words.add(offset + at);
                }
            }
            if (words.size() > before) {
                looked += BLOCK;
            } else if (offset % (64 * BLOCK) == 0 && offset > MOST_BYTES) {
                // the area is mostly hole: what ranks use is at the beginning of their parts, which begin at whole
                // mebibytes
                offset = (offset / MOST_BYTES + 1) * MOST_BYTES - BLOCK;
            }
        }
        return words;
    }

    /** Which of these words are written all the time: positions, counts of barriers, locks. */
    List<Long> wordsThatChange(List<Long> words, long micros) throws IOException, InterruptedException {
        List<Long> first = new ArrayList<>();
        for (long word : words) {
            first.add(longAt(word));
        }
        java.util.concurrent.TimeUnit.MICROSECONDS.sleep(micros);
        List<Long> changed = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (longAt(words.get(i)) != first.get(i)) {
                changed.add(words.get(i));
            }
        }
        return changed;
    }

    long longAt(long offset) throws IOException {
        return ByteBuffer.wrap(read(offset, Long.BYTES)).order(ByteOrder.nativeOrder()).getLong();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
