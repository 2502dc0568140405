package org.pgas.examples.kmers;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Unpacks gzip members one after the other, as sequencing tools concatenate them.
 *
 * <p>The JDK's own stream takes a file cut inside a later member's header, or with rubbish behind a member, for a
 * whole one; a count over half a file must be an error instead.
 */
final class GunzipStream extends InputStream {
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int HEADER_CRC = 2;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] input = new byte[1 << 16];
    private int position;
    private int limit;
    private boolean inMember;
    private boolean ended;

    GunzipStream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!ended) {
            if (!inMember) {
                startMember();
                continue;
            }
            int count = inflate(into, offset, length);
            if (count > 0) {
                return count;
            }
        }
        return -1;
    }

    private int inflate(byte[] into, int offset, int length) throws IOException {
        try {
            int count = inflater.inflate(into, offset, length);
            crc.update(into, offset, count);
            if (inflater.finished()) {
                endMember();
            } else if (inflater.needsInput()) {
                feedInflater(count);
            } else if (inflater.needsDictionary()) {
                throw new ZipException("it needs a preset dictionary");
            }
            return count;
        } catch (DataFormatException e) {
            throw new ZipException(e.getMessage());
        }
    }

    private void feedInflater(int produced) throws IOException {
        // With output in hand the end of the input is not yet an error: the next call meets it again.
        if (position == limit && !fill()) {
            if (produced == 0) {
                throw new EOFException();
            }
            return;
        }
        inflater.setInput(input, position, limit - position);
        position = limit;
    }

    private void startMember() throws IOException {
        if (!skipPadding()) {
            ended = true;
            return;
        }
        if (next() != 0x1f || next() != 0x8b) {
            throw new ZipException("there is something else than gzip behind a gzip member");
        }
        if (next() != 8) {
            throw new ZipException("its compression method is not deflate");
        }
        skipOptionalFields();
        inflater.reset();
        crc.reset();
        inMember = true;
    }

    /** Tapes and block devices pad with zeros. */
    private boolean skipPadding() throws IOException {
        while (position < limit || fill()) {
            if (input[position] != 0) {
                return true;
            }
            position++;
        }
        return false;
    }

    private void skipOptionalFields() throws IOException {
        int flags = next();
        skipBytes(6);
        if ((flags & EXTRA) != 0) {
            skipBytes(littleEndian(2));
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CRC) != 0) {
            skipBytes(2);
        }
    }

    private void endMember() throws IOException {
        position = limit - inflater.getRemaining();
        if (littleEndian(4) != crc.getValue()) {
            throw new ZipException("its checksum does not fit its content");
        }
        if (littleEndian(4) != (inflater.getBytesWritten() & 0xffff_ffffL)) {
            throw new ZipException("its length does not fit its content");
        }
        inMember = false;
    }

    private void skipBytes(long count) throws IOException {
        for (long i = 0; i < count; i++) {
            next();
        }
    }

    private void skipText() throws IOException {
        while (next() != 0) {
            continue;
        }
    }

    private long littleEndian(int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) next() << 8 * i;
        }
        return value;
    }

    private int next() throws IOException {
        if (position == limit && !fill()) {
            throw new EOFException();
        }
        return input[position++] & 0xff;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(in.read(input, 0, input.length), 0);
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
