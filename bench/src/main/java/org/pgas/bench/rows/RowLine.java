package org.pgas.bench.rows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;

import org.HdrHistogram.Histogram;

/**
 * A row as one job has measured it, and the line of rank 0's output that tells the launcher.
 *
 * @param bytes of one operation, or 0
 * @param samples in the kind's unit
 * @param singles nanoseconds of operations that were timed one by one, or null
 */
public record RowLine(Kind kind, long bytes, List<Double> samples, Histogram singles) {
    private static final String MARK = "pgas-bench-row";
    private static final String NONE = "-";
    private static final int FIELDS = 5;

    /** The line. */
    String format() {
        List<String> numbers = samples.stream().map(Object::toString).toList();
        return String.join("\t", MARK, kind.word(), Long.toString(bytes), String.join(",", numbers),
                singles == null ? NONE : encode(singles));
    }

    private static String encode(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** The row of this line, or null when it is some other output. */
    public static RowLine parse(String line) {
        String[] fields = line.split("\t");
        if (fields.length != FIELDS || !fields[0].equals(MARK)) {
            return null;
        }
        List<Double> samples = new ArrayList<>();
        for (String number : fields[3].split(",")) {
            samples.add(Double.valueOf(number));
        }
        return new RowLine(Kind.ofWord(fields[1]), Long.parseLong(fields[2]), samples,
                fields[4].equals(NONE) ? null : decode(fields[4]));
    }

    private static Histogram decode(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException e) {
            throw new IllegalStateException("a rank has written a histogram that cannot be read", e);
        }
    }
}
