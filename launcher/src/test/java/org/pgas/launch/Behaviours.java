package org.pgas.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.pgas.Job;

/**
 * A program for tests: joins and then does what its first argument says, on the rank that the second names; the other
 * ranks wait in a barrier, which only the end of the job ends.
 */
public final class Behaviours {
    private Behaviours() {}

    /** Arguments: behaviour, rank, and one more that depends on the behaviour. */
    public static void main(String[] args) throws IOException {
        switch (args[0]) {
            case "echo" -> echo(args);
            case "unjoined" -> System.exit(Integer.parseInt(args[1]));
            case "flood" -> flood(Integer.parseInt(args[1]));
            case "leave-child" -> leaveChild();
            case "sleep-unjoined" -> sleepForEver();
            default -> joined(args);
        }
    }

    private static void joined(String[] args) {
        try (Job job = Job.join()) {
            System.out.println("joined " + ProcessHandle.current().pid());
            if (args[0].equals("finish")) {
                return;
            }
            if (args[0].equals("hook")) {
                job.onExit(() -> System.out.println("exit hook of rank " + job.rank()));
            }
            job.world().barrier();
            if (job.rank() == Integer.parseInt(args[1])) {
                act(job, args[0], args.length > 2 ? args[2] : "");
            }
            job.world().barrier();
        }
    }

    private static void act(Job job, String behaviour, String argument) {
        switch (behaviour) {
            case "system-exit" -> System.exit(Integer.parseInt(argument));
            case "halt" -> Runtime.getRuntime().halt(Integer.parseInt(argument));
            case "job-exit", "hook" -> throw job.exit(Integer.parseInt(argument));
            case "throw" -> throw new IllegalStateException(argument);
            case "out-of-memory" -> fillTheHeap();
            case "environment" -> {
                System.out.println("value " + job.environment(argument));
                throw job.exit(0);
            }
            case "wait" -> {
                System.out.println("waiting");
                sleepForEver();
            }
            default -> throw new IllegalArgumentException(behaviour);
        }
    }

    private static void fillTheHeap() {
        List<byte[]> kept = new ArrayList<>();
        while (true) {
            kept.add(new byte[1 << 20]);
        }
    }

    static void sleepForEver() {
        while (true) {
            LockSupport.park();
        }
    }

    /** Prints arguments and input, one line each, the last without an end. */
    private static void echo(String[] args) throws IOException {
        for (int i = 1; i < args.length; i++) {
            System.out.println("argument <" + args[i] + ">");
        }
        System.out.println("property " + System.getProperty("test.property"));
        System.out.println("directory " + System.getProperty("user.dir"));
        System.out.println("heap " + Runtime.getRuntime().maxMemory());
        System.out.println("cores " + coresOfThisThread());
        System.err.println("to standard error");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println("input <" + line + ">");
        }
        System.out.print("unfinished");
        System.out.flush();
    }

    private static void flood(int lines) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append(i).append('\n');
        }
        System.out.print(text);
        System.out.flush();
    }

    /** Ends while a process it has started goes on with the same standard output. */
    private static void leaveChild() throws IOException {
        Process child = new ProcessBuilder("sleep", "60").inheritIO().start();
        System.out.println("child " + child.pid());
    }

    /** The cores that the kernel lets this process run on, such as 0-3; not what the JVM was told. */
    private static String coresOfThisThread() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("Cpus_allowed_list:")) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
            return "unknown";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
