package org.pgas.pshm;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Function;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageOutbox;

/**
 * The rings of one network to the other ranks: claims a record, writes it, completes it, and rings the receiver if it
 * sleeps.
 *
 * <p>Nothing may throw between claim and completion without taking the claim back: the receiver would wait for it.
 */
final class Outbox implements MessageOutbox {
    // Fields and orders: AmLayout.

    /** Type of a record before its head is known; no legal head. */
    private static final int CLAIMED = 1;

    private final AmLayout.Network network;
    private final int rank;

    /** The part of every type that names the sender. */
    private final int sender;

    /** By peer; null for this rank. */
    private final Lane[] lanes;
    private final Doorbells doorbells;
    private final boolean fence;

    /** Null where claims are made in the ring. */
    private final Staging staging;

    /** Largest payload that lies in the ring. */
    private final int mostInRing;

    /** Whether payloads count in the checksum. */
    private final boolean checked;
    private final Function<String, RuntimeException> fail;

    Outbox(AmLayout.Network network, int rank, Lane[] lanes, Doorbells doorbells, Staging staging,
            AmConfig config, Function<String, RuntimeException> fail) {
        this.network = network;
        this.rank = rank;
        this.sender = MessageRecord.sender(rank);
        this.lanes = lanes;
        this.doorbells = doorbells;
        this.fence = doorbells.fence();
        this.staging = staging;
        mostInRing = config.mostInRing();
        checked = config.checked();
        this.fail = fail;
    }

    /** Straight for the messages that most are: without ends. */
    @Override
    public boolean sendShort(int peer, long head, long first, long second) {
        if (MessageHead.hasEnds(head)) {
            return sendShortWithEnds(peer, head, first, second, null, 0);
        }
        Lane lane = lanes[peer];
        int count = MessageHead.argumentCount(head);
        int type = sender | (int) head;
        int length = MessageRecord.claimed(MessageRecord.length(MessageHead.SHORT, count));
        // what can be known before the claim is: a claim waits for the processor's stores, and the other way round
        int sum = RecordChecksum.end(RecordChecksum.addFour(RecordChecksum.begin(type, length), count, first, second));
        int index = lane.tryClaim(type, length);
        if (index < 0) {
            return false;
        }
        long at = lane.address(index);
        SharedMemory.putInt(at, sum ^ lane.sequenceOfClaim(index));
        MessageRecord.putFour(at + MessageRecord.arguments(MessageHead.SHORT), count, first, second);
        complete(lane, index, peer);
        return true;
    }

    @Override
    public boolean sendShort(int peer, long head, int[] arguments) {
        int count = MessageHead.argumentCount(head);
        Objects.checkIndex(count, arguments.length + 1);
        if (MessageHead.hasEnds(head)) {
            return sendShortWithEnds(peer, head, 0, 0, arguments, count);
        }
        Lane lane = lanes[peer];
        int type = sender | (int) head;
        int length = MessageRecord.claimed(MessageRecord.length(MessageHead.SHORT, count));
        int sum = RecordChecksum
                .end(RecordChecksum.addArray(RecordChecksum.begin(type, length), 0, count, arguments));
        int index = lane.tryClaim(type, length);
        if (index < 0) {
            return false;
        }
        long at = lane.address(index);
        SharedMemory.putInt(at, sum ^ lane.sequenceOfClaim(index));
        MessageRecord.putArray(at + MessageRecord.arguments(MessageHead.SHORT), 0, count, arguments);
        complete(lane, index, peer);
        return true;
    }

    /** With all arguments in the array, {@code inArray} of them, or in the pairs. */
    private boolean sendShortWithEnds(int peer, long head, long first, long second, int[] array, int inArray) {
        Lane lane = lanes[peer];
        int inPairs = MessageHead.argumentCount(head) - inArray;
        int type = MessageRecord.type(sender, head);
        int length = MessageRecord.claimed(MessageRecord.length(MessageHead.SHORT, MessageHead.words(head)));
        long pairs = RecordChecksum.addFour(RecordChecksum.begin(type, length), inPairs, first, second);
        long all = RecordChecksum.addArray(pairs, 0, inArray, array);
        int sum = RecordChecksum.end(RecordChecksum.addEnds(all, head));
        int index = lane.tryClaim(type, length);
        if (index < 0) {
            return false;
        }
        long at = lane.address(index);
        long arguments = at + MessageRecord.arguments(MessageHead.SHORT);
        SharedMemory.putInt(at, sum ^ lane.sequenceOfClaim(index));
        MessageRecord.putFour(arguments, inPairs, first, second);
        MessageRecord.putArray(arguments, 0, inArray, array);
        MessageRecord.putEnds(arguments, head);
        complete(lane, index, peer);
        return true;
    }

    @Override
    public boolean sendMedium(int peer, long head, long first, long second, int[] arguments,
            MemorySegment payload, long offset, int bytes) {
        Lane lane = lanes[peer];
        int count = MessageHead.argumentCount(head);
        checkArray(count, arguments);
        int type = mediumType(head, bytes);
        int length = claimed(MessageHead.words(head), bytes);
        int index = lane.tryClaim(type, length);
        if (index < 0) {
            return false;
        }
        try {
            // of the source: what is written over the copy is noticed at any time
            long sum = mediumSum(type, length, payload, offset, bytes);
            putMedium(lane, index, sum, head, first, second, arguments, bytes);
            if (bytes > 0) {
                SharedMemory.copyInForPeer(payload, offset, payloadAddress(lane, index, MessageHead.words(head), bytes),
                        bytes);
            }
        } catch (RuntimeException | Error e) {
            takeBack(peer, index);
            throw e;
        }
        complete(lane, index, peer);
        return true;
    }

    /** The type of a medium message with a claim that had room for so many bytes. */
    private int mediumType(long head, int room) {
        int type = MessageRecord.type(sender, head);
        return room > mostInRing ? type | MessageRecord.IN_SLAB : type;
    }

    /** Bytes to claim for a medium message with room for so many bytes. */
    private int claimed(int words, int room) {
        return room > mostInRing ? MessageRecord.claimedWithSlab(words, room)
                : MessageRecord.claimed(MessageRecord.payload(words) + room);
    }

    private long payloadAddress(Lane lane, int index, int words, int room) {
        return room > mostInRing ? lane.slabAddress(index) : lane.address(index) + MessageRecord.payload(words);
    }

    /** The checksum's beginning for a medium message: of its type and length, and in checked mode of its payload. */
    private long mediumSum(int type, int length, MemorySegment payload, long offset, int bytes) {
        long sum = RecordChecksum.add(RecordChecksum.begin(type, length), 1, bytes);
        return checked && bytes > 0 ? RecordChecksum.addPayload(sum, payload, offset, bytes) : sum;
    }

    /**
     * Writes all of a medium message but its type and its payload; {@code sum} is the beginning of its checksum.
     */
    private static void putMedium(Lane lane, int index, long sum, long head, long first, long second, int[] arguments,
            int bytes) {
        long at = lane.address(index);
        int count = MessageHead.argumentCount(head);
        long whole = RecordChecksum.addArguments(sum, count, first, second, arguments);
        int checksum = RecordChecksum.end(RecordChecksum.addEnds(whole, head));
        SharedMemory.putInt(at, checksum ^ lane.sequenceOfClaim(index));
        SharedMemory.putInt(at + MessageRecord.MEDIUM_BYTES, bytes);
        MessageRecord.putArguments(at + MessageRecord.arguments(MessageHead.MEDIUM), count, first, second, arguments);
        MessageRecord.putEnds(at + MessageRecord.arguments(MessageHead.MEDIUM), head);
    }

    @Override
    public boolean sendLong(int peer, long head, long first, long second, int[] arguments, long targetOffset,
            long bytes) {
        Lane lane = lanes[peer];
        int count = MessageHead.argumentCount(head);
        checkArray(count, arguments);
        int type = MessageRecord.type(sender, head);
        int length = MessageRecord.claimed(MessageRecord.length(MessageHead.LONG, MessageHead.words(head)));
        long sum = RecordChecksum.add(RecordChecksum.begin(type, length), 1, targetOffset);
        long whole = RecordChecksum.addArguments(RecordChecksum.add(sum, 2, bytes), count, first, second, arguments);
        int checksum = RecordChecksum.end(RecordChecksum.addEnds(whole, head));
        int index = lane.tryClaim(type, length);
        if (index < 0) {
            return false;
        }
        long at = lane.address(index);
        SharedMemory.putLong(at, checksum ^ lane.sequenceOfClaim(index));
        SharedMemory.putLong(at + MessageRecord.LONG_TARGET, targetOffset);
        SharedMemory.putLong(at + MessageRecord.LONG_BYTES, bytes);
        MessageRecord.putArguments(at + MessageRecord.arguments(MessageHead.LONG), count, first, second, arguments);
        MessageRecord.putEnds(at + MessageRecord.arguments(MessageHead.LONG), head);
        complete(lane, index, peer);
        return true;
    }

    @Override
    public long claim(int peer, int words, int bytes) {
        int place = staging == null ? lanes[peer].tryClaim(sender | CLAIMED, claimed(words, bytes))
                : staging.acquire() + 1;
        return place <= 0 ? 0 : Claim.of(place, words, MessageRecord.payload(words) + bytes);
    }

    @Override
    public long payload(int peer, long claim) {
        return staging == null
                ? payloadAddress(lanes[peer], Claim.place(claim), Claim.words(claim), Claim.payloadBytes(claim))
                : staging.address(Claim.place(claim) - 1);
    }

    @Override
    public boolean commit(int peer, long claim, long head, long first, long second, int[] arguments, int bytes) {
        int count = MessageHead.argumentCount(head);
        checkArray(count, arguments);
        Claim.check(claim, head, bytes);
        Lane lane = lanes[peer];
        int place = Claim.place(claim);
        if (staging == null) {
            int room = Claim.payloadBytes(claim);
            int type = mediumType(head, room);
            SharedMemory.putInt(lane.address(place) - Integer.BYTES, type);
            long sum = mediumSum(type, claimed(MessageHead.words(head), room), SharedMemory.everything(),
                    payload(peer, claim), bytes);
            putMedium(lane, place, sum, head, first, second, arguments, bytes);
            complete(lane, place, peer);
            return true;
        }
        int words = MessageHead.words(head);
        int type = mediumType(head, bytes);
        int length = claimed(words, bytes);
        int index = lane.tryClaim(type, length);
        if (index < 0) {
            return false;
        }
        long sum = mediumSum(type, length, SharedMemory.everything(), staging.address(place - 1), bytes);
        putMedium(lane, index, sum, head, first, second, arguments, bytes);
        SharedMemory.copy(staging.address(place - 1), payloadAddress(lane, index, words, bytes), bytes);
        complete(lane, index, peer);
        release(place - 1);
        return true;
    }

    @Override
    public void cancel(int peer, long claim) {
        if (staging != null) {
            release(Claim.place(claim) - 1);
            return;
        }
        takeBack(peer, Claim.place(claim));
    }

    private void takeBack(int peer, int index) {
        if (!lanes[peer].takeBack(index)) {
            throw overwritten(peer);
        }
        // what came after the claim has waited for it
        ringIfAsleep(peer);
    }

    private void release(int slot) {
        if (staging.release(slot)) {
            ringIfAsleep(rank);
        }
    }

    @Override
    public boolean hasRoom(int peer, long head, int bytes) {
        int words = MessageHead.words(head);
        // the words before the arguments are most of a long message
        return lanes[peer].hasRoom(
                Math.max(MessageRecord.claimed(MessageRecord.length(MessageHead.LONG, words)), claimed(words, bytes)));
    }

    @Override
    public void wantRoom(int peer, boolean on) {
        // SYNC: roomWanted; the addition is the fence before this thread looks at the head again
        SharedMemory.getAndAddInt(lanes[peer].roomWanted(), on ? 1 : -1);
    }

    private static void checkArray(int count, int[] arguments) {
        if (count > 4) {
            Objects.checkIndex(count, arguments.length + 1);
        }
    }

    private void complete(Lane lane, int index, int peer) {
        if (!lane.complete(index)) {
            throw overwritten(peer);
        }
        ringIfAsleep(peer);
    }

    private void ringIfAsleep(int peer) {
        doorbells.ringIfAsleep(peer, fence);
    }

    /** The ring found that a record which this thread has claimed is no longer claimed. */
    private RuntimeException overwritten(int peer) {
        return fail.apply("rank " + rank + ": messages: the " + network.word() + " ring to rank " + peer
                + " was overwritten while a message was being written" + LaneReader.REMEDY);
    }
}
