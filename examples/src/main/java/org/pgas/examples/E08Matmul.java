package org.pgas.examples;

import org.pgas.Job;
import org.pgas.examples.matmul.SegmentOperands;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Multiplies two matrices, with blocks in the memory of all ranks. A work counter deals out products of tiles to ranks
 * that are free. Such a rank gets the tiles, wherever they are, and accumulates their product in the tile of the
 * result. Matrices that are made are small integers, so the result is exact; any result is compared with that of a
 * plain multiply.
 *
 * <pre>
 * $ ./pgas run -n 2 matmul
 * [0] 1024 x 1024 times 1024 x 1024 in tiles of 128 x 128, 512 products of tiles on 2 ranks
 * [0] rank=0 tasks=228 gflops=2.21
 * [0] rank=1 tasks=284 gflops=2.76
 * [0] 0.437 s, 4.91 GFLOP/s
 * [0] errors=0
 * </pre>
 */
@Command(name = E08Matmul.NAME, description = "Multiplies two matrices in tiles over all ranks; ranks draw their "
        + "work from a counter.")
public final class E08Matmul {
    static final String NAME = "matmul";

    @Mixin
    private MatrixProduct product = new MatrixProduct();

    private E08Matmul() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E08Matmul(), arguments,
                (program, job) -> program.product.run(job, NAME, SegmentOperands::new));
    }
}
