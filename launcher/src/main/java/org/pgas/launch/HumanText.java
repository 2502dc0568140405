package org.pgas.launch;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Errors as people read them: what went wrong without the names of exception classes. */
final class HumanText {
    private static final String NO_PROCESSES = "there may be no more processes or threads: raise the limit (ulimit -u, "
            + "docker run --pids-limit=...); a rank needs about 30 of them, the launcher as many, and 3 for each rank "
            + "or 6 for each host";

    private HumanText() {}

    static String of(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "it exists and is not a directory";
        }
        String limit = limit(String.valueOf(e.getMessage()));
        if (limit != null) {
            return limit;
        }
        if (e instanceof FileSystemException f && f.getReason() != null) {
            return f.getReason();
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    /** A thread that cannot be started. */
    static String of(OutOfMemoryError e) {
        return String.valueOf(e.getMessage()).contains("thread") ? NO_PROCESSES : e.toString();
    }

    /** What the system refuses because a limit is reached, with the limit to raise; null for anything else. */
    private static String limit(String message) {
        if (message.contains("Too many open files") || message.contains("error=24")) {
            return "too many files are open: raise the limit (ulimit -n)";
        }
        if (message.contains("Resource temporarily unavailable") || message.contains("error=11")) {
            return NO_PROCESSES;
        }
        if (message.contains("Cannot allocate memory") || message.contains("error=12")) {
            return "there is no memory for one more process: free some, or raise the limit (ulimit -v)";
        }
        if (message.contains("spawn helper")) {
            // the JDK advises to install it again, but its helper runs, and is refused what a new process needs
            return "a new process was refused what it needs: raise the limits of processes and threads (ulimit -u, "
                    + "docker run "
                    + "--pids-limit=...), of open files (ulimit -n), or of addresses (ulimit -v)";
        }
        return message.contains("No space left on device")
                ? "no space left on the file system (df, df -i)"
                : message.contains("File too large") ? "a file may not be so large: raise the limit (ulimit -f)" : null;
    }
}
