package org.pgas.faults.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Changes the class of the {@link Place} when it is loaded. */
public final class Agent {
    private Agent() {}

    /** Called by the JVM before main. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        Place place = Place.of(System.getProperty(Strike.PLACE));
        String name = place.className().replace('.', '/');
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain,
                    byte[] bytes) {
                if (!name.equals(className)) {
                    return null;
                }
                try {
                    return Injection.into(bytes, place, loader);
                } catch (RuntimeException | Error e) {
                    // the JVM says nothing of what a transformer throws
                    e.printStackTrace();
                    throw e;
                }
            }
        });
    }

    /** Makes a jar that names this class as an agent, which the JVM finds on its class path. */
    public static void writeJar(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", Agent.class.getName());
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.finish();
        }
    }
}
