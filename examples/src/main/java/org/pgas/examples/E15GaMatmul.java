package org.pgas.examples;

import org.pgas.Job;
import org.pgas.examples.matmul.GlobalArrayOperands;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Multiplies two matrices a second way: where {@link E08Matmul} lays blocks out in segments and cuts patches into
 * transfers of the library, here the matrices are arrays of {@code org.pgas.ga}. Same options, same answer.
 *
 * <pre>
 * $ ./pgas run -n 2 ga-matmul
 * [0] 1024 x 1024 times 1024 x 1024 in tiles of 128 x 128, 512 products of tiles on 2 ranks
 * [0] rank=0 tasks=228 gflops=2.21
 * [0] rank=1 tasks=284 gflops=2.76
 * [0] 0.437 s, 4.91 GFLOP/s
 * [0] errors=0
 * </pre>
 */
@Command(name = E15GaMatmul.NAME, description = "Multiplies two matrices that are global arrays; ranks draw their "
        + "work from a counter.")
public final class E15GaMatmul {
    static final String NAME = "ga-matmul";

    @Mixin
    private MatrixProduct product = new MatrixProduct();

    private E15GaMatmul() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E15GaMatmul(), arguments,
                (program, job) -> program.product.run(job, NAME, GlobalArrayOperands::new));
    }
}
