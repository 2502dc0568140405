package org.pgas.examples.heat2d;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes a PNG of 8-bit RGB row by row, with the least of the format that every viewer reads: header, data, end.
 *
 * <p>Closing ends the picture but not the stream under it.
 */
final class PngWriter implements Closeable {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final int CHUNK_BYTES = 1 << 15;
    private static final int RGB = 2;
    private static final int NO_FILTER = 0;

    private final DataOutputStream out;
    private final int width;
    private final Deflater deflater = new Deflater();
    private final OutputStream packed;
    private int rowsLeft;

    PngWriter(OutputStream out, int width, int height) throws IOException {
        if (width < 1 || height < 1) {
            throw new IllegalArgumentException("the picture is " + width + " by " + height + ", legal is 1 or more");
        }
        this.out = new DataOutputStream(out);
        this.width = width;
        this.rowsLeft = height;
        // One chunk for each buffer the deflater fills.
        this.packed = new DeflaterOutputStream(new DataChunks(), deflater, CHUNK_BYTES);
        this.out.write(SIGNATURE);
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(header);
        fields.writeInt(width);
        fields.writeInt(height);
        fields.write(new byte[]{8, RGB, 0, 0, 0});
        chunk("IHDR", header.toByteArray(), 0, header.size());
    }

    /** Appends a row of width times red, green, blue. */
    void row(byte[] rgb) throws IOException {
        if (rgb.length != 3 * width || rowsLeft == 0) {
            throw new IllegalStateException("unexpected row: bytes=" + rgb.length + ", rowsLeft=" + rowsLeft);
        }
        rowsLeft--;
        packed.write(NO_FILTER);
        packed.write(rgb);
    }

    @Override
    public void close() throws IOException {
        packed.close();
        deflater.end();
        chunk("IEND", new byte[0], 0, 0);
        out.flush();
    }

    private void chunk(String type, byte[] data, int from, int length) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 crc = new CRC32();
        crc.update(name);
        crc.update(data, from, length);
        out.writeInt(length);
        out.write(name);
        out.write(data, from, length);
        out.writeInt((int) crc.getValue());
    }

    private final class DataChunks extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            write(new byte[]{(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] data, int from, int length) throws IOException {
            chunk("IDAT", data, from, length);
        }
    }
}
