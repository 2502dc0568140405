package org.pgas.examples.heat2d;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Reads back what the PNG specification says about pictures of 8-bit RGB without filters. */
final class PngModel {
    private static final byte[] SIGNATURE = {(byte) 137, 80, 78, 71, 13, 10, 26, 10};

    private PngModel() {}

    /** Colours 0xRRGGBB by row and column. */
    static int[][] decode(byte[] file) throws DataFormatException {
        ByteBuffer in = ByteBuffer.wrap(file);
        assertArrayEquals(SIGNATURE, take(in, 8));
        ByteBuffer header = ByteBuffer.wrap(chunk(in, "IHDR"));
        int width = header.getInt();
        int height = header.getInt();
        assertArrayEquals(new byte[]{8, 2, 0, 0, 0}, take(header, 5));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        while (new String(file, in.position() + 4, 4, StandardCharsets.US_ASCII).equals("IDAT")) {
            packed.writeBytes(chunk(in, "IDAT"));
        }
        assertEquals(0, chunk(in, "IEND").length);
        assertEquals(0, in.remaining());
        return pixels(packed.toByteArray(), width, height);
    }

    private static byte[] chunk(ByteBuffer in, String expectedType) {
        int length = in.getInt();
        CRC32 crc = new CRC32();
        crc.update(in.array(), in.position(), 4 + length);
        assertEquals(expectedType, new String(take(in, 4), StandardCharsets.US_ASCII));
        byte[] data = take(in, length);
        assertEquals((int) crc.getValue(), in.getInt());
        return data;
    }

    private static byte[] take(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static int[][] pixels(byte[] packed, int width, int height) throws DataFormatException {
        byte[] raw = new byte[height * (1 + 3 * width)];
        Inflater inflater = new Inflater();
        inflater.setInput(packed);
        assertEquals(raw.length, inflater.inflate(raw));
        assertEquals(0, inflater.inflate(new byte[1]));
        assertEquals(true, inflater.finished());
        inflater.end();
        ByteBuffer in = ByteBuffer.wrap(raw);
        int[][] pixels = new int[height][width];
        for (int[] row : pixels) {
            assertEquals(0, in.get());
            for (int col = 0; col < width; col++) {
                row[col] = (in.get() & 0xff) << 16 | (in.get() & 0xff) << 8 | in.get() & 0xff;
            }
        }
        return pixels;
    }
}
