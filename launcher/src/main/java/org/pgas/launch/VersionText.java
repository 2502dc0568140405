package org.pgas.launch;

import org.pgas.Version;

/** What {@code pgas --version} prints. */
final class VersionText {
    private VersionText() {}

    static String[] lines() {
        return new String[]{
            "pgas " + Version.RELEASE,
            "GASNet-EX specification " + Version.EX_SPECIFICATION + ", GASNet-1 specification "
                    + Version.GASNET1_SPECIFICATION,
            "Java " + Runtime.version()};
    }
}
