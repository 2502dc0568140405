package org.pgas.launch;

import java.util.concurrent.Callable;

/**
 * A command of {@code pgas} that another module brings, such as {@code pgas bench}: found by
 * {@link java.util.ServiceLoader} on the class path and on the module path.
 *
 * <p>An implementation has a public constructor without parameters and a picocli {@code @Command} annotation that names
 * and describes it; picocli fills its options. {@link #call} runs it and returns the exit code of {@code pgas}. A
 * {@link org.pgas.PgasException} that it throws is printed as a message without a stack trace; the exit code is then 2
 * for {@link org.pgas.ErrorCode#BAD_ARGUMENT}, else 1.
 */
public interface Subcommand extends Callable<Integer> {}
