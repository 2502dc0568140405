package org.pgas.conformance;

import org.pgas.Job;
import org.pgas.JobConfig;

/**
 * A program whose rank 0 ends in the way that the first argument names, while the others are where the second one says.
 */
public final class EndingProgram {
    private static volatile long sink;

    private EndingProgram() {}

    public static void main(String[] arguments) {
        Job job = Job.join(JobConfig.builder().clientName("ENDING").build());
        job.onExit(() -> System.out.println("hook of rank " + job.rank()));
        job.attach(job.pageBytes());
        System.out.println("joined as " + job.rank() + " of " + job.size());
        System.out.println("environment of rank " + job.environment("OMPI_COMM_WORLD_RANK"));
        job.world().barrier();
        if (job.rank() == 0) {
            end(job, arguments[0]);
        } else {
            stay(job, arguments[1]);
        }
    }

    private static void end(Job job, String way) {
        switch (way) {
            case "exit7" -> job.exit(7);
            case "exit7-from-thread" -> {
                Thread.ofPlatform().daemon().start(() -> job.exit(7));
                spin();
            }
            case "exit0" -> job.exit(0);
            case "exit-1" -> job.exit(-1);
            case "exit256" -> job.exit(256);
            case "exit-min" -> job.exit(Integer.MIN_VALUE);
            case "exit-max-from-thread" -> {
                Thread.ofPlatform().daemon().start(() -> job.exit(Integer.MAX_VALUE));
                spin();
            }
            case "exit1000" -> job.exit(1000);
            case "system-exit5" -> System.exit(5);
            case "throw" -> throw new IllegalStateException("thrown by rank 0");
            case "throw-in-thread" -> {
                inThread(Thread.ofPlatform().name("worker"), () -> {
                    throw new IllegalStateException("thrown by a worker");
                });
                job.world().barrier();
            }
            case "throw-in-virtual-thread" -> {
                inThread(Thread.ofVirtual().name("worker"), () -> {
                    throw new IllegalStateException("thrown by a worker");
                });
                job.world().barrier();
            }
            case "throw-in-try" -> {
                try (job) {
                    throw new IllegalStateException("thrown by rank 0");
                }
            }
            case "system-exit5-slow-hook" -> {
                Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(EndingProgram::spin));
                System.exit(5);
            }
            case "return" -> System.out.println("returns without close");
            case "close" -> job.close();
            case "print-and-exit" -> {
                System.out.print("unfinished line");
                job.exit(3);
            }
            case "spin" -> spin();
            default -> throw new IllegalArgumentException(way);
        }
    }

    private static void inThread(Thread.Builder builder, Runnable body) {
        try {
            builder.start(body).join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void stay(Job job, String where) {
        switch (where) {
            case "barrier" -> job.world().barrier();
            case "spin" -> spin();
            case "return" -> System.out.println("returns without close");
            case "close" -> job.close();
            default -> throw new IllegalArgumentException(where);
        }
    }

    private static void spin() {
        while (true) {
            sink++;
        }
    }
}
