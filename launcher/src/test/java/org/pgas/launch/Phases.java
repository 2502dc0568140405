package org.pgas.launch;

import java.util.concurrent.locks.LockSupport;

import org.pgas.Job;

/**
 * A program for tests that kill: every rank says "ready" with its pid in the phase that the argument names, and stays
 * there.
 *
 * <pre>
 * start-up    before it has joined (even ranks) or waiting for the others to join (odd ranks)
 * barrier     in a barrier for which rank 0 is missing, which computes
 * computing   puts to the neighbour, with a barrier now and then
 * spinning    in a loop that never calls the library and has no call in it at all
 * exiting     after main, in a shutdown hook of the program's own
 * </pre>
 */
public final class Phases {
    private static final long HOOK_NANOS = 300_000_000;
    private static final int PUTS_PER_BARRIER = 10_000;

    private Phases() {}

    /** Argument: the phase. */
    public static void main(String[] args) {
        switch (args[0]) {
            case "start-up" -> startUp();
            case "barrier" -> barrier();
            case "computing" -> computing();
            case "spinning" -> spinning();
            case "exiting" -> exiting();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void ready() {
        System.out.println("ready " + ProcessHandle.current().pid());
    }

    private static void startUp() {
        ready();
        if (Integer.getInteger("pgas.rank") % 2 == 0) {
            Behaviours.sleepForEver();
        }
        Job.join();
    }

    private static void barrier() {
        Job job = Job.join();
        ready();
        if (job.rank() == 0) {
            spin(1);
        }
        job.world().barrier();
    }

    private static void computing() {
        Job job = Job.join();
        job.attach(job.pageBytes());
        ready();
        int next = (job.rank() + 1) % job.size();
        while (true) {
            for (int i = 0; i < PUTS_PER_BARRIER; i++) {
                job.world().rma().putLong(next, 0, i);
            }
            job.world().barrier();
        }
    }

    private static void spinning() {
        Job job = Job.join();
        ready();
        System.out.println(spin(job.rank() + 1));
    }

    /** Takes longer than any test. */
    private static long spin(long seed) {
        long x = seed;
        for (long i = 0; i < Long.MAX_VALUE; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }

    private static void exiting() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            ready();
            long end = System.nanoTime() + HOOK_NANOS;
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
        }));
        try (Job job = Job.join()) {
            job.world().barrier();
        }
    }
}
