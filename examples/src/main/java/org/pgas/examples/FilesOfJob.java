package org.pgas.examples;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import org.pgas.Job;

/**
 * Files that a program was given. What is wrong with them is said in one line. It is said before anything is computed
 * if it can be seen then.
 */
final class FilesOfJob {
    private FilesOfJob() {}

    /** Ends the job if a file cannot be read; null is no file. Collective: every rank looks for itself. */
    static void checkInput(Job job, String program, String option, Path file) {
        String fault = file == null ? null : inputFault(file);
        Outcome.check(job, program, Outcome.USAGE_ERROR, fault == null ? null : option + " " + file + ": " + fault);
    }

    /**
     * Ends the job if a file can be neither made nor replaced; null is no file. Collective: every rank looks for
     * itself, and writes nothing.
     */
    static void checkOutput(Job job, String program, String option, Path file) {
        String fault = file == null ? null : outputFault(file);
        Outcome.check(job, program, Outcome.USAGE_ERROR, fault == null ? null : option + " " + file + ": " + fault);
    }

    /** As {@link #checkOutput}, for a directory that is made if it is not there. */
    static void checkOutputDirectory(Job job, String program, String option, Path directory) {
        String fault = directory == null ? null : directoryFault(directory.toAbsolutePath());
        Outcome.check(job, program, Outcome.USAGE_ERROR,
                fault == null ? null : option + " " + directory + ": " + fault);
    }

    private static String directoryFault(Path directory) {
        Path there = directory;
        while (!Files.exists(there)) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            return (there.equals(directory) ? "it" : there) + " is no directory";
        }
        return Files.isWritable(there) ? null : "no permission to write to " + there;
    }

    private static String inputFault(Path file) {
        if (!Files.exists(file)) {
            return "no such file";
        }
        if (Files.isDirectory(file)) {
            return "it is a directory";
        }
        return Files.isReadable(file) ? null : "no permission to read it";
    }

    private static String outputFault(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || Files.isDirectory(file)) {
            return "it is a directory";
        }
        if (!Files.isDirectory(directory)) {
            return "the directory " + directory + " does not exist";
        }
        return Files.isWritable(Files.exists(file) ? file : directory) ? null : "no permission to write it";
    }

    /** Ends the job because this rank could not read or write what {@code options} name. */
    static RuntimeException failed(Job job, String program, String options, IOException problem) {
        System.err.println(program + ": " + options + ": " + describe(problem));
        throw job.exit(Outcome.FAILURE);
    }

    /** Without the names of exception classes. */
    static String describe(IOException problem) {
        if (problem instanceof NoSuchFileException) {
            return "no such file";
        }
        if (problem instanceof AccessDeniedException) {
            return "no permission";
        }
        if (problem instanceof FileSystemException refused && refused.getReason() != null) {
            return refused.getReason();
        }
        return problem.getMessage() == null ? problem.toString() : problem.getMessage();
    }
}
