package org.pgas.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Objects;

/**
 * Large copies by the C library's {@code memmove}, which has an instruction for them that HotSpot's copy has not: it
 * takes whole lines without reading their target first, which counts most where another core has these lines.
 *
 * <p>A page that is missing there would end the process. So memory of a file that may be cut is left to the JDK's copy,
 * and so is what this class does not know: the program's own mapped files, ranges that overlap, and systems without
 * that function. Arrays are left to it too: the call would make an object for each part of one (40 bytes, JDK 25).
 *
 * <p>Segments are given to the call by their addresses, and again as segments, which the function does not look at: as
 * long as it runs, the linker keeps their arenas from being closed. A safepoint does not wait for it.
 *
 * <p>Before {@link #prepare} has run, all copies are the JDK's: to link the function takes longer than many copies, and
 * a copy may hold up others.
 *
 * <pre>
 * field  writer               reader       order
 * ready  a watcher            copiers      volatile, after the class that links has been initialised
 * </pre>
 */
@SuppressWarnings("restricted") // calling the C library is what this class is for
final class LargeCopies {
    /** From here on the call gains more than it costs, if the lines are in this core's caches. */
    static final long LEAST_BYTES = 32L << 10;

    /** The same where another core has written the lines, or is going to read them. */
    static final long LEAST_BETWEEN_CORES = 8L << 10;

    /** From here on the JDK's copy goes past the caches, and is faster. */
    private static final long MOST_BYTES = 16L << 20;

    /** In pieces of this size the function keeps its lines in the caches. */
    private static final long PIECE_BYTES = 128L << 10;

    private static final Class<?> NATIVE = SharedMemory.everything().getClass();

    private static volatile boolean ready;

    private LargeCopies() {}

    private static final class Linked {
        /** Takes target, source, bytes, and the two segments that hold these; null where there is no such function. */
        static final MethodHandle MOVE = move();

        private static MethodHandle move() {
            try {
                Linker linker = Linker.nativeLinker();
                FunctionDescriptor arguments = FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
                return linker.defaultLookup().find("memmove").map(found -> linker.downcallHandle(found, arguments))
                        .orElse(null);
            } catch (RuntimeException | Error e) {
                System.getLogger(LargeCopies.class.getName()).log(System.Logger.Level.DEBUG,
                        "large copies are left to the JDK", e);
                return null;
            }
        }
    }

    /** Links the function. Any thread, best one that nobody waits for; once is enough. */
    static void prepare() {
        ready = Linked.MOVE != null;
    }

    /** Copies, or says that the JDK has to. Throws as that, before anything is copied, for what is not in a segment. */
    static boolean copy(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        if (bytes <= 0 || bytes >= MOST_BYTES || source.getClass() != NATIVE || target.getClass() != NATIVE
                || target.isReadOnly() || !ready) {
            return false;
        }
        Objects.checkFromIndexSize(from, bytes, source.byteSize());
        Objects.checkFromIndexSize(to, bytes, target.byteSize());
        long at = source.address() + from;
        long place = target.address() + to;
        if (Math.abs(at - place) < bytes || CuttableMemory.touches(at, bytes)
                || CuttableMemory.touches(place, bytes)) {
            return false;
        }
        try {
            for (long done = 0; done < bytes; done += PIECE_BYTES) {
                Linked.MOVE.invokeExact(place + done, at + done, Math.min(PIECE_BYTES, bytes - done), target, source);
            }
            return true;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a function of the C library cannot throw that", e);
        }
    }
}
