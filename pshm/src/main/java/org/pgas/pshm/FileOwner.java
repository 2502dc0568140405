package org.pgas.pshm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process that has a FILE segment open, in one word, so that one compare-and-set takes the file: 22 bits of its pid (Linux has
 * no larger), the lower 32 of its start, and 10 that depend on the host's boot.
 *
 * @param word 0 for nobody
 */
record FileOwner(long word) {
    static final FileOwner NOBODY = new FileOwner(0);

    private static final int PID_SHIFT = 42;
    private static final int START_SHIFT = 10;
    private static final long START_MASK = 0xFFFF_FFFFL;
    private static final int BOOT_MASK = (1 << START_SHIFT) - 1;
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    static FileOwner current() {
        return of(ProcessIdentity.current(), bootId());
    }

    static FileOwner of(ProcessIdentity process, String bootId) {
        return new FileOwner(process.pid() << PID_SHIFT | (process.start() & START_MASK) << START_SHIFT
                | bootId.hashCode() & BOOT_MASK);
    }

    /** What tells this run of the host's kernel from all others; empty where the system does not say. */
    static String bootId() {
        try {
            return Files.readString(BOOT_ID, StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            return "";
        }
    }

    long pid() {
        return word >>> PID_SHIFT;
    }

    /** Which rank of the job it is; -1 if none. */
    int rankIn(ControlFile control) {
        String bootId = bootId();
        for (int rank = 0; rank < control.size(); rank++) {
            if (word != 0 && of(control.process(rank), bootId).word == word) {
                return rank;
            }
        }
        return -1;
    }

    /** Whether it still runs, as far as this process can see: not one of another host or of another container. */
    boolean isAlive() {
        ProcessIdentity now = ProcessIdentity.of(pid());
        return word != 0 && now.isAlive() && of(now, bootId()).word == word;
    }
}
