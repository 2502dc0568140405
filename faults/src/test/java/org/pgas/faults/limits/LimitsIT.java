package org.pgas.faults.limits;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.Ledger;
import org.pgas.faults.Outcome;
import org.pgas.faults.Plan;

class LimitsIT {
    /** One of each kind of limit; the command tries all. */
    private static final Set<List<String>> STEPS = Set.of(List.of("attach"), List.of("fill=DIR", "windows=1x1m"),
            List.of("files=DIR/file-mount,20x1m"));
    private static final Set<String> KINDS = Set.of("a directory full of somebody else's file",
            "no /dev/shm that can be written", "a umask that takes rights from the owner (umask 777)",
            "a full disk for --output");

    @TempDir
    Path scratch;

    private static boolean isTelling(LimitCase each) {
        return KINDS.contains(each.kind()) || each.ranks() == 2 && STEPS.contains(each.steps());
    }

    @Test
    void shouldSayWhatIsShortAndWhatHelps() throws Exception {
        Ledger ledger = new Ledger(System.out);
        new Limits(LimitsIT::isTelling)
                .run(new Plan(1, 0, Duration.ZERO, Duration.ofSeconds(20), 3, -1, scratch), ledger);
        Outcome.assertSurvived(ledger);
    }
}
