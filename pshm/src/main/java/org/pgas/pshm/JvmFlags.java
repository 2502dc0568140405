package org.pgas.pshm;

import java.util.ArrayList;
import java.util.List;

import org.pgas.JoinException;
import org.pgas.spi.Conduit;

/** Tells which flags a JVM lacks that the library needs, before any class is touched that would fail without them. */
final class JvmFlags {
    private static final String PACKAGE = "jdk.internal.misc";
    private static final String AGRONA = "org.agrona";
    private static final String NO_BOUNDS_CHECKS = "agrona.disable.bounds.checks";
    private static final String UNNAMED = "ALL-UNNAMED";

    private JvmFlags() {}

    static void check() {
        Module core = Conduit.class.getModule();
        Module own = JvmFlags.class.getModule();
        Module agrona = own.isNamed() ? own.getLayer().findModule(AGRONA).orElse(own) : own;
        check(own.isNamed(), core.isNativeAccessEnabled() && own.isNativeAccessEnabled(),
                Object.class.getModule().isExported(PACKAGE, agrona), System.getProperty(NO_BOUNDS_CHECKS));
    }

    /**
     * @param isNative whether the library's modules may map memory and call the C library
     * @param isExported whether Agrona's buffers, in which messages wait, find what they are made of
     */
    static void check(boolean onModulePath, boolean isNative, boolean isExported, String noBoundsChecks) {
        List<String> missing = new ArrayList<>();
        if (!isNative) {
            missing.add(nativeAccess(onModulePath));
        }
        if (!isExported) {
            missing.add(export(onModulePath));
        }
        if (!missing.isEmpty()) {
            throw new JoinException("this JVM was started without " + (missing.size() > 1 ? "the flags" : "a flag")
                    + " that shared memory needs: add " + String.join(" ", missing) + " to the java command (on the "
                    + (onModulePath ? "class path" : "module path") + " " + nativeAccess(!onModulePath) + " and "
                    + export(!onModulePath) + " are needed), or start the program with pgas run, which passes them. A "
                    + "jar that java -jar runs needs none if its manifest has Enable-Native-Access: " + UNNAMED
                    + " and Add-Exports: java.base/" + PACKAGE);
        }
        if (Boolean.parseBoolean(noBoundsChecks)) {
            throw new JoinException("this JVM was started with -D" + NO_BOUNDS_CHECKS + "=" + noBoundsChecks
                    + ": a damaged message could then make it crash: remove that property");
        }
    }

    private static String nativeAccess(boolean onModulePath) {
        return "--enable-native-access=" + (onModulePath ? "org.pgas,org.pgas.pshm" : UNNAMED);
    }

    private static String export(boolean onModulePath) {
        return "--add-exports=java.base/" + PACKAGE + "=" + (onModulePath ? AGRONA : UNNAMED);
    }
}
