package org.pgas.stress;

import java.util.List;

/** The JVMs that run the tests. jcstress wants at least one flag, or it tries some of its own. */
enum Jvm {
    TIERED(List.of("-XX:+TieredCompilation")),
    INTERPRETER(List.of("-Xint")),
    C1(List.of("-XX:TieredStopAtLevel=1")),
    C2(List.of("-XX:-TieredCompilation")),
    /** Whatever order the compiler may choose, chosen at random. */
    C2_RANDOM(List.of("-XX:-TieredCompilation", "-XX:+UnlockDiagnosticVMOptions", "-XX:+StressLCM", "-XX:+StressGCM",
            "-XX:+StressIGVN", "-XX:+StressCCP"));

    private final List<String> flags;

    Jvm(List<String> flags) {
        this.flags = flags;
    }

    List<String> flags() {
        return flags;
    }
}
