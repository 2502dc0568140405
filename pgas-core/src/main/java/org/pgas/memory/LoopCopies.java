package org.pgas.memory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;

/** Copies of a class of loops, each with constants and with a profile of its own. */
final class LoopCopies {
    private LoopCopies() {}

    /** An instance of a new copy of {@code loops}, with {@code constants} as class data. */
    static Object of(MethodHandles.Lookup lookup, Class<?> loops, Object constants) {
        try (InputStream bytes = loops.getResourceAsStream(loops.getSimpleName() + ".class")) {
            if (bytes == null) {
                throw new IllegalStateException("the library lacks " + loops.getSimpleName()
                        + ".class as a resource, which it needs for copies of its loops: leave it in the jar");
            }
            return lookup.defineHiddenClassWithClassData(bytes.readAllBytes(), constants, true).lookupClass()
                    .getDeclaredConstructor().newInstance();
        } catch (IOException e) {
            throw new UncheckedIOException("the library's own classes cannot be read", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the library's own loops cannot be made for " + constants, e);
        }
    }

    /** The constants that {@link #of} has given the copy with this lookup. */
    static <T> T constants(MethodHandles.Lookup copy, Class<T> type) {
        try {
            return MethodHandles.classData(copy, ConstantDescs.DEFAULT_NAME, type);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
