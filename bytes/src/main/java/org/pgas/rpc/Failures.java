package org.pgas.rpc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import net.openhft.chronicle.bytes.Bytes;

/** Exceptions as bytes: class, message, stack trace, and the causes behind, as far as they are of use. */
final class Failures {
    /** A failure takes less, whatever its texts: 8 times 48 frames of 4 strings of 512 bytes, and messages. */
    static final int MOST_BYTES = 1 << 20;

    private static final int MOST_CAUSES = 8;
    private static final int MOST_FRAMES = 48;
    private static final int MOST_MESSAGE = 4096;
    private static final StackTraceElement[] NO_TRACE = {};
    private static final int MOST_NAME = 128;

    private Failures() {}

    /** Never fails, whatever the exception's own methods do. */
    static void write(Throwable failure, Bytes<?> out) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable each = failure; each != null && chain.size() < MOST_CAUSES; each = causeOf(each)) {
            chain.add(each);
        }
        out.writeInt(chain.size());
        chain.forEach(each -> writeOne(each, out));
    }

    private static void writeOne(Throwable failure, Bytes<?> out) {
        out.writeUtf8(cut(failure.getClass().getName(), MOST_NAME));
        out.writeUtf8(cut(messageOf(failure), MOST_MESSAGE));
        StackTraceElement[] trace = traceOf(failure);
        int frames = Math.min(MOST_FRAMES, trace.length);
        out.writeInt(frames);
        for (int i = 0; i < frames; i++) {
            out.writeUtf8(cut(trace[i].getClassName(), MOST_NAME));
            out.writeUtf8(cut(trace[i].getMethodName(), MOST_NAME));
            out.writeUtf8(cut(trace[i].getFileName(), MOST_NAME));
            out.writeInt(trace[i].getLineNumber());
        }
    }

    // The program's own code, which may throw too, whatever it likes

    static String messageOf(Throwable failure) {
        try {
            return failure.getMessage();
        } catch (Throwable e) {
            return "(its getMessage threw " + e.getClass().getName() + ")";
        }
    }

    private static StackTraceElement[] traceOf(Throwable failure) {
        try {
            StackTraceElement[] trace = failure.getStackTrace();
            return trace == null || Arrays.asList(trace).contains(null) ? NO_TRACE : trace;
        } catch (Throwable e) {
            return NO_TRACE;
        }
    }

    private static Throwable causeOf(Throwable failure) {
        try {
            return failure.getCause();
        } catch (Throwable e) {
            return e;
        }
    }

    /** In place of its {@code toString}, which is the program's own. */
    static String describe(Throwable failure) {
        String message = messageOf(failure);
        return failure.getClass().getName() + (message == null ? "" : ": " + message);
    }

    /** A text of the library's that has others' texts in it. */
    static String cut(String text) {
        return cut(text, MOST_MESSAGE);
    }

    private static String cut(String text, int most) {
        return text == null || text.length() <= most ? text : text.substring(0, most) + "...";
    }

    static RemoteCause read(Bytes<?> in) {
        return read(in, Math.clamp(in.readInt(), 0, MOST_CAUSES));
    }

    private static RemoteCause read(Bytes<?> in, int count) {
        if (count == 0) {
            return null;
        }
        String className = in.readUtf8();
        String message = in.readUtf8();
        StackTraceElement[] trace = new StackTraceElement[Math.clamp(in.readInt(), 0, MOST_FRAMES)];
        for (int i = 0; i < trace.length; i++) {
            String declaring = in.readUtf8();
            String method = in.readUtf8();
            String file = in.readUtf8();
            trace[i] = new StackTraceElement(String.valueOf(declaring), String.valueOf(method), file, in.readInt());
        }
        return new RemoteCause(className, message, trace, read(in, count - 1));
    }
}
