package org.pgas.faults.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pgas.faults.FaultClass;
import org.pgas.faults.HarnessFault;
import org.pgas.faults.Ledger;
import org.pgas.faults.NotTried;
import org.pgas.faults.Plan;
import org.pgas.faults.Scratch;
import org.pgas.faults.Trial;

/** Another user of the host. */
public final class Security implements FaultClass {
    private final boolean all;

    /** @param all false for those that take little time */
    public Security(boolean all) {
        this.all = all;
    }

    @Override
    public String name() {
        return "security";
    }

    @Override
    public String title() {
        return "Another user";
    }

    @Override
    public String description() {
        return """
                The victim is one user and the attacker another, neither of them root. While a job of the victim starts,
                runs and ends, the attacker lists, reads, writes, removes, renames and links its directories and files
                by their names, which command lines tell; takes the name of the victim's directory before the first job
                has made it; exchanges files under the path of a FILE segment; and runs `pgas clean`, `ps`, `stat` and
                `stack`. Directories left behind name processes that are others by now.

                Survived: nothing of it succeeds; a job whose place is taken ends with a message that names the path and
                what to do, and touches nothing behind it; every other job ends as if nobody had been there; directories
                are 0700 and files 0600 whatever the umask is; no process is signalled that is not of the job.

                What the kernel lets another user do with processes (none: signals, `ptrace` and memory in `/proc` are
                for the same user and root) is not tried here, nor what the same user or root does. Command lines can be
                read by all, so names of jobs can; settings, options of JVMs, arguments of programs and the environment
                of ranks are in files (`LauncherIT.commandLinesOfRanksTellNeitherArgumentsNorOptions`). What is typed
                after `pgas run` is on the command line of the launcher. Other ranks of a job are trusted: they may
                write everywhere in mapped memory. What ranks send each other is never deserialised, and names no class
                (`ForgedCallTest`, `GarbageTest`, `ConfinementTest.nothingIsDeserialisedAndNoClassIsLoadedByAName`).
                """;
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        Map<String, Attack> attacks = new LinkedHashMap<>(Attacks.quick());
        if (all) {
            attacks.putAll(Attacks.others());
        }
        attacks.keySet().removeIf(kind -> !plan.chooses(kind));
        String hindrance = OtherUser.hindrance();
        if (hindrance != null) {
            attacks.keySet().forEach(kind -> ledger.add(new NotTried(name(), kind, hindrance)));
            return;
        }
        // others have to get to what is in it
        Files.setPosixFilePermissions(plan.scratch(), PosixFilePermissions.fromString("rwx--x--x"));
        String classPath = OtherUser.copyClassPath(plan.scratch().resolve("classes"));
        int number = 0;
        for (Map.Entry<String, Attack> each : attacks.entrySet()) {
            attempt(plan, each.getKey(), each.getValue(), number++, classPath, ledger);
        }
    }

    private void attempt(Plan plan, String kind, Attack attack, int number, String classPath, Ledger ledger)
            throws IOException {
        var place = plan.scratch().resolve("scene-" + number);
        try {
            String what = attack.in(new Scene(place, classPath));
            ledger.add(new Trial(name(), kind, 0, what.isEmpty(), -1, what));
        } catch (Exception e) {
            ledger.add(HarnessFault.of(name(), kind, 0, e));
        } finally {
            if (Files.exists(place)) {
                Scratch.remove(place);
            }
        }
    }
}
