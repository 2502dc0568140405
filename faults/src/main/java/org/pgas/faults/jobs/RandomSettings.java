package org.pgas.faults.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Options of {@code pgas run} that change how a job waits, sends and checks, and nothing that its program sees. */
public final class RandomSettings {
    private RandomSettings() {}

    /** The same of the same seed. */
    public static List<String> of(SplittableRandom random) {
        List<String> settings = new ArrayList<>(List.of("--wait", random.nextBoolean() ? "spin" : "block",
                "-Dpgas.am.rings=" + (random.nextBoolean() ? "pair" : "shared")));
        if (random.nextInt(4) == 0) {
            settings.add("-Dpgas.progress.thread=on");
        }
        if (random.nextInt(4) == 0) {
            settings.add("--checks");
        }
        return List.copyOf(settings);
    }
}
