package org.pgas.spi;

/**
 * The names of the files in a job's directory by which ranks of several neighbourhoods find each other. Each host has a
 * directory of its own; a launcher of several hosts puts the same secret into all of them, and carries the addresses of
 * ranks from one to the others, before it says there that these ranks have joined.
 */
public final class WireFiles {
    /** What ranks of one job have in common and nobody else knows: {@value #SECRET_BYTES} bytes. */
    public static final String SECRET = "wire-secret";

    /** Bytes of a secret. */
    public static final int SECRET_BYTES = 32;

    private WireFiles() {}

    /** Where others find a rank: made by it before it says that it has joined. It holds no secret. */
    public static String address(int rank) {
        return "wire-address-" + rank;
    }
}
