package org.pgas.pshm;

import org.junit.jupiter.api.Test;
import org.pgas.JoinException;

class AgronaAccessTest {
    @Test
    void aMissingFlagIsNamedAsThePathNeedsIt() {
        Refused.with(JoinException.class, () -> AgronaAccess.check(false, false, null),
                "add --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED to");
        Refused.with(JoinException.class, () -> AgronaAccess.check(true, false, null),
                "add --add-exports=java.base/jdk.internal.misc=org.agrona to");
    }

    @Test
    void boundsChecksMustBeOn() {
        Refused.with(JoinException.class, () -> AgronaAccess.check(false, true, "true"),
                "-Dagrona.disable.bounds.checks=true");
        AgronaAccess.check(false, true, "false");
        AgronaAccess.check(true, true, null);
    }

    @Test
    void theTestsOwnJvmIsAccepted() {
        AgronaAccess.check();
    }
}
