package org.pgas.pshm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/**
 * A file of a job, as a process that only looks maps it: the kernel refuses every write, so that a tool, whatever its
 * mistakes, cannot disturb the job. The mapping ends with its arena.
 */
final class ReadOnlyMapping {
    private ReadOnlyMapping() {}

    /** Fails for a file that is shorter; opened without following a link, and only for reading. */
    static MemorySegment of(Path file, long bytes, Arena arena) throws IOException {
        try (FileChannel channel = JobDirectory.reading(file)) {
            return of(channel, bytes, arena);
        }
    }

    static MemorySegment of(FileChannel channel, long bytes, Arena arena) throws IOException {
        if (channel.size() < bytes) {
            throw new IOException("it has " + channel.size() + " bytes instead of " + bytes);
        }
        return channel.map(MapMode.READ_ONLY, 0, bytes, arena);
    }
}
