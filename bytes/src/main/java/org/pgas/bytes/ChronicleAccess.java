package org.pgas.bytes;

import net.openhft.chronicle.core.Jvm;
import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * Brings Chronicle up before anything of it is used: says what flag is missing, in place of the stack trace that
 * Chronicle would give, and keeps slf4j quiet about itself.
 *
 * <p>Chronicle logs through slf4j, which says on its first use that there is no provider, if there is none. So slf4j is
 * told to report errors only while it looks for a provider. One that is there is used as ever.
 */
final class ChronicleAccess {
    private static final String UNSAFE = "sun.misc.unsafe.memory.access";
    private static final String VERBOSITY = "slf4j.internal.verbosity";

    /** Null when all is well. */
    private static final String PROBLEM = bringUp();

    private ChronicleAccess() {}

    /** Error: the virtual machine was started without a flag that Chronicle cannot do without. */
    static void check() {
        if (PROBLEM != null) {
            throw Refusals.OF_NO_RANK.failure(ErrorCode.NOT_INITIALIZED, PROBLEM);
        }
    }

    private static String bringUp() {
        if ("deny".equals(System.getProperty(UNSAFE))) {
            return "Chronicle Bytes, which org.pgas.bytes is built on, uses sun.misc.Unsafe: start the JVM with "
                    + "--sun-misc-unsafe-memory-access=allow, as './pgas run' does";
        }
        String verbosity = System.getProperty(VERBOSITY);
        if (verbosity == null) {
            System.setProperty(VERBOSITY, "ERROR");
        }
        try {
            Jvm.init();
            return null;
        } catch (LinkageError | RuntimeException failure) {
            return "Chronicle Bytes, which org.pgas.bytes is built on, does not start: " + failure
                    + ": is a jar of it missing, or a flag that './pgas run' passes?";
        } finally {
            if (verbosity == null) {
                System.clearProperty(VERBOSITY);
            }
        }
    }

    /** The error for a marshallable with fields that Chronicle may not see. */
    static PgasException hiddenFields(Class<?> type, AssertionError failure) {
        return Refusals.OF_NO_RANK.bad("TypeRegistry", "the fields of " + type.getName()
                + " are not accessible to Chronicle, "
                + "which copies them where a marshallable has no methods of its own: write writeMarshallable and "
                + "readMarshallable, or "
                + "start the JVM with --add-opens=java.base/java.lang.reflect=ALL-UNNAMED, as './pgas run' does (on "
                + "the module path "
                + "=chronicle.core, and open the package of the class to chronicle.bytes)", failure);
    }
}
