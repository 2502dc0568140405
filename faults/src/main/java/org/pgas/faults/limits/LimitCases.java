package org.pgas.faults.limits;

import java.util.ArrayList;
import java.util.List;

/** The cases, with what a user needs to read in each. */
final class LimitCases {
    /** The size there, and where it may be changed. */
    private static final String NO_ROOM = "is free, limited by .*(--shm-size|pgas\\.dir|another path)";
    private static final String FULL = "(" + NO_ROOM + "|No space left.*pgas\\.dir|no space left)";
    private static final String OPEN_FILES = "ulimit -n";
    private static final String PROCESSES = "(ulimit -u|pids-limit)";
    private static final String MEMORY = "(docker run --memory)";

    /** What makes no rank the only one to fail. */
    private static final String[] BIG = {"attach"};

    private final List<LimitCase> cases = new ArrayList<>();

    private LimitCases() {}

    static List<LimitCase> all() {
        LimitCases all = new LimitCases();
        for (int mebibytes : new int[]{4, 9, 16, 64}) {
            all.small(mebibytes);
        }
        all.full();
        all.inodes();
        all.files();
        all.processes();
        all.addresses();
        all.groups();
        all.directories();
        all.output();
        all.umasks();
        return all.cases;
    }

    private void add(LimitCase limitCase) {
        cases.add(limitCase);
    }

    /** Each kind of memory on a file system that has not enough for it, or just enough. */
    private void small(int mebibytes) {
        String kind = "a directory of " + mebibytes + " MiB for shared memory";
        Place place = Place.mounted("size=" + mebibytes + "m", "true");
        for (int ranks = 1; ranks <= 4; ranks++) {
            add(LimitCase.of(kind, place, NO_ROOM).with(ranks).thatMayWork());
            LimitCase attach = LimitCase.of(kind, place, NO_ROOM, BIG).with(ranks);
            add(mebibytes >= 16 ? attach.saidByAll() : attach);
        }
        add(LimitCase.of(kind, place, NO_ROOM, "segments=80x1m").saidByAll());
        add(LimitCase.of(kind, place, NO_ROOM, "windows=80x1m"));
        add(LimitCase.of(kind, place, NO_ROOM, "files=DIR,80x1m"));
        add(LimitCase.of(kind, place, NO_ROOM, "messages=20x100k").with(2, "-Dpgas.am.ring=4m").thatMayWork());
        add(LimitCase.of(kind, place, NO_ROOM, "messages=20x100k").with(3, "-Dpgas.am.ring=16m"));
        add(LimitCase.of(kind, place, NO_ROOM, "attach=1m", "collectives=20x1m", "teams=10", "heap").thatMayWork());
        add(LimitCase.of(kind, place, NO_ROOM, "teams=100").thatMayWork());
    }

    private void full() {
        Place before = Place.mounted("size=16m", "cat /dev/zero > \"$d/" + Hungry.FILLER + "\" 2>/dev/null");
        add(LimitCase.of("a directory full of somebody else's file", before, FULL));
        Place later = Place.mounted("size=16m", "true");
        for (String step : new String[]{"segments=1x1m", "windows=1x1m", "collectives=8x1m", "teams=60",
            "files=DIR,1x1m"}) {
            add(LimitCase.of("a directory that becomes full while the job runs", later, NO_ROOM, "fill=DIR", step)
                    .thatMayWork());
        }
        add(LimitCase.of("a directory that becomes full while the job runs", later, "nothing may fail", "attach=1m",
                "fill=DIR", "messages=500x20k", "heap").thatMayWork());
        Place disk = Place.disk(8_000_000);
        add(LimitCase.of("segments in files on a disk that is full", disk, NO_ROOM + "|ask for less",
                "files=DIR/file-mount,20x1m"));
        add(LimitCase.of("segments in files on a disk that is full", disk, NO_ROOM + "|ask for less",
                "files=DIR/file-mount,1x1m",
                "fill=DIR/file-mount", "files=DIR/file-mount,1x64k").thatMayWork());
    }

    private void inodes() {
        for (int inodes = 2; inodes <= 12; inodes++) {
            add(LimitCase.of("a file system without room for one more file",
                    Place.mounted("size=64m,nr_inodes=" + inodes, "true"), "df -i|No space left on device.*pgas\\.dir",
                    "attach=1m", "segments=2x4k"));
        }
    }

    private void files() {
        // the JVM cannot open the jar of the launcher then, and says that; the script looks at the limit before it
        // starts the JVM
        add(nobody("too few open files for a JVM (ulimit -n)", Place.limited("nofile=28:28")));
        for (int most : new int[]{32, 36, 40, 44, 48, 64}) {
            add(LimitCase.of("few open files (ulimit -n)", Place.limited("nofile=" + most + ":" + most), OPEN_FILES,
                    "attach=1m",
                    "segments=8x4k", "files=DIR,4x64k").thatMayWork());
        }
        for (int most : new int[]{100_000, 1_000_000, 4_000_000}) {
            add(LimitCase.of("small files only (ulimit -f)", Place.limited("fsize=" + most + ":" + most),
                    "ulimit -f|File too large", "attach=1m"));
        }
        add(LimitCase
                .of("a small stack, no locked memory, no core files (ulimit -s, -l, -c)", Place.limited("stack=200000"),
                        "nothing may fail", "attach=1m")
                .thatMayWork());
        add(LimitCase
                .of("a small stack, no locked memory, no core files (ulimit -s, -l, -c)", Place.limited("memlock=0"),
                        "nothing may fail", "attach=1m")
                .thatMayWork());
        add(LimitCase.of("a small stack, no locked memory, no core files (ulimit -s, -l, -c)", Place.limited("core=0"),
                "nothing may fail", "attach=1m").thatMayWork());
    }

    private void processes() {
        String kind = "few processes and threads (a control group)";
        for (int most : new int[]{30, 40, 50, 60}) {
            add(LimitCase.of(kind, Place.processGroup(most), PROCESSES + "|unable to create native thread", "attach=1m")
                    .thatMayWork());
        }
        add(LimitCase.of(kind, Place.processGroup(200), "nothing may fail", "attach=1m").thatMayWork());
    }

    private void addresses() {
        String kind = "few addresses (ulimit -v)";
        for (int mebibytes : new int[]{2600, 3000}) {
            add(LimitCase
                    .of(kind, Place.limited("as=" + ((long) mebibytes << 20)),
                            "ulimit -v|insufficient memory|Could not (reserve|allocate)", "attach=1m")
                    .thatMayWork());
        }
        add(LimitCase
                .of(kind, Place.limited("as=" + (3000L << 20)),
                        "ulimit -v|insufficient memory|Could not (reserve|allocate)", "attach=1g")
                .with(2, "--heap=2g"));
        add(LimitCase.of(kind, Place.limited("as=" + (6000L << 20)), "ulimit -v|" + NO_ROOM, "attach=4g")
                .thatMayWork());
        add(nobody("addresses too few for a JVM (ulimit -v)", Place.limited("as=" + (1000L << 20))));
    }

    /** Where the launcher's own JVM does not start, no class of ours can say why. */
    private static LimitCase nobody(String kind, Place place) {
        return new LimitCase(kind, place, 2, List.of(), List.of(), null, false, false);
    }

    private void groups() {
        String kind = "a control group of 128 MiB";
        Place place = Place.memoryGroup();
        for (int ranks = 1; ranks <= 4; ranks++) {
            add(LimitCase.of(kind, place, MEMORY).with(ranks, "--heap=16m").thatMayWork());
        }
        for (String step : new String[]{"attach=4m", "attach=8m", "attach", "segments=80x1m", "collectives=40x1m",
            "windows=80x1m", "files=DIR,80x1m"}) {
            add(LimitCase.of(kind, place, MEMORY, step).with(2, "--heap=16m").thatMayWork());
        }
    }

    private void directories() {
        String kind = "a directory that cannot be used";
        add(LimitCase.of(kind, Place.mounted("size=64m,ro", "true"), "[Rr]ead-only.*pgas\\.dir"));
        add(LimitCase.of(kind, Place.prepared("rmdir \"$d\""), "does not exist.*pgas\\.dir"));
        add(LimitCase.of(kind, Place.prepared("rmdir \"$d\" && echo > \"$d\""),
                "(not a directory|does not exist).*pgas\\.dir"));
        String user = "\"$d/pgas-$(id -u)\"";
        add(LimitCase.of(kind, Place.mounted("size=64m", "kept=1; mkdir " + user + " && chmod 755 " + user),
                "rights.*(chmod|remove)"));
        add(LimitCase.of(kind, Place.mounted("size=64m", "kept=1; ln -s /tmp " + user), "symbolic link.*remove"));
        add(LimitCase.of(kind, Place.mounted("size=64m", "kept=1; echo > " + user), "not a directory"));
        String fine = "a directory that is strange, and can be used";
        add(LimitCase.of(fine, Place.mounted("size=64m,noexec,nodev,nosuid", "true"), "nothing may fail", "attach=1m")
                .thatMayWork());
        add(LimitCase.of(fine, Place.mounted("size=64m", "unset HOME; cd /"), "nothing may fail", "attach=1m")
                .thatMayWork());
        add(LimitCase
                .of("no /dev/shm that can be written", Place.inNamespace("mount -t tmpfs -o ro tmpfs /dev/shm", true),
                        "nothing may fail", "attach=1m")
                .thatMayWork());
        add(LimitCase.of("no /proc, or one that hides others",
                Place.inNamespace("mount -t proc -o hidepid=2 proc /proc", false),
                "nothing may fail", "attach=1m").thatMayWork());
        // without /proc no JVM finds its own library
        add(nobody("no /proc, or one that hides others", Place.inNamespace("mount -t tmpfs tmpfs /proc", false)));
    }

    private void umasks() {
        add(LimitCase.of("a umask that takes rights from the owner (umask 777)", Place.prepared("umask 777"),
                "umask 077", "attach=1m"));
        add(LimitCase.of("a umask that leaves others nothing (umask 077)", Place.prepared("umask 077"),
                "nothing may fail", "attach=1m").thatMayWork());
    }

    private void output() {
        String kind = "output that cannot be delivered";
        String many = "print=3000";
        add(LimitCase.of(kind, Place.printingTo("> /dev/full"), "could not be delivered", many));
        add(LimitCase.of(kind, Place.printingTo(">&-"), "could not be delivered", many));
        add(LimitCase.of(kind, Place.printingTo("| head -n 1"), "could not be delivered", many));
        add(LimitCase
                .of("a full disk for --output", Place.mounted("size=200k", "true"), "no space left|No space left", many)
                .inDirectoryOfItsOwn("--output=DIR/o"));
        add(LimitCase.of("a full disk for --timeline", Place.mounted("size=4k", "cat /dev/zero > \"$d/" + Hungry.FILLER
                + "\" 2>/dev/null"), "no space left|No space left", "attach=1m")
                .inDirectoryOfItsOwn("--timeline=DIR/t.json"));
    }
}
