package org.pgas.coll;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;

/**
 * What the members called, in checked mode: each publishes its call before anything moves, and compares all.
 *
 * <pre>
 * field               writer  readers  order
 * tag                 member  members  release / acquire: everything else comes before it
 * hash, length, text  member  members  plain; the text is cut off, the hash is of all of it
 * </pre>
 */
record CallRecords(Member member, Slots slots) {
    private static final long TAG = 0;
    private static final long HASH = 8;
    private static final long LENGTH = 16;
    private static final long TEXT = 24;
    private static final int TEXT_BYTES = (int) (Slots.RECORD_BYTES - TEXT);

    void publish(long sequence, String text) {
        long record = slots.record(member.rank, sequence);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, TEXT_BYTES);
        SharedMemory.putLong(record + HASH, hash(bytes));
        SharedMemory.putLong(record + LENGTH, length);
        for (int i = 0; i < length; i++) {
            SharedMemory.putByte(record + TEXT + i, bytes[i]);
        }
        // SYNC: tag
        slots.store(record + TAG, sequence, Slots.RECORD_BYTES);
    }

    private static long hash(byte[] bytes) {
        long hash = 0xcbf2_9ce4_8422_2325L;
        for (byte next : bytes) {
            hash = (hash ^ next & 0xFF) * 0x100_0000_01b3L;
        }
        return hash;
    }

    boolean isThere(int peer, long sequence) {
        // SYNC: tag
        return SharedMemory.getLongAcquire(slots.record(peer, sequence) + TAG) == sequence;
    }

    boolean areAllThere(long sequence) {
        for (int peer = 0; peer < member.size; peer++) {
            if (!isThere(peer, sequence)) {
                return false;
            }
        }
        return true;
    }

    /** Null when all made the same call. */
    PgasException difference(String call, long sequence) {
        long first = SharedMemory.getLong(slots.record(0, sequence) + HASH);
        boolean same = true;
        for (int peer = 1; peer < member.size; peer++) {
            same &= SharedMemory.getLong(slots.record(peer, sequence) + HASH) == first;
        }
        return same ? null : member.refusals().bad(call, describe(sequence));
    }

    private String describe(long sequence) {
        Map<String, List<Integer>> ranks = new LinkedHashMap<>();
        for (int peer = 0; peer < member.size; peer++) {
            ranks.computeIfAbsent(text(slots.record(peer, sequence)), any -> new ArrayList<>()).add(peer);
        }
        StringBuilder message = new StringBuilder("the members of the team called different things as collective ")
                .append(sequence);
        ranks.forEach((text, who) -> message.append("; team rank").append(who.size() == 1 ? " " : "s ")
                .append(who.toString(), 1, who.toString().length() - 1).append(": ").append(text));
        return message.append(": all members make the same calls in the same order").toString();
    }

    private static String text(long record) {
        byte[] bytes = new byte[Math.clamp(SharedMemory.getLong(record + LENGTH), 0, TEXT_BYTES)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = SharedMemory.getByte(record + TEXT + i);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
