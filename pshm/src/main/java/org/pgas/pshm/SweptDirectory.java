package org.pgas.pshm;

import java.nio.file.Path;

/**
 * What a sweep has found, one of each directory.
 *
 * @param directory of a job, or something else where only those should be
 * @param abandoned whether all processes of its job are gone; only then is it removed
 * @param why it is abandoned, or why it stays; for people
 * @param bytes of memory, or of its device, that its files took; 0 for what stays
 */
public record SweptDirectory(Path directory, boolean abandoned, String why, long bytes) {}
