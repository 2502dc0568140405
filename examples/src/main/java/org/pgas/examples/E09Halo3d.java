package org.pgas.examples;

import java.util.Locale;

import org.pgas.AttachException;
import org.pgas.Job;
import org.pgas.examples.halo3d.CubeModel;
import org.pgas.examples.halo3d.HaloBlock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Heat in a cube. Its blocks lie in the memory of all ranks; each step, every rank puts the six faces of its block into
 * the ghost cells of its neighbours, from block to block, whether a face is contiguous or not. The checksum is the same
 * for any number of ranks.
 *
 * <pre>
 * $ ./pgas run -n 2 halo3d
 * [0] cube of 128 x 128 x 128 cells on 1 x 1 x 2 ranks, 100 iterations
 * [0] 0.561 s, 373.6 million cells per second
 * [0] checksum=88744122.454
 * [0] deviation=0.0
 * </pre>
 */
@Command(name = E09Halo3d.NAME, description = "A 3-D stencil in blocks that put their faces into the ghost cells of "
        + "their neighbours.")
public final class E09Halo3d {
    static final String NAME = "halo3d";

    private static final int LARGEST_SIZE = 1 << 11;

    @Option(names = "--size", description = "Cells along each edge of the cube (default: ${DEFAULT-VALUE})")
    private int size = 128;

    @Option(names = "--iterations", description = "Steps to take (default: ${DEFAULT-VALUE})")
    private int iterations = 100;

    @Option(names = "--no-check", negatable = true, description = "Does not compute the same on rank 0 alone, whose "
            + "heap must have room for the whole cube twice")
    private boolean check = true;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E09Halo3d() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E09Halo3d(), arguments, E09Halo3d::run);
    }

    private void run(Job job) {
        if (size < 1 || size > LARGEST_SIZE) {
            throw CommandLineOfJob.refuse(job, NAME, "--size " + size + ": legal are 1.." + LARGEST_SIZE);
        }
        if (iterations < 0) {
            throw CommandLineOfJob.refuse(job, NAME, "--iterations " + iterations + ": legal are 0 and more");
        }
        HaloBlock block = attach(job);
        if (job.rank() == 0) {
            System.out.printf(Locale.ROOT, "cube of %d x %d x %d cells on %s ranks, %d iterations%n", size, size, size,
                    block.grid(), iterations);
        }
        long nanos = block.run(iterations);
        if (job.rank() == 0) {
            System.out.printf(Locale.ROOT, "%.3f s, %.1f million cells per second%n", nanos / 1e9,
                    1e3 * size * size * size * iterations / nanos);
            judge(job, block);
        }
        // the cube lies in all ranks' memory, so all stay until rank 0 has read it
        job.world().barrier();
    }

    private void judge(Job job, HaloBlock block) {
        CubeModel model = null;
        if (check) {
            model = new CubeModel(size);
            for (int i = 0; i < iterations; i++) {
                model.step();
            }
        }
        double[] plane = new double[size * size];
        double sum = 0;
        double deviation = 0;
        for (int x = 0; x < size; x++) {
            block.plane(x, plane);
            for (int at = 0; at < plane.length; at++) {
                sum += plane[at];
                if (model != null) {
                    deviation = Math.max(deviation, Math.abs(plane[at] - model.cell(x, at / size, at % size)));
                }
            }
        }
        System.out.printf(Locale.ROOT, "checksum=%.3f%n", sum);
        if (check) {
            System.out.println("deviation=" + deviation);
            if (deviation != 0) {
                throw job.exit(1);
            }
        }
    }

    private HaloBlock attach(Job job) {
        try {
            return new HaloBlock(job, size);
        } catch (AttachException | IllegalArgumentException e) {
            throw CommandLineOfJob.refuse(job, NAME, "--size " + size + ": " + e.getMessage());
        }
    }
}
