package org.pgas.pshm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says which mapped file was truncated, when an access has met a page that is not there any more. HotSpot makes an
 * {@link InternalError} of that, which names no file. Any thread.
 *
 * <p>A file that still has its name says its size. Of one that was deleted or replaced the pages are looked at, by the
 * kernel, which answers with an error where an access of this process would be a fault.
 */
final class CutFiles {
    /** Begin, end, offset, inode and file of a shared mapping in {@code /proc/self/maps}. */
    private static final Pattern SHARED = Pattern
            .compile("([0-9a-f]+)-([0-9a-f]+) ..[-x]s ([0-9a-f]+) [0-9a-f]+:[0-9a-f]+ (\\d+) +(/.*)");

    private static final Path MAPPINGS = Path.of("/proc/self/maps");
    private static final Path MEMORY = Path.of("/proc/self/mem");
    private static final String DELETED = " (deleted)";
    private static final int MOST_THROWN = 100;
    private static final long PAGE_BYTES = 4096;

    private CutFiles() {}

    /** Whether it is the error of such an access, or was caused by one, or was thrown besides. */
    static boolean isFault(Throwable thrown) {
        List<Throwable> all = new ArrayList<>();
        add(all, thrown);
        for (int i = 0; i < all.size(); i++) {
            Throwable each = all.get(i);
            if (each.getClass() == InternalError.class && String.valueOf(each.getMessage()).contains("memory access")) {
                return true;
            }
            add(all, causeOf(each));
            for (Throwable besides : each.getSuppressed()) {
                add(all, besides);
            }
        }
        return false;
    }

    /** A program's own exceptions may throw when they are asked: then none. */
    private static Throwable causeOf(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (RuntimeException | Error e) {
            return null;
        }
    }

    private static void add(List<Throwable> all, Throwable thrown) {
        if (thrown != null && all.size() < MOST_THROWN) {
            all.add(thrown);
        }
    }

    /** As {@link #describe}, for what was thrown; empty when it is no fault. */
    static String describe(Throwable thrown) {
        return isFault(thrown) ? describe() : "";
    }

    /**
     * As {@link #describe()}, for each rank that leaves. Hardly one has a file that is cut: so nothing is done that
     * takes long to load.
     */
    static String describeIfAny() {
        return mayBeAny() ? describe() : "";
    }

    /** Whether a file is not as long as what is mapped of it, or has no name by which that could be told. */
    private static boolean mayBeAny() {
        try (BufferedReader lines = Files.newBufferedReader(MAPPINGS, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (isShared(line) && mayBeCut(line) && !isWhole(line)) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Reads a line of the table of mappings: begin-end, four letters, and more; the last letter tells of sharing. */
    private static boolean isShared(String line) {
        int rights = line.indexOf(' ') + 1;
        return line.startsWith("s ", rights + 3) && line.indexOf('/') > 0;
    }

    /** Not where the library has taken the name of its file away. */
    private static boolean mayBeCut(String line) {
        return !line.endsWith(DELETED) || !Mapping.isUncuttable(hexadecimal(line, 0, line.indexOf('-')));
    }

    private static boolean isWhole(String line) {
        int dash = line.indexOf('-');
        int rights = line.indexOf(' ', dash) + 1;
        int offset = line.indexOf(' ', rights) + 1;
        int device = line.indexOf(' ', offset) + 1;
        int inode = line.indexOf(' ', device) + 1;
        try {
            FileIdentity file = Posix.identity(line.substring(line.indexOf('/')));
            long wanted = hexadecimal(line, dash + 1, rights - 1) - hexadecimal(line, 0, dash)
                    + hexadecimal(line, offset, device - 1);
            return file.inode() == Long.parseLong(line, inode, line.indexOf(' ', inode), 10)
                    && file.bytes() > wanted - PAGE_BYTES;
        } catch (IOException | NumberFormatException e) {
            return false;
        }
    }

    private static long hexadecimal(String line, int from, int to) {
        return Long.parseUnsignedLong(line, from, to, 16);
    }

    /** For people: files that end before what is mapped of them, their sizes, what to do; empty if there are none. */
    static String describe() {
        try (Stream<String> lines = Files.lines(MAPPINGS)) {
            return lines.map(SHARED::matcher).filter(Matcher::matches).map(CutFiles::cut)
                    .filter(text -> !text.isEmpty())
                    .distinct().collect(Collectors.joining("; "));
        } catch (IOException e) {
            return "";
        }
    }

    private static String cut(Matcher mapping) {
        long begin = Long.parseUnsignedLong(mapping.group(1), 16);
        long end = Long.parseUnsignedLong(mapping.group(2), 16);
        long offset = Long.parseUnsignedLong(mapping.group(3), 16);
        String mapped = mapping.group(5);
        String name = mapped.endsWith(DELETED) ? mapped.substring(0, mapped.length() - DELETED.length()) : mapped;
        long inode = Long.parseLong(mapping.group(4));
        long wanted = end - begin + offset;
        if (isDevice(name) || Mapping.isUncuttable(begin)) {
            return "";
        }
        long bytes = size(Path.of(name), inode);
        boolean named = bytes >= 0;
        if (!named) {
            bytes = offset + present(begin, end);
        }
        if (bytes > wanted - PAGE_BYTES) {
            return "";
        }
        String file = named ? name : otherName(Path.of(name), inode);
        return "the file " + (file == null ? name + ", which was deleted or replaced as well," : file)
                + " was truncated by another process: it has " + bytes + " bytes instead of " + wanted
                + ", in whole pages: start the job again, with a whole copy of the file if it is one of your own, "
                + "and let no other process change files of a job";
    }

    private static boolean isDevice(String name) {
        try {
            return Files.readAttributes(Path.of(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).isOther();
        } catch (IOException e) {
            return false;
        }
    }

    /** Bytes of the file of this name and inode; -1 if the name is another file's, or nobody's. */
    private static long size(Path name, long inode) {
        try {
            Map<String, Object> found = Files.readAttributes(name, "unix:ino,size,isRegularFile",
                    LinkOption.NOFOLLOW_LINKS);
            return (boolean) found.get("isRegularFile") && inode == ((Number) found.get("ino")).longValue()
                    ? (long) found.get("size")
                    : -1;
        } catch (IOException e) {
            return -1;
        }
    }

    /** The first name of a file that was linked to another, as the table of mappings has it; null if there is none. */
    private static String otherName(Path name, long inode) {
        try (Stream<Path> beside = Files.list(name.getParent())) {
            return beside.filter(path -> size(path, inode) >= 0).map(Path::toString).findFirst().orElse(null);
        } catch (IOException | UncheckedIOException e) {
            return null;
        }
    }

    /** How many bytes of a mapping are there, from its begin; all of them if that cannot be found out. */
    private static long present(long begin, long end) {
        try (FileChannel memory = FileChannel.open(MEMORY, StandardOpenOption.READ)) {
            if (isPresent(memory, end - PAGE_BYTES)) {
                return end - begin;
            }
            long there = begin;
            long missing = end - PAGE_BYTES;
            while (there < missing) {
                long middle = there + (missing - there) / 2 / PAGE_BYTES * PAGE_BYTES;
                if (isPresent(memory, middle)) {
                    there = middle + PAGE_BYTES;
                } else {
                    missing = middle;
                }
            }
            return there - begin;
        } catch (IOException e) {
            return end - begin;
        }
    }

    private static boolean isPresent(FileChannel memory, long address) {
        try {
            return memory.read(ByteBuffer.allocate(1), address) == 1;
        } catch (IOException e) {
            return false;
        }
    }
}
