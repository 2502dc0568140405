package org.pgas.launch.agents;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Makes the body of a frame: numbers of eight bytes in network order, texts in UTF-8 and bytes behind their length,
 * lists behind their number. One thread at a time.
 */
public final class BodyWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Nothing yet. */
    public BodyWriter() {}

    /** The body of a frame that is one text. */
    public static byte[] ofText(String text) {
        return new BodyWriter().text(text).body();
    }

    /** The body of a frame that is one number. */
    public static byte[] ofNumber(long number) {
        return new BodyWriter().number(number).body();
    }

    /** Adds a number. */
    public BodyWriter number(long number) {
        out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
        return this;
    }

    BodyWriter flag(boolean isSet) {
        return number(isSet ? 1 : 0);
    }

    /** Adds a text. */
    public BodyWriter text(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    BodyWriter bytes(byte[] bytes) {
        return bytes(bytes, 0, bytes.length);
    }

    BodyWriter bytes(byte[] bytes, int offset, int length) {
        number(length);
        out.write(bytes, offset, length);
        return this;
    }

    BodyWriter texts(List<String> texts) {
        number(texts.size());
        texts.forEach(this::text);
        return this;
    }

    BodyWriter texts(Map<String, String> texts) {
        number(texts.size());
        texts.forEach((key, value) -> text(key).text(value));
        return this;
    }

    /** What was added. */
    public byte[] body() {
        return out.toByteArray();
    }
}
