package org.pgas.hosts.local;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

import org.pgas.hosts.wire.WireSettings;
import org.pgas.memory.SharedMemory;

/**
 * The first bytes in each direction of a connection, in native byte order, by which ranks of one job know each other:
 *
 * <pre>
 *     0     8  magic
 *     8     4  version
 *    12     4  source    rank that says so
 *    16     4  target    rank that it means
 *    20     4  size      of the job
 *    24     4  room      {@link Outgoing#ROOM_BYTES}
 *    28     4  checked   1 if frames have checksums of data
 *    32    32  job       SHA-256 of the job's own bytes
 * </pre>
 */
final class Greeting {
    static final int BYTES = 64;

    /** "PGASWIRE" in ASCII, read as a little-endian number; the other byte order shows as its reverse. */
    private static final long MAGIC = 0x4552_4957_5341_4750L;
    private static final int VERSION = 1;
    private static final int JOB = 32;

    private final WireSettings settings;
    private final byte[] job;

    Greeting(WireSettings settings) {
        this.settings = settings;
        try {
            job = MessageDigest.getInstance("SHA-256").digest(settings.job());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    int rank() {
        return settings.rank();
    }

    boolean checked() {
        return settings.checked();
    }

    /** What this rank says to a peer. */
    ByteBuffer to(int target) {
        ByteBuffer text = ByteBuffer.allocate(BYTES).order(ByteOrder.nativeOrder());
        text.putLong(MAGIC).putInt(VERSION).putInt(settings.rank()).putInt(target).putInt(settings.size());
        text.putInt(Outgoing.ROOM_BYTES).putInt(settings.checked() ? 1 : 0).put(job);
        return text.flip();
    }

    /** What is wrong with a greeting at an address that should be that peer's, or null. */
    String wrong(long address, int peer) {
        ByteBuffer text = ByteBuffer.allocate(BYTES).order(ByteOrder.nativeOrder());
        for (int i = 0; i < BYTES; i++) {
            text.put(SharedMemory.getByte(address + i));
        }
        return wrong(text.flip(), peer);
    }

    /** The rank that a greeting comes from. */
    static int source(ByteBuffer text) {
        return text.getInt(12);
    }

    /** As {@link #wrong(long, int)}; {@code text} is whole, and stays as it is. */
    String wrong(ByteBuffer text, int peer) {
        byte[] theirs = new byte[job.length];
        text.get(JOB, theirs);
        if (text.getLong(0) != MAGIC) {
            return "is no rank: its greeting is of another program or byte order";
        }
        if (text.getInt(8) != VERSION) {
            return "has version " + text.getInt(8) + " of the wire, and this rank " + VERSION;
        }
        if (!Arrays.equals(theirs, job)) {
            return "is of another job";
        }
        if (source(text) != peer || text.getInt(16) != settings.rank() || text.getInt(20) != settings.size()) {
            return "greets as rank " + source(text) + " of " + text.getInt(20) + " that means rank " + text.getInt(16)
                    + ", and this is rank " + settings.rank() + " of " + settings.size() + ", which means " + peer;
        }
        if (text.getInt(24) != Outgoing.ROOM_BYTES || text.getInt(28) != (settings.checked() ? 1 : 0)) {
            return "has other settings: room of " + text.getInt(24) + " bytes, checked mode " + text.getInt(28);
        }
        return null;
    }
}
