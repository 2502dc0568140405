package org.pgas.pshm;

import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.memory.CuttableMemory;

/**
 * A shared file mapped into this JVM, or memory for the same use.
 *
 * <p>It is never unmapped: a bulk copy that races an unmap would kill the JVM. {@link #abandon} puts private, untouched
 * memory in its place instead, in one step of the kernel: an access then finds either the old memory or zeros, and the
 * shared pages are free. The address range costs nothing but address space, and what the kernel needs to describe it,
 * which {@link RestingBlocks} is for. Only {@link SegmentMappings} uses ranges again, and only after a long rest.
 *
 * <p>While its file has a name, another process may make it shorter: so long it is
 * {@link CuttableMemory}.
 *
 * <pre>
 * field      writer                reader    order
 * abandoned  threads that abandon  the same  CAS
 * </pre>
 */
final class Mapping {
    /**
     * End of each mapping that cannot be cut, by its begin, until it is abandoned. Written by watchers, read by
     * {@link CutFiles}.
     */
    private static final NavigableMap<Long, Long> UNCUTTABLE = new ConcurrentSkipListMap<>();

    private final long address;
    private final long bytes;
    private final AtomicBoolean abandoned = new AtomicBoolean();

    private Mapping(long address, long bytes) {
        this.address = address;
        this.bytes = bytes;
    }

    /** Maps an open file, which may be closed afterwards. */
    static Mapping of(int fd, long bytes) throws IOException {
        return inHugePages(cuttable(Posix.mmap(0, bytes, Posix.MAP_SHARED, fd), bytes), bytes);
    }

    private static long cuttable(long address, long bytes) {
        CuttableMemory.add(address, bytes);
        return address;
    }

    /** As {@link #of}, in place of untouched memory of this process that is there. */
    static Mapping at(long address, int fd, long bytes) throws IOException {
        // before the file is there
        CuttableMemory.add(address, bytes);
        try {
            return inHugePages(Posix.mmap(address, bytes, Posix.MAP_SHARED_FIXED, fd), bytes);
        } catch (IOException e) {
            CuttableMemory.remove(address);
            // what failed may have left nothing there, and somebody else's memory may have come in between
            fill(address, bytes);
            throw e;
        }
    }

    private static void fill(long address, long bytes) {
        try {
            Posix.mmap(address, bytes, Posix.MAP_PRIVATE_ANONYMOUS_FIXED_NOREPLACE_NORESERVE, -1);
        } catch (IOException e) {
            // what was there is there still, as it should
            System.getLogger(Mapping.class.getName()).log(System.Logger.Level.DEBUG, "addresses kept", e);
        }
    }

    private static Mapping inHugePages(long address, long bytes) {
        if (bytes >= HUGE_PAGE) {
            Posix.advise(address, bytes, Posix.MADV_HUGEPAGE);
        }
        return new Mapping(address, bytes);
    }

    /** As {@link #of}, of a file that is reserved in parts: never in huge pages, which take room beside these. */
    static Mapping sparse(int fd, long bytes) throws IOException {
        return new Mapping(cuttable(Posix.mmap(0, bytes, Posix.MAP_SHARED, fd), bytes), bytes);
    }

    /** Memory of this process alone; its pages come when they are touched. */
    static Mapping anonymous(long bytes) throws IOException {
        return new Mapping(Posix.mmap(0, bytes, Posix.MAP_PRIVATE_ANONYMOUS_NORESERVE, -1), bytes);
    }

    private static final long HUGE_PAGE = 2L << 20;

    long address() {
        return address;
    }

    long bytes() {
        return bytes;
    }

    /** The file has no name any more: it stays as long as it is. */
    void cannotBeCut() {
        UNCUTTABLE.put(address, address + bytes);
        CuttableMemory.remove(address);
    }

    /** Whether an address lies in the mapping of a file that {@link #cannotBeCut}. */
    static boolean isUncuttable(long address) {
        Map.Entry<Long, Long> last = UNCUTTABLE.floorEntry(address);
        return last != null && address < last.getValue();
    }

    /** Says whether it was this call that did it: the second time does nothing, and so does a first that fails. */
    boolean abandon() {
        boolean done = abandoned.compareAndSet(false, true) && abandon(address, bytes);
        if (done) {
            CuttableMemory.remove(address);
            UNCUTTABLE.remove(address);
        }
        return done;
    }

    /** Gives the file's memory back, in every process that maps it; where the file system cannot, it stays. */
    void removePages() {
        Posix.advise(address, bytes, Posix.MADV_REMOVE);
    }

    /** Writes a part to the device; 0, or an errno. */
    int sync(long offset, long length) {
        return Posix.msync(address + offset, length);
    }

    /**
     * The same for a mapping that the JDK made in its global arena, once, or for addresses where abandoned ones are.
     * Says whether the kernel did it.
     */
    static boolean abandon(long address, long bytes) {
        try {
            Posix.mmap(address, bytes, Posix.MAP_PRIVATE_ANONYMOUS_FIXED_NORESERVE, -1);
            return true;
        } catch (IOException e) {
            // The old mapping stays, which is as safe; its memory is freed when this process ends.
            System.getLogger(Mapping.class.getName()).log(System.Logger.Level.DEBUG, "mapping kept", e);
            return false;
        }
    }
}
