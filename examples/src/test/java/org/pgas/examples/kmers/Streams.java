package org.pgas.examples.kmers;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Streams and bytes for tests. */
final class Streams {
    private Streams() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        }
        return packed.toByteArray();
    }

    /** The content cut into some gzip members, empty ones among them. */
    static byte[] gzipMembers(byte[] content, Random random) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        int at = 0;
        do {
            int end = at + random.nextInt(content.length - at + 1);
            packed.write(gzip(Arrays.copyOfRange(content, at, end)));
            at = end;
        } while (random.nextInt(4) > 0);
        packed.write(gzip(Arrays.copyOfRange(content, at, content.length)));
        return packed.toByteArray();
    }

    /** A stream that gives few bytes at a time, so that every place of the content is once the end of a buffer. */
    static InputStream dribble(byte[] content, Random random) {
        return new ByteArrayInputStream(content) {
            @Override
            public int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, 1 + random.nextInt(9)));
            }
        };
    }
}
