package org.pgas.examples.samplesort;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** Lines as the tests have them. */
final class Texts {
    static final Comparator<byte[]> ORDER = Arrays::compareUnsigned;

    private Texts() {}

    /**
     * Lines of few letters, so that many begin alike, some are equal and some empty; and of all bytes but the newline.
     */
    static List<byte[]> random(SplittableRandom random, int count) {
        List<byte[]> lines = new ArrayList<>();
        int longest = 1 + random.nextInt(1 + random.nextInt(60));
        boolean few = random.nextBoolean();
        for (int line = 0; line < count; line++) {
            byte[] bytes = new byte[random.nextInt(longest)];
            for (int i = 0; i < bytes.length; i++) {
                int letter = few ? new int[]{0, 9, 'a', 0xFF}[random.nextInt(4)] : random.nextInt(256);
                bytes[i] = (byte) (letter == '\n' ? 11 : letter);
            }
            lines.add(bytes);
        }
        return lines;
    }

    static LineBuffer buffer(List<byte[]> lines) {
        LineBuffer buffer = new LineBuffer(lines.stream().mapToInt(line -> line.length + 1).sum());
        System.arraycopy(bytes(lines), 0, buffer.bytes(), 0, buffer.length());
        return buffer;
    }

    /** With a newline behind each. */
    static byte[] bytes(List<byte[]> lines) {
        byte[] bytes = new byte[lines.stream().mapToInt(line -> line.length + 1).sum()];
        int next = 0;
        for (byte[] line : lines) {
            System.arraycopy(line, 0, bytes, next, line.length);
            next += line.length;
            bytes[next++] = '\n';
        }
        return bytes;
    }

    static byte[] line(LineBuffer buffer, int at) {
        return Arrays.copyOfRange(buffer.bytes(), at, buffer.end(at));
    }

    static List<byte[]> sorted(List<byte[]> lines) {
        return lines.stream().sorted(ORDER).toList();
    }
}
