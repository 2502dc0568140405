package org.pgas.examples;

import java.io.IOException;
import java.nio.file.Path;

import org.pgas.Job;
import org.pgas.examples.matrixmarket.MatrixMarketException;
import org.pgas.examples.matrixmarket.MatrixMarketHeader;
import org.pgas.examples.matrixmarket.MatrixMarketReader;

/** Matrix Market files that a program was given: what is wrong with them ends the job, with a line that says so. */
final class MatrixFilesOfJob {
    private MatrixFilesOfJob() {}

    /** Looks how large a matrix is, before there is memory for it. Collective: every rank looks for itself. */
    static MatrixMarketHeader header(Job job, String program, String option, Path file, int mostRows, int mostColumns) {
        MatrixMarketHeader header;
        try {
            header = MatrixMarketReader.header(file);
        } catch (IOException e) {
            throw CommandLineOfJob.refuse(job, program, describe(option + " " + file, e));
        }
        if (outside(header.rows(), mostRows) || outside(header.columns(), mostColumns)) {
            throw CommandLineOfJob.refuse(job, program, file + ": the matrix is " + header.rows() + " x "
                    + header.columns() + ": legal are 1 x 1 to " + mostRows + " x " + mostColumns);
        }
        return header;
    }

    private static boolean outside(int value, int most) {
        return value < 1 || value > most;
    }

    /** Ends the job because rank 0 could not read or write what {@code options} name. */
    static RuntimeException failed(Job job, String program, String options, IOException problem) {
        System.err.println(program + ": " + describe(options, problem));
        throw job.exit(Outcome.FAILURE);
    }

    static String describe(String options, IOException problem) {
        return problem instanceof MatrixMarketException ? problem.getMessage()
                : options + ": " + FilesOfJob.describe(problem);
    }
}
