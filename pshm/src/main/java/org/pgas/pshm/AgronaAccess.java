package org.pgas.pshm;

import org.pgas.JoinException;

/** Tells a user whose JVM lacks what Agrona's buffers need, before any class of Agrona is loaded. */
final class AgronaAccess {
    private static final String PACKAGE = "jdk.internal.misc";
    private static final String AGRONA = "org.agrona";
    private static final String NO_BOUNDS_CHECKS = "agrona.disable.bounds.checks";

    private AgronaAccess() {}

    static void check() {
        Module own = AgronaAccess.class.getModule();
        Module agrona = own.isNamed() ? own.getLayer().findModule(AGRONA).orElse(own) : own;
        check(agrona.isNamed(), Object.class.getModule().isExported(PACKAGE, agrona),
                System.getProperty(NO_BOUNDS_CHECKS));
    }

    static void check(boolean onModulePath, boolean exported, String noBoundsChecks) {
        if (!exported) {
            throw new JoinException("this JVM was started without the flag that the rings of messages need: add "
                    + "--add-exports=java.base/" + PACKAGE + "=" + (onModulePath ? AGRONA : "ALL-UNNAMED")
                    + " to the java command, or start the program with pgas run, which passes it");
        }
        if (Boolean.parseBoolean(noBoundsChecks)) {
            throw new JoinException("this JVM was started with -D" + NO_BOUNDS_CHECKS + "=" + noBoundsChecks
                    + ": a damaged message could then make it crash: remove that property");
        }
    }
}
