package org.pgas.pshm;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A shared file mapped into this JVM, or memory for the same use.
 *
 * <p>It is never unmapped: a bulk copy that races an unmap would kill the JVM. {@link #abandon} puts private, untouched
 * memory in its place instead, in one step of the kernel: an access then finds either the old memory or zeros, and the
 * shared pages are free. The address range costs nothing but address space, and what the kernel needs to describe it,
 * which {@link RestingBlocks} is for. Only {@link SegmentMappings} uses ranges again, and only after a long rest.
 *
 * <pre>
 * field      writer        reader    order
 * abandoned  who abandons  the same  CAS
 * </pre>
 */
final class Mapping {
    private final long address;
    private final long bytes;
    private final AtomicBoolean abandoned = new AtomicBoolean();

    private Mapping(long address, long bytes) {
        this.address = address;
        this.bytes = bytes;
    }

    /** Maps an open file, which may be closed afterwards. */
    static Mapping of(int fd, long bytes) throws IOException {
        return inHugePages(Posix.mmap(0, bytes, Posix.MAP_SHARED, fd), bytes);
    }

    /** As {@link #of}, in place of untouched memory of this process that is there. */
    static Mapping at(long address, int fd, long bytes) throws IOException {
        try {
            return inHugePages(Posix.mmap(address, bytes, Posix.MAP_SHARED_FIXED, fd), bytes);
        } catch (IOException e) {
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
        return new Mapping(Posix.mmap(0, bytes, Posix.MAP_SHARED, fd), bytes);
    }

    /** Memory of this process alone, whose pages come when they are touched. */
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

    /** Says whether it was this call that did it: the second time does nothing. */
    boolean abandon() {
        boolean first = abandoned.compareAndSet(false, true);
        if (first) {
            abandon(address, bytes);
        }
        return first;
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
     */
    static void abandon(long address, long bytes) {
        try {
            Posix.mmap(address, bytes, Posix.MAP_PRIVATE_ANONYMOUS_FIXED_NORESERVE, -1);
        } catch (IOException e) {
            // The old mapping stays, which is as safe; its memory is freed when this process ends.
            System.getLogger(Mapping.class.getName()).log(System.Logger.Level.DEBUG, "mapping kept", e);
        }
    }
}
