package org.pgas.testkit;

import java.util.Comparator;
import java.util.Map;

/** Stack traces as text. */
final class ThreadDump {
    private ThreadDump() {}

    static String of(Thread thread) {
        var text = new StringBuilder();
        append(text, thread, thread.getStackTrace());
        return text.toString();
    }

    /** Every thread of this JVM that runs Java code, but the JVM's own and the caller. */
    static String ofAll() {
        var text = new StringBuilder();
        Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> each.getValue().length > 0 && each.getKey() != Thread.currentThread())
                .filter(each -> each.getKey().getThreadGroup() != null
                        && each.getKey().getThreadGroup().getParent() != null)
                .sorted(Comparator
                        .comparingLong((Map.Entry<Thread, StackTraceElement[]> each) -> each.getKey().threadId())
                        .reversed())
                .forEach(each -> append(text, each.getKey(), each.getValue()));
        return text.toString();
    }

    private static void append(StringBuilder text, Thread thread, StackTraceElement[] stack) {
        text.append('"').append(thread.getName()).append("\" ").append(thread.getState()).append('\n');
        for (StackTraceElement frame : stack) {
            text.append("    at ").append(frame).append('\n');
        }
    }
}
