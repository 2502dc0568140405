package org.pgas.pshm;

import org.junit.jupiter.api.Test;
import org.pgas.JoinException;

class JvmFlagsTest {
    private static final String NATIVE = "--enable-native-access=ALL-UNNAMED";
    private static final String EXPORT = "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED";
    private static final String NATIVE_OF_MODULES = "--enable-native-access=org.pgas,org.pgas.pshm";
    private static final String EXPORT_TO_MODULE = "--add-exports=java.base/jdk.internal.misc=org.agrona";
    private static final String IN_JAR = "Enable-Native-Access: ALL-UNNAMED and Add-Exports: "
            + "java.base/jdk.internal.misc";

    @Test
    void missingFlagsAreNamedAllAtOnceAsEachPathNeedsThem() {
        Refused.with(JoinException.class, () -> JvmFlags.check(false, false, false, null),
                "add " + NATIVE + " " + EXPORT + " to", "module path " + NATIVE_OF_MODULES + " and " + EXPORT_TO_MODULE,
                IN_JAR);
        Refused.with(JoinException.class, () -> JvmFlags.check(true, false, false, null),
                "add " + NATIVE_OF_MODULES + " " + EXPORT_TO_MODULE + " to", "class path " + NATIVE + " and " + EXPORT,
                IN_JAR);
    }

    @Test
    void aFlagThatIsThereIsNotAskedFor() {
        Refused.with(JoinException.class, () -> JvmFlags.check(false, true, false, null), "add " + EXPORT + " to");
        Refused.with(JoinException.class, () -> JvmFlags.check(true, true, false, null),
                "add " + EXPORT_TO_MODULE + " to");
        Refused.with(JoinException.class, () -> JvmFlags.check(false, false, true, null), "add " + NATIVE + " to");
    }

    @Test
    void boundsChecksMustBeOn() {
        Refused.with(JoinException.class, () -> JvmFlags.check(false, true, true, "true"),
                "-Dagrona.disable.bounds.checks=true");
        JvmFlags.check(false, true, true, "false");
        JvmFlags.check(true, true, true, null);
    }

    @Test
    void theTestsOwnJvmIsAccepted() {
        JvmFlags.check();
    }
}
