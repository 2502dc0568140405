package org.pgas.far;

import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageTransport;

/**
 * How a transfer is divided into messages: one that is no longer than {@code most} is one piece; a longer one is pieces
 * of {@code each}, and a rest. Both are whole cache lines, so that neither an aligned word nor an element is in two
 * pieces.
 *
 * @param most bytes of a piece that is alone
 * @param each bytes of every other one but the last, at most those
 */
record Pieces(int most, int each) {
    /** As messages of a handler have room. */
    static Pieces of(MessageTransport transport, int handler) {
        int words = MessageHead.argumentCount(handler);
        return new Pieces(whole(transport.maxPayload(words)), whole(transport.pieceOfMany(words)));
    }

    /** With no piece longer than that. */
    Pieces atMost(int bytes) {
        int limit = whole(bytes);
        return new Pieces(Math.min(most, limit), Math.min(each, limit));
    }

    private static int whole(int bytes) {
        return bytes >= 64 ? bytes & -64 : bytes & -16;
    }

    /** How many pieces a transfer of so many bytes has. */
    int count(long bytes) {
        return bytes <= most ? 1 : Math.toIntExact(Math.ceilDiv(bytes, (long) each));
    }

    /** Bytes of the piece that begins behind so many that are done. */
    int length(long bytes, long done) {
        return (int) (bytes <= most ? bytes : Math.min(each, bytes - done));
    }

    /** Where a piece begins in its transfer, which need not be known: a piece that is alone begins at 0. */
    long begin(int index) {
        return (long) index * each;
    }
}
