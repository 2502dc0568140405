package org.pgas.stress;

import java.io.IOException;

/** jcstress in a process of its own, which ends with its forks when whoever started it does. */
final class HarnessMain {
    private HarnessMain() {}

    public static void main(String[] args) throws Exception {
        Thread.ofPlatform().daemon().start(HarnessMain::endWithTheStarter);
        org.openjdk.jcstress.Main.main(args);
    }

    /** Nobody writes to the standard input: it ends when the process at its other end does. */
    private static void endWithTheStarter() {
        try {
            while (System.in.read() >= 0) {
                // not for us
            }
        } catch (IOException e) {
            // an end, too
        }
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(1);
    }
}
