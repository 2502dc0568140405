/**
 * The shared-memory conduit: everything that knows of files, processes and the operating system.
 *
 * <p>A job is a directory, {@code <dir>/pgas-<uid>/<job>/}, mode 0700, with a {@code control} file
 * ({@link org.pgas.pshm.ControlLayout}), the {@code environment} the job was started from, an {@code am} file with the
 * rings of messages ({@link org.pgas.pshm.AmLayout}), and a file per segment. Ranks join by claiming a slot in
 * {@code control}. Locks of the file {@code locks} tell which processes live, and so do pid and start time where these
 * mean something ({@link org.pgas.pshm.Liveness}).
 *
 * <p>Whoever only wants to look takes a {@link org.pgas.pshm.JobView}: it maps what it reads without the right to write, and only while
 * it reads.
 *
 * <p>Invariants: no absolute address is ever stored in a shared file; nothing read from one is used as an index, a length or a
 * number of ranks before it was checked; no mapping that can be written is taken away while this JVM lives (see {@link org.pgas.pshm.Mapping}).
 */
package org.pgas.pshm;
