package org.pgas.rank;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Modifier;
import java.util.Iterator;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the name of the library's call that is under way on this thread, for the message of an error that is found
 * below many calls. The calls themselves pass no name down: that would cost the fast ones.
 */
public final class PublicCall {
    private static final String CORE = "org.pgas.";

    /** The packages of the core that programs know nothing of, below {@link #CORE}. */
    static final Set<String> ROOMS = Set.of("area", "barrier", "bulk", "events", "far", "join", "lend", "loan",
            "memory", "message", "operation", "place", "rank", "refusal", "regions", "secure", "spi", "team",
            "transfer", "wait");

    private PublicCall() {}

    /** Such as "Rma.putLong": of the class of the innermost public method outside the rooms, its outermost call. */
    public static String current() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(PublicCall::find);
    }

    private static String find(Stream<StackFrame> frames) {
        Class<?> called = null;
        String name = "a call of the library";
        for (Iterator<StackFrame> rest = frames.iterator(); rest.hasNext();) {
            StackFrame frame = rest.next();
            Class<?> type = frame.getDeclaringClass();
            if (called == null ? isPublic(frame) : type == called) {
                called = type;
                name = type.getSimpleName() + "." + frame.getMethodName();
            } else if (called != null) {
                break;
            }
        }
        return name;
    }

    private static boolean isPublic(StackFrame frame) {
        Class<?> type = frame.getDeclaringClass();
        if (!Modifier.isPublic(type.getModifiers()) || isRoom(type.getPackageName())) {
            return false;
        }
        try {
            return Modifier.isPublic(type.getDeclaredMethod(frame.getMethodName(),
                    frame.getMethodType().parameterArray()).getModifiers());
        } catch (NoSuchMethodException e) {
            return false; // a constructor
        }
    }

    private static boolean isRoom(String name) {
        return name.startsWith(CORE) && ROOMS.contains(name.substring(CORE.length()));
    }
}
