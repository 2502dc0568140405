package org.pgas.launch;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.pgas.ByteSize;

/** Looks at everything on this host that jobs depend on. Reads the kernel's files only; changes nothing. */
final class HostReport {
    /** A rank has some 25 threads of the JVM's and the library's, and the launcher as many. */
    private static final int THREADS_PER_RANK = 25;

    /** Files a rank of a large job has open: its mappings need none, but the JVM's jars and pipes do. */
    private static final int FILES_WANTED = 1024;

    /** Mappings: a few for each segment of each peer. */
    private static final long MAPPINGS_WANTED = 65_530;

    /** Below it, a job of a few ranks with the default segments does not fit. */
    private static final long SHARED_MEMORY_WANTED = 512L << 20;

    private static final long MEMORY_WANTED = 1L << 30;

    private final Path root;
    private final Path jobs;
    private final List<Finding> findings = new ArrayList<>();

    /**
     * @param root "/", or a directory that stands for it in tests
     * @param jobs where jobs' files go
     */
    HostReport(Path root, Path jobs) {
        this.root = root;
        this.jobs = jobs;
    }

    List<Finding> findings() {
        findings.clear();
        system();
        jdk();
        cores();
        memory();
        jobDirectory();
        hugePages();
        nodes();
        peerMemory();
        limits();
        return List.copyOf(findings);
    }

    private void system() {
        String name = ThisJvm.system();
        String value = name + " " + ThisJvm.systemVersion() + ", " + ThisJvm.architecture();
        if (!name.equals("Linux")) {
            findings.add(Finding.missing("system", value,
                    "the library needs Linux: ranks share memory in /dev/shm and wait by futexes"));
        } else if (!ThisJvm.architecture().equals("amd64")) {
            findings.add(Finding.scarce("system", value, "the library has been tested on amd64 only"));
        } else {
            findings.add(Finding.fine("system", value));
        }
    }

    private void jdk() {
        Runtime.Version version = Runtime.version();
        String value = version + " (" + ThisJvm.vendor() + "), " + ThisJvm.home();
        findings.add(version.feature() >= 25
                ? Finding.fine("JDK", value)
                : Finding.missing("JDK", value, "Java 25 or newer is needed: name one in PGAS_JAVA_HOME"));
    }

    private void cores() {
        int usable = Runtime.getRuntime().availableProcessors();
        long installed = Files.isReadable(root.resolve("proc/cpuinfo"))
                ? lines("proc/cpuinfo").stream().filter(line -> line.startsWith("processor")).count()
                : usable;
        String value = usable + " usable" + (installed > usable ? " of " + installed : "");
        if (usable == 1) {
            findings.add(Finding.scarce("cores", value,
                    "two ranks share it and wait for each other by yielding: microseconds instead of nanoseconds; "
                            + "give the process or container more (docker run --cpus)"));
        } else if (installed > usable) {
            findings.add(Finding.fine("cores", value + " (affinity or a quota holds the others back)"));
        } else {
            findings.add(Finding.fine("cores", value));
        }
    }

    private void memory() {
        long total = new HostMemory(root).bytes();
        long available = memInfo("MemAvailable:");
        String value = total == Long.MAX_VALUE
                ? "unknown"
                : ByteSize.text(total) + (available < 0 ? "" : ", " + ByteSize.text(available) + " available");
        findings.add(available >= 0 && available < MEMORY_WANTED
                ? Finding.scarce("memory", value,
                        "heaps and segments of a job may not fit: give ranks less (pgas run --heap 128m --segment 16m)")
                : Finding.fine("memory", value));
    }

    private void jobDirectory() {
        if (!Files.isDirectory(jobs)) {
            findings.add(Finding.missing("job files", jobs + " is no directory",
                    "make it, or name another: pgas.dir"));
            return;
        }
        if (!Files.isWritable(jobs)) {
            findings.add(Finding.missing("job files", jobs + " is not writable",
                    "make it writable (mode 1777, as /tmp has), or name another directory: pgas.dir"));
            return;
        }
        try {
            FileStore store = Files.getFileStore(jobs);
            long free = store.getUsableSpace();
            String value = jobs + ": " + store.type() + ", " + ByteSize.text(store.getTotalSpace()) + ", "
                    + ByteSize.text(free) + " free";
            if (free < SHARED_MEMORY_WANTED) {
                findings.add(Finding.scarce("job files", value,
                        "room for segments is short: in a container, docker run --shm-size=2g; else mount -o "
                                + "remount,size=8g "
                                + jobs
                                + ", remove what lies there (pgas clean), use smaller segments (pgas run --segment "
                                + "16m), "
                                + "or name another directory: pgas.dir"));
            } else if (!store.type().equals("tmpfs")) {
                findings.add(Finding.scarce("job files", value,
                        "this is no memory file system: the kernel writes shared memory to the device; "
                                + "name one of type tmpfs: pgas.dir=/dev/shm"));
            } else {
                findings.add(Finding.fine("job files", value));
            }
        } catch (IOException e) {
            findings.add(Finding.missing("job files", jobs + " cannot be looked at: " + HumanText.of(e),
                    "name another directory: pgas.dir"));
        }
    }

    private void hugePages() {
        String shared = chosen("sys/kernel/mm/transparent_hugepage/shmem_enabled");
        if (shared == null) {
            findings.add(Finding.fine("huge pages", "this kernel has none for shared memory"));
        } else if (shared.equals("never") || shared.equals("deny")) {
            findings.add(Finding.scarce("huge pages", "off for shared memory (" + shared + ")",
                    "random accesses to large segments miss the TLB; as root: "
                            + "echo advise > /sys/kernel/mm/transparent_hugepage/shmem_enabled"));
        } else {
            findings.add(Finding.fine("huge pages", "for shared memory: " + shared));
        }
    }

    /** Memory is on the node of the rank that reserves it, its owner. */
    private void nodes() {
        List<String> online = lines("sys/devices/system/node/has_memory");
        if (online.isEmpty()) {
            return;
        }
        try {
            int nodes = Cores.parse(online.getFirst().strip()).size();
            findings.add(Finding.fine("memory nodes", nodes == 1
                    ? "1"
                    : nodes + ": a segment is on the node that its rank runs on when it attaches (pgas run --bind)"));
        } catch (NumberFormatException e) {
            // a kernel that says it in another way
        }
    }

    /**
     * Whether ranks may copy from and to each other's processes; that a container's filter forbids it, only a job finds
     * out.
     */
    private void peerMemory() {
        List<String> lines = lines("proc/sys/kernel/yama/ptrace_scope");
        String scope = lines.isEmpty() ? "0" : lines.getFirst().strip();
        findings.add(scope.equals("0")
                ? Finding.fine("peers' memory", "one copy between processes (unless a container forbids it)")
                : Finding.fine("peers' memory", "by messages: kernel.yama.ptrace_scope is " + scope
                        + ", which keeps ranks from each other's processes; mapped segments need nothing of it"));
    }

    private void limits() {
        long threads = limit("Max processes");
        long pids = number("sys/fs/cgroup/pids.max");
        long most = Math.min(threads, pids);
        String value = (most == Long.MAX_VALUE ? "no limit" : Long.toString(most)) + " processes and threads";
        int cores = Runtime.getRuntime().availableProcessors();
        findings.add(most < (long) THREADS_PER_RANK * (cores + 1)
                ? Finding.scarce("threads", value, "a rank needs about " + THREADS_PER_RANK
                        + ": raise it (ulimit -u, docker run --pids-limit)")
                : Finding.fine("threads", value));
        long files = limit("Max open files");
        findings.add(files < FILES_WANTED
                ? Finding.scarce("open files", files + " a process", "raise it: ulimit -n " + FILES_WANTED)
                : Finding.fine("open files", (files == Long.MAX_VALUE ? "no limit" : files + " a process")));
        long mappings = number("proc/sys/vm/max_map_count");
        findings.add(mappings < MAPPINGS_WANTED
                ? Finding.scarce("mappings", mappings + " a process",
                        "jobs of many ranks map each other's segments; as root: sysctl vm.max_map_count="
                                + MAPPINGS_WANTED)
                : Finding.fine("mappings", (mappings == Long.MAX_VALUE ? "no limit known" : mappings + " a process")));
        long space = limit("Max address space");
        findings.add(space == Long.MAX_VALUE
                ? Finding.fine("address space", "no limit")
                : Finding.scarce("address space", ByteSize.text(space) + " a process",
                        "each rank reserves addresses for all peers' segments: ulimit -v unlimited"));
    }

    /** The word in brackets of a file that lists choices, or null. */
    private String chosen(String file) {
        for (String line : lines(file)) {
            int open = line.indexOf('[');
            int close = line.indexOf(']');
            if (open >= 0 && close > open) {
                return line.substring(open + 1, close);
            }
        }
        return null;
    }

    /** A soft limit of this process; {@link Long#MAX_VALUE} when there is none. */
    private long limit(String name) {
        for (String line : lines("proc/self/limits")) {
            if (line.startsWith(name)) {
                return number(List.of(line.substring(name.length()).strip().split("\\s+")).getFirst(),
                        Long.MAX_VALUE);
            }
        }
        return Long.MAX_VALUE;
    }

    private long number(String file) {
        List<String> lines = lines(file);
        return lines.isEmpty() ? Long.MAX_VALUE : number(lines.getFirst().strip(), Long.MAX_VALUE);
    }

    /** A number of /proc/meminfo in bytes, or -1. */
    private long memInfo(String name) {
        for (String line : lines("proc/meminfo")) {
            if (line.startsWith(name)) {
                return number(line.replaceAll("[^0-9]", ""), -1L << 53) << 10;
            }
        }
        return -1;
    }

    private static long number(String text, long otherwise) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    private List<String> lines(String file) {
        try {
            return Files.readAllLines(root.resolve(file));
        } catch (IOException e) {
            return List.of();
        }
    }
}
