package org.pgas.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.examples.tiles.Filter;
import org.pgas.examples.tiles.PgmFile;
import org.pgas.examples.tiles.Picture;
import org.pgas.examples.tiles.PictureServer;
import org.pgas.examples.tiles.TileWorker;
import org.pgas.examples.tiles.Tiling;
import org.pgas.mppa.Mppa;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Filters a picture that lies in the memory of rank 0, by the MPPA interface: all ranks draw tiles from a counter,
 * fetch them with their borders into small local memories, the next one while one is filtered, and put them into the
 * result, until rank 0 has counted all of them.
 *
 * <pre>
 * $ ./pgas run -n 2 mppa-tiles
 * [0] 2048 x 2048 pixels, GAUSS, 256 tiles of 128 x 128 on 2 ranks, 67,616 bytes in each
 * [0] tiles of ranks: 173 83
 * [0] 0.207 s, 20.3 megapixels/s
 * [0] errors=0
 * </pre>
 */
@Command(name = E17MppaTiles.NAME, description = "Filters a picture on rank 0 by tiles that all ranks fetch and put "
        + "through the MPPA interface.")
public final class E17MppaTiles {
    static final String NAME = "mppa-tiles";

    private static final int LARGEST_TILE = 1 << 12;

    @Option(names = "--width", description = "Columns of the picture that is made when no file is given (default: "
            + "${DEFAULT-VALUE})")
    private int width = 2048;

    @Option(names = "--height", description = "Rows of the picture that is made (default: ${DEFAULT-VALUE})")
    private int height = 2048;

    @Option(names = "--tile", description = "Columns and rows of a tile (default: ${DEFAULT-VALUE})")
    private int tile = 128;

    @Option(names = "--filter", description = "What to compute: ${COMPLETION-CANDIDATES}, a blur or the edges "
            + "(default: ${DEFAULT-VALUE})")
    private Filter filter = Filter.GAUSS;

    @Option(names = "--seed", description = "Seed of the picture that is made (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--input", paramLabel = "FILE", description = "Picture to filter, a binary PGM file (P5)")
    private Path input;

    @Option(names = "--out", paramLabel = "FILE", description = "PGM file to write the result to")
    private Path out;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E17MppaTiles() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E17MppaTiles(), arguments, E17MppaTiles::run);
    }

    private void run(Job job) {
        checkRange(job, "--width", width, Picture.LARGEST);
        checkRange(job, "--height", height, Picture.LARGEST);
        checkRange(job, "--tile", tile, LARGEST_TILE);
        FilesOfJob.checkInput(job, NAME, "--input", input);
        FilesOfJob.checkOutput(job, NAME, "--out", out);
        Mppa mppa = Mppa.init(job);
        if (job.rank() == 0) {
            serve(job, mppa);
        } else {
            new TileWorker(job, mppa, filter, tile).run();
        }
        // ends the segments, so the others stay until rank 0 is here
        mppa.finish();
    }

    /** Rank 0's part, which includes that of the others. */
    private void serve(Job job, Mppa mppa) {
        Picture picture = picture(job);
        PictureServer server = server(job, mppa, picture);
        long start = System.nanoTime();
        server.open();
        TileWorker worker = new TileWorker(job, mppa, filter, tile);
        Tiling tiling = worker.tiling();
        System.out.printf(Locale.ROOT, "%d x %d pixels, %s, %,d tiles of %d x %d on %d ranks, %,d bytes in each%n",
                picture.width(), picture.height(), filter, tiling.count(), tiling.tileWidth(), tiling.tileHeight(),
                job.size(), worker.localBytes());
        worker.run();
        long[] tilesOfRanks = server.await(tiling.count());
        long nanos = System.nanoTime() - start;
        System.out.println("tiles of ranks: "
                + Arrays.stream(tilesOfRanks).mapToObj(Long::toString).collect(Collectors.joining(" ")));
        System.out.printf(Locale.ROOT, "%.3f s, %.1f megapixels/s%n", nanos / 1e9,
                1e3 * picture.width() * picture.height() / nanos);
        finish(job, picture, server.result());
    }

    private Picture picture(Job job) {
        if (input == null) {
            return Picture.random(width, height, seed);
        }
        try {
            return PgmFile.read(input);
        } catch (IOException e) {
            throw fail(job, Outcome.USAGE_ERROR, "--input " + input + ": " + FilesOfJob.describe(e));
        }
    }

    private static PictureServer server(Job job, Mppa mppa, Picture picture) {
        try {
            return new PictureServer(job, mppa, picture);
        } catch (PgasException e) {
            if (e.code() != ErrorCode.RESOURCE) {
                throw e;
            }
            throw fail(job, Outcome.USAGE_ERROR, picture.width() + " x " + picture.height() + ": " + e.getMessage());
        }
    }

    private void finish(Job job, Picture picture, Picture result) {
        long errors = result.differences(picture.filtered(filter));
        System.out.println("errors=" + errors);
        if (errors > 0) {
            throw job.exit(Outcome.FAILURE);
        }
        if (out == null) {
            return;
        }
        try {
            PgmFile.write(out, result);
        } catch (IOException e) {
            throw FilesOfJob.failed(job, NAME, "--out " + out, e);
        }
        System.out.println("picture written to " + out);
    }

    /**
     * Ends the job because of what only this rank has found; the others wait in the library, for a segment or for the
     * end of all segments.
     */
    private static RuntimeException fail(Job job, int code, String message) {
        System.err.println(NAME + ": " + message);
        throw job.exit(code);
    }

    private static void checkRange(Job job, String option, int value, int most) {
        if (value < 1 || value > most) {
            throw CommandLineOfJob.refuse(job, NAME, option + " " + value + ": legal are 1.." + most);
        }
    }
}
