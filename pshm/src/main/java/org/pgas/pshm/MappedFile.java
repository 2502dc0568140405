package org.pgas.pshm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that this process has mapped, as the kernel knows it, whatever becomes of its name. It tells a process of a
 * job from all others: that has the job's control file mapped for writing. No word in the file can pretend that.
 *
 * @param file device and inode, as in {@code /proc/PID/maps}
 */
record MappedFile(String file) {
    /** Begin, end, whether it can be written, and the file of a shared mapping. */
    private static final Pattern SHARED = Pattern
            .compile("(?m)^([0-9a-f]+)-([0-9a-f]+) .([-w]).s [0-9a-f]+ ([0-9a-f]+:[0-9a-f]+ [0-9]+)\\b");

    /** The file that is mapped at an address of this process. Error: none is. */
    static MappedFile at(long address) {
        Matcher line = SHARED.matcher(maps("self"));
        while (line.find()) {
            if (Long.compareUnsigned(Long.parseUnsignedLong(line.group(1), 16), address) <= 0
                    && Long.compareUnsigned(address, Long.parseUnsignedLong(line.group(2), 16)) < 0) {
                return new MappedFile(line.group(4));
            }
        }
        throw new IllegalStateException("no file is mapped at 0x" + Long.toHexString(address));
    }

    /** Whether a process maps it for writing. False if that is not known: it has ended, or is another user's. */
    boolean isMappedBy(long pid) {
        Matcher line = SHARED.matcher(maps(Long.toString(pid)));
        while (line.find()) {
            if (line.group(3).equals("w") && line.group(4).equals(file)) {
                return true;
            }
        }
        return false;
    }

    private static String maps(String pid) {
        try {
            return new String(Files.readAllBytes(Path.of("/proc", pid, "maps")), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
