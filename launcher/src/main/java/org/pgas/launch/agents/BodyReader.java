package org.pgas.launch.agents;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what a {@link BodyWriter} has made. Every number is checked before it is used. One thread at a time. */
public final class BodyReader {
    private final Kind kind;
    private final ByteBuffer body;

    BodyReader(Kind kind, byte[] body) {
        this.kind = kind;
        this.body = ByteBuffer.wrap(body);
    }

    /**
     * The next number.
     *
     * @throws IOException when the body is over
     */
    public long number() throws IOException {
        check(Long.BYTES);
        return body.getLong();
    }

    /** The next number, which has to be within these bounds. */
    int number(int least, int most) throws IOException {
        long number = number();
        if (number < least || number > most) {
            throw wrong("has " + number + " where " + least + ".." + most + " are legal");
        }
        return (int) number;
    }

    boolean flag() throws IOException {
        return number(0, 1) == 1;
    }

    /** The next text. */
    public String text() throws IOException {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    byte[] bytes() throws IOException {
        byte[] bytes = new byte[number(0, body.remaining())];
        check(bytes.length);
        body.get(bytes);
        return bytes;
    }

    List<String> texts() throws IOException {
        int count = number(0, body.remaining());
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(text());
        }
        return List.copyOf(texts);
    }

    Map<String, String> map() throws IOException {
        int count = number(0, body.remaining());
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String key = text();
            texts.put(key, text());
        }
        return texts;
    }

    /** Nothing may be left. */
    void end() throws IOException {
        if (body.hasRemaining()) {
            throw wrong("has " + body.remaining() + " bytes too many");
        }
    }

    private void check(int bytes) throws IOException {
        if (body.remaining() < bytes) {
            throw wrong("is too short");
        }
    }

    private IOException wrong(String what) {
        return new IOException("a frame " + kind + " " + what);
    }
}
