package org.pgas.place;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.area.EndpointDirectory;
import org.pgas.refusal.Refusals;

/**
 * What a rank tells others of an endpoint when it is published: what is bound to it, and how they reach that.
 *
 * @param binding see {@link EndpointDirectory}, or {@link #ALWAYS}
 * @param slot of the segment in the directory; 0 of one that is not there: what the collective attach has made
 * @param path of the file of a segment of kind FILE, else ""
 */
public record SegmentCard(int jobRank, int endpoint, int capabilities, int binding, Reach reach, long bytes, int slot,
        long generation, String path) {
    /** The binding of what the collective attach has bound, which is never unbound. */
    static final int ALWAYS = 0;

    /** How peers reach a segment. */
    public enum Reach {
        /** Nothing is bound. */
        NONE,
        /** It is mapped, by the collective attach. */
        ATTACHED,
        /** They map it, by its slot. */
        MAPPED,
        /** They map its file. */
        FILE,
        /** By messages. */
        MESSAGES
    }

    private static final Reach[] REACHES = Reach.values();

    /** The card for a rank that maps nothing of this one's neighbourhood. */
    SegmentCard fromElsewhere() {
        return reach == Reach.NONE ? this
                : new SegmentCard(jobRank, endpoint, capabilities, binding, Reach.MESSAGES, bytes, slot, generation,
                        "");
    }

    /** Whether two cards are of one segment, bound to whatever endpoints. */
    boolean isSameSegment(SegmentCard other) {
        return jobRank == other.jobRank && slot == other.slot && generation == other.generation;
    }

    public void write(DataOutputStream out) throws IOException {
        out.writeInt(jobRank);
        out.writeInt(endpoint);
        out.writeInt(capabilities);
        out.writeInt(binding);
        out.writeByte(reach.ordinal());
        out.writeLong(bytes);
        out.writeInt(slot);
        out.writeLong(generation);
        out.writeUTF(path);
    }

    public static SegmentCard read(DataInputStream in) throws IOException {
        SegmentCard card = new SegmentCard(in.readInt(), in.readInt(), in.readInt(), in.readInt(),
                reach(in.readByte()), in.readLong(), in.readInt(), in.readLong(), in.readUTF());
        if (card.jobRank < 0 || card.jobRank >= GlobalPointer.MAX_RANKS || card.endpoint < 0
                || card.endpoint >= GlobalPointer.MAX_ENDPOINTS || card.slot < 0
                || card.slot >= EndpointDirectory.SLOTS || card.bytes < 0
                || card.bytes > GlobalPointer.MAX_SEGMENT_BYTES) {
            throw new IOException("no card of an endpoint: " + card);
        }
        return card;
    }

    private static Reach reach(int ordinal) throws IOException {
        if (ordinal < 0 || ordinal >= REACHES.length) {
            throw new IOException("no card of an endpoint: its segment is reached in way " + ordinal);
        }
        return REACHES[ordinal];
    }

    /** The error of a card that was changed on its way. */
    public static PgasException damaged(IOException why) {
        return Refusals.OF_NO_RANK.failure(ErrorCode.RESOURCE,
                "what a rank tells of its endpoints is damaged: " + why.getMessage()
                        + ": another process has written into the files of the job",
                why);
    }

    /** For a caller that hands it on as it is. */
    public byte[] toBytes() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an array does not fail
        }
        return bytes.toByteArray();
    }

    public static SegmentCard of(byte[] bytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return read(in);
        } catch (IOException e) {
            throw damaged(e);
        }
    }
}
