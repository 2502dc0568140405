package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says which mapped file was truncated, when an access has met a page that is not there any more. HotSpot makes an {@link InternalError}
 * of that, which names no file.
 */
final class CutFiles {
    /** Begin, end, offset and file of a shared mapping in {@code /proc/self/maps}. */
    private static final Pattern SHARED = Pattern
            .compile("([0-9a-f]+)-([0-9a-f]+) ..[-x]s ([0-9a-f]+) [0-9a-f]+:[0-9a-f]+ \\d+ +(/.*)");

    private static final Path MAPPINGS = Path.of("/proc/self/maps");
    private static final long PAGE_BYTES = 4096;

    private CutFiles() {}

    /** Whether it is the error of such an access, or was caused by one. */
    static boolean isFault(Throwable thrown) {
        int causes = 0;
        for (Throwable each = thrown; each != null && causes < 100; each = each.getCause(), causes++) {
            if (each instanceof InternalError && String.valueOf(each.getMessage()).contains("memory access")) {
                return true;
            }
        }
        return false;
    }

    /** The files that end before what this process has mapped of them, for people; empty when there are none. */
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
        Path file = Path.of(mapping.group(4));
        long end = Long.parseUnsignedLong(mapping.group(2), 16) - Long.parseUnsignedLong(mapping.group(1), 16)
                + Long.parseUnsignedLong(mapping.group(3), 16);
        try {
            long bytes = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : Long.MAX_VALUE;
            return bytes > end - PAGE_BYTES ? ""
                    : "the file " + file + " was truncated by another process: it has " + bytes + " bytes, of which "
                            + end + " are mapped: start the job again, and let no other process change its files";
        } catch (IOException e) {
            // it was deleted meanwhile
            return "";
        }
    }
}
