package org.pgas.broken.change;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;

/**
 * Breaks one class when this JVM loads it. The argument is a file with a {@link Cut}; the agent makes another one
 * beside it, with {@link #MADE} behind its name, when the class has been changed.
 */
public final class Agent {
    /** Behind the name of the file that tells that a class was broken. */
    public static final String MADE = ".made";

    private Agent() {}

    /** Called by the JVM before main. */
    public static void premain(String argument, Instrumentation instrumentation) throws IOException {
        Cut cut = Cut.read(Path.of(argument));
        String name = cut.className().replace('.', '/');
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain,
                    byte[] bytes) {
                return name.equals(className) ? broken(cut, loader, bytes, Path.of(argument + MADE)) : null;
            }
        });
    }

    private static byte[] broken(Cut cut, ClassLoader loader, byte[] bytes, Path made) {
        try {
            byte[] changed = cut.into(bytes, loader);
            Files.writeString(made, "");
            return changed;
        } catch (IOException | RuntimeException | Error e) {
            // the JVM says nothing of what a transformer throws
            e.printStackTrace();
            throw new IllegalStateException(e);
        }
    }
}
