package org.pgas.faults.security;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.pgas.faults.HarnessException;
import org.pgas.faults.Scratch;
import org.pgas.faults.jobs.FileLayouts;
import org.pgas.faults.jobs.Processes;
import org.pgas.faults.jobs.RunningJob;

/** What the attacker tries, by the words of the report. */
final class Attacks {
    private static final int NOBODY_WAITS_MILLIS = 1;
    private static final int COPIES = 10;

    /** Of the files of a job that runs: it writes to them at any moment, which moves their times. */
    private static final String WHOSE = "mode,uid,ino";

    private Attacks() {}

    static Map<String, Attack> quick() {
        Map<String, Attack> attacks = new LinkedHashMap<>();
        attacks.put(
                "rights of all files of a job with umask 000; other users try all they can meanwhile, from its start "
                        + "to its end",
                Attacks::intrude);
        attacks.put("the name of the user's directory taken by a directory of another user, open to all",
                scene -> squat(scene, "mkdir -m 777", "belongs to user id " + OtherUser.ATTACKER.uid()));
        attacks.put("the name of the user's directory taken by a symbolic link to a directory of the victim's own",
                Attacks::linkToOwn);
        attacks.put("`pgas clean`, `ps`, `stat` and `stack` of another user beside a job", Attacks::tools);
        attacks.put("`pgas clean` of directories that name processes that are others by now", Attacks::recycled);
        return attacks;
    }

    static Map<String, Attack> others() {
        Map<String, Attack> attacks = new LinkedHashMap<>();
        attacks.put("the same with umask 077 and in a directory whose group is inherited", Attacks::strange);
        attacks.put("the name of the user's directory taken by a private directory of another user",
                scene -> squat(scene, "mkdir -m 700", "belongs to user id " + OtherUser.ATTACKER.uid()));
        attacks.put("the name of the user's directory taken by a symbolic link to a directory of another user",
                scene -> squat(scene, "ln -s ..", "symbolic link"));
        attacks.put("the name of the user's directory taken by a symbolic link to nowhere",
                scene -> squat(scene, "ln -s nowhere", "symbolic link"));
        attacks.put("the name of the user's directory taken by a file",
                scene -> squat(scene, "touch", "not a directory"));
        attacks.put("the name of the user's directory taken by a pipe",
                scene -> squat(scene, "mkfifo", "not a directory"));
        attacks.put("jobs in a directory where other users can rename what is not theirs", Attacks::renamable);
        attacks.put("the path of a FILE segment exchanged for links and another user's copies while it is opened",
                Attacks::exchangeFile);
        attacks.put(
                "a running job whose control file names an unrelated process in place of a rank; "
                        + "launcher and rank are killed",
                Attacks::survivors);
        return attacks;
    }

    private static String intrude(Scene scene) throws Exception {
        try (Intruder intruder = new Intruder(scene); RunningJob job = scene.running("000", "1500")) {
            String rights = scene.rights();
            job.awaitGone(System.nanoTime(), Scene.PATIENCE);
            return rights + Scene.ended(job, 0) + intruder.end() + left(scene);
        }
    }

    private static String strange(Scene scene) throws Exception {
        Files.setAttribute(scene.base, "unix:mode", 03777);
        try (Intruder intruder = new Intruder(scene); RunningJob job = scene.running("077", "1000")) {
            String rights = scene.rights();
            job.awaitGone(System.nanoTime(), Scene.PATIENCE);
            return rights + Scene.ended(job, 0) + intruder.end() + left(scene);
        }
    }

    /**
     * Takes the name by a command of the attacker's, and sees that the victim's job refuses the place and leaves it
     * alone.
     */
    private static String squat(Scene scene, String command, String refusal) throws Exception {
        OtherUser.Ended taken = OtherUser.ATTACKER.run("umask 0; cd " + scene.base + " && " + command + " "
                + scene.jobs().getFileName());
        if (taken.code() != 0) {
            throw new HarnessException("the name could not be taken: " + taken.text());
        }
        String before = listing(scene);
        String what = scene.run(scene.plan("022", "100"), 1, scene.jobs().toString(), refusal);
        OtherUser.Ended clean = scene.pgas(OtherUser.VICTIM, "clean");
        if (clean.code() == 0 || !clean.text().contains(scene.jobs().toString())) {
            what += "pgas clean has ended with " + clean.code() + ": " + clean.text();
        }
        String after = listing(scene);
        return what + (after.equals(before) ? "" : "something was touched:\n" + before + "and then\n" + after);
    }

    private static String linkToOwn(Scene scene) throws Exception {
        Path own = OtherUser.VICTIM.directory(scene.path("own"));
        Path precious = own.resolve("precious");
        Files.writeString(Files.createDirectory(precious).resolve("control"), "keep");
        Files.setAttribute(precious, "unix:uid", OtherUser.VICTIM.uid());
        String what = squat(scene, "ln -s " + own, "symbolic link");
        return what + (Files.exists(precious.resolve("control")) ? "" : "what was behind the link is gone");
    }

    private static String listing(Scene scene) throws IOException {
        return found(scene, WHOSE + ",lastModifiedTime");
    }

    private static String found(Scene scene, String attributes) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> all = Files.walk(scene.base)) {
            for (Path each : all.sorted().toList()) {
                text.append(each).append(' ').append(Files.readAttributes(each, "unix:" + attributes,
                        LinkOption.NOFOLLOW_LINKS).entrySet().stream().sorted(Map.Entry.comparingByKey()).toList())
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static String left(Scene scene) throws IOException {
        try (Stream<Path> all = Files.list(scene.base)) {
            List<Path> found = all.toList();
            return found.isEmpty() ? "" : "left: " + found + "\n";
        }
    }

    private static String renamable(Scene scene) throws Exception {
        Files.setAttribute(scene.base, "unix:mode", 0777);
        return scene.run(scene.plan("022", "100"), 1, scene.base.toString(), "chmod +t") + left(scene);
    }

    private static String tools(Scene scene) throws Exception {
        StringBuilder wrong = new StringBuilder();
        try (RunningJob job = scene.running("022", "20000")) {
            Path directory;
            try (Stream<Path> all = Files.list(scene.jobs())) {
                directory = all.findFirst().orElseThrow();
            }
            String name = directory.getFileName().toString();
            String before = found(scene, WHOSE);
            for (String command : List.of("clean", "ps")) {
                OtherUser.Ended ended = scene.pgas(OtherUser.ATTACKER, command);
                if (ended.text().contains(name)) {
                    wrong.append("pgas ").append(command).append(" knows of it:\n").append(ended.text());
                }
            }
            for (String command : List.of("stat", "stack")) {
                for (String which : List.of(name, directory.toString())) {
                    OtherUser.Ended ended = scene.pgas(OtherUser.ATTACKER, command, which);
                    if (ended.code() == 0 || ended.text().contains("rank 0")) {
                        wrong.append("pgas ").append(command).append(" shows it:\n").append(ended.text());
                    }
                }
            }
            String after = found(scene, WHOSE);
            if (!after.equals(before)) {
                wrong.append("something was touched:\n").append(before).append("and then\n").append(after);
            }
            if (job.processes().size() < 3) {
                wrong.append("the job has ended:\n").append(job.output());
            }
            OtherUser.Ended ended = scene.pgas(OtherUser.VICTIM, "ps");
            if (!ended.text().contains(name)) {
                wrong.append("pgas ps does not show its own user's job:\n").append(ended.text());
            }
        }
        return wrong.toString();
    }

    /** Files of a running job come and go, which ends a copy. */
    private static boolean isCopied(Path from, Path to) throws IOException, InterruptedException {
        for (int attempt = 0; attempt < COPIES; attempt++) {
            if (new ProcessBuilder("cp", "-a", from.toString(), to.toString()).inheritIO().start().waitFor() == 0) {
                return true;
            }
            if (Files.exists(to)) {
                Scratch.remove(to);
            }
        }
        return false;
    }

    /**
     * Two copies of a job's directory: of one all processes are others by now, of the other one is still what it was.
     */
    private static String recycled(Scene scene) throws Exception {
        Path copy = scene.path("copy");
        // for longer than the copy may take, however slow the machine is
        try (RunningJob job = scene.running("022", "600000")) {
            OtherUser.Ended copied = OtherUser.VICTIM.run("true");
            if (copied.code() != 0 || !isCopied(scene.jobs(), copy)) {
                throw new HarnessException("the directory could not be copied");
            }
            Processes.signal("TERM", job.processes());
            job.awaitGone(System.nanoTime(), Scene.PATIENCE);
        }
        Process unrelated = OtherUser.VICTIM.start("sleep 100");
        try {
            Path directory;
            try (Stream<Path> all = Files.list(copy)) {
                directory = all.filter(each -> Files.exists(each.resolve("control"))).findFirst().orElseThrow();
            }
            long start = startOf(unrelated.pid());
            name(directory.resolve("control"), unrelated.pid(), start + 1);
            Files.move(copy, scene.jobs());
            Path alive = scene.jobs().resolve("alive");
            Path stale = scene.jobs().resolve(directory.getFileName());
            if (new ProcessBuilder("cp", "-a", stale.toString(), alive.toString()).inheritIO().start().waitFor() != 0) {
                throw new HarnessException("the directory could not be copied again");
            }
            name(alive.resolve("control"), unrelated.pid(), start);
            OtherUser.Ended clean = scene.pgas(OtherUser.VICTIM, "clean");
            StringBuilder wrong = new StringBuilder();
            if (!unrelated.isAlive()) {
                wrong.append("an unrelated process was ended\n");
            }
            if (Files.exists(stale) || !Files.exists(alive.resolve("control")) || clean.code() != 0) {
                wrong.append("pgas clean has removed the wrong one:\n").append(clean.text());
            }
            return wrong.toString();
        } finally {
            unrelated.destroyForcibly().waitFor();
        }
    }

    private static long startOf(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19]);
    }

    /** Makes launcher and ranks that process. */
    private static void name(Path control, long pid, long start) throws IOException {
        try (FileChannel file = FileChannel.open(control, StandardOpenOption.WRITE)) {
            write(file, FileLayouts.LAUNCHER_PID, pid, start);
            for (int rank = 0; rank < 2; rank++) {
                write(file, FileLayouts.pid(rank), pid, start);
            }
        }
    }

    private static void write(FileChannel file, long at, long pid, long start) throws IOException {
        file.write(ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.nativeOrder()).putLong(pid).putLong(start)
                .flip(), at);
    }

    /**
     * Rank 1 is gone with the launcher, and the control file names another process in its place, by number and start.
     * The ranks that survive kill none but members.
     */
    private static String survivors(Scene scene) throws Exception {
        Process unrelated = OtherUser.VICTIM.start("sleep 100");
        try (RunningJob job = scene.running("022", "60000")) {
            Path control;
            try (Stream<Path> all = Files.walk(scene.jobs())) {
                control = all.filter(each -> each.endsWith("control")).findFirst().orElseThrow();
            }
            List<Long> launchers = new ArrayList<>();
            for (long pid : job.processes()) {
                if (Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
                        .contains("org.pgas.launch.Pgas")) {
                    launchers.add(pid);
                }
            }
            if (launchers.size() != 1 || job.pidOf(1) == 0 || !unrelated.isAlive()) {
                throw new HarnessException(
                        "launchers " + launchers + ", rank 1 " + job.pidOf(1) + ":\n" + job.output());
            }
            long start = startOf(unrelated.pid());
            try (FileChannel file = FileChannel.open(control, StandardOpenOption.WRITE)) {
                write(file, FileLayouts.pid(1), unrelated.pid(), start);
            }
            // at once: a rank that ends by itself says that it has left, and then nobody looks at its process
            Processes.signal("KILL", List.of(launchers.getFirst(), job.pidOf(1)));
            long took = job.awaitGone(System.nanoTime(), Scene.PATIENCE);
            return (took >= 0 ? "" : "the job goes on\n")
                    + (unrelated.isAlive() ? "" : "an unrelated process was ended\n");
        } finally {
            unrelated.destroyForcibly().waitFor();
        }
    }

    /**
     * A directory of the attacker's, in which a path is by turns a link to the victim's file, a copy, and a link to a
     * copy.
     */
    private static String exchangeFile(Scene scene) throws Exception {
        Path own = OtherUser.VICTIM.directory(scene.path("own")).resolve("segment");
        String made = scene.run(scene.plan("000", Integer.toString(NOBODY_WAITS_MILLIS), own.toString(), "create"), 0);
        if (!made.isEmpty()) {
            return made;
        }
        int mode = (int) Files.getAttribute(own, "unix:mode") & 0777;
        String wrong = mode == 0600 ? "" : "a FILE segment has mode " + Integer.toOctalString(mode) + "\n";
        Path open = OtherUser.open(scene.path("open"));
        Path copy = open.resolve("copy");
        Files.copy(own, copy);
        Files.setAttribute(copy, "unix:uid", OtherUser.ATTACKER.uid());
        Process exchanging = OtherUser.ATTACKER
                .start("cd " + open + "; while [ -e copy ]; do cp copy a; mv a path; ln -s "
                        + own + " a; mv -T a path; ln -s copy a; mv -T a path; ln copy a; mv a path; done");
        try {
            String what = scene.run(scene.plan("022", "2000", open.resolve("path").toString()), 0, " refused");
            String text = Files.readString(scene.path("output"));
            return wrong + what + (text.contains("OPENED") ? text : "");
        } finally {
            exchanging.destroyForcibly().waitFor();
        }
    }
}
