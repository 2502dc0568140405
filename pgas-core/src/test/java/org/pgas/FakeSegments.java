package org.pgas;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.pgas.memory.SegmentTrailer;
import org.pgas.spi.MappedSegment;
import org.pgas.spi.SegmentStore;

/** Segments of a {@link FakeWorld} that come and go: memory of this JVM, under the names that files would have. */
final class FakeSegments {
    private final Map<String, Block> blocks = new HashMap<>();
    private final Set<String> unclean = new HashSet<>();

    /** Runs whenever somebody maps what a peer has made. */
    private volatile Runnable mapping = () -> {};

    private volatile boolean deviceRefuses;

    private record Block(long address, long bytes, boolean inUse) {}

    /** Memory of zeros whose pages come when they are touched: of a file that is gone at once. Never unmapped. */
    static long map(long bytes) {
        try (FileChannel file = FileChannel.open(Files.createTempFile("fake", null), StandardOpenOption.READ,
                StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            return file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.global()).address();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SegmentStore of(int rank) {
        return new Store(rank);
    }

    /** Pretends that who has opened the file has died without closing it. */
    synchronized void crash(Path path) {
        Block block = blocks.get(path.toString());
        blocks.put(path.toString(), new Block(block.address(), block.bytes(), false));
        unclean.add(path.toString());
    }

    void whileMapping(Runnable action) {
        mapping = action;
    }

    /** Whether what is written cannot be brought to its device. */
    void deviceRefuses(boolean refuses) {
        deviceRefuses = refuses;
    }

    /** How many segments there are, those of files included. */
    synchronized int count() {
        return blocks.size();
    }

    private synchronized Block make(String name, long bytes) {
        if (blocks.containsKey(name)) {
            throw new PgasException(ErrorCode.RESOURCE, name + " exists already");
        }
        Block block = new Block(map(bytes + SegmentTrailer.BYTES), bytes, true);
        blocks.put(name, block);
        return block;
    }

    private synchronized Block find(String name, long bytes) {
        Block block = blocks.get(name);
        if (block == null || !block.inUse() || block.bytes() != bytes) {
            throw new PgasException(ErrorCode.RESOURCE, name + " is not there with " + bytes + " bytes: " + block);
        }
        return block;
    }

    private synchronized Block open(String name, long bytes, boolean force) {
        Block found = blocks.get(name);
        boolean refused = found == null || found.inUse() || bytes != 0 && bytes != found.bytes()
                || unclean.contains(name) && !force;
        if (refused) {
            throw new PgasException(ErrorCode.RESOURCE, name + " was refused: " + found);
        }
        unclean.remove(name);
        Block block = new Block(found.address(), found.bytes(), true);
        blocks.put(name, block);
        return block;
    }

    private synchronized void close(String name) {
        Block block = blocks.get(name);
        blocks.put(name, new Block(block.address(), block.bytes(), false));
    }

    private synchronized void remove(String name) {
        blocks.remove(name);
    }

    private final class Store implements SegmentStore {
        private final int rank;

        Store(int rank) {
            this.rank = rank;
        }

        @Override
        public MappedSegment create(int number, long bytes) {
            String name = name(rank, number);
            return new Mapped(make(name, bytes), () -> remove(name));
        }

        @Override
        public MappedSegment map(int owner, int number, long bytes) {
            mapping.run();
            return new Mapped(find(name(owner, number), bytes), () -> {});
        }

        @Override
        public MappedSegment createFile(Path path, long bytes) {
            return new Mapped(make(path.toString(), bytes), () -> close(path.toString()));
        }

        @Override
        public MappedSegment openFile(Path path, long bytes, boolean force) {
            return new Mapped(open(path.toString(), bytes, force), () -> close(path.toString()));
        }

        @Override
        public MappedSegment mapFile(Path path, long bytes) {
            return new Mapped(find(path.toString(), bytes), () -> {});
        }

        private static String name(int owner, int number) {
            return "segment " + number + " of rank " + owner;
        }
    }

    private final class Mapped implements MappedSegment {
        private final Block block;
        private final Runnable whenClosed;
        private boolean closed;

        Mapped(Block block, Runnable whenClosed) {
            this.block = block;
            this.whenClosed = whenClosed;
        }

        @Override
        public long address() {
            return block.address();
        }

        @Override
        public long bytes() {
            return block.bytes();
        }

        @Override
        public synchronized void sync() {
            if (closed) {
                throw new PgasException(ErrorCode.NOT_INITIALIZED, "closed");
            }
            if (deviceRefuses) {
                throw new PgasException(ErrorCode.RESOURCE, "the device refuses");
            }
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                whenClosed.run();
            }
        }
    }
}
