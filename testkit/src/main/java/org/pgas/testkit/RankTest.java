package org.pgas.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test. Every rank of a fresh job runs its body: once per number of ranks and {@link Mode}.
 *
 * <p><b>The body</b> takes a {@link org.pgas.Job}, joined and attached, and a {@link Ranks} if it wants one; other
 * parameters are refused. Each rank has its own instance of the test class, made by the constructor without arguments.
 * Methods such as {@code @BeforeEach} and fields such as {@code @TempDir} are JUnit's: JUnit runs and fills them once,
 * in this JVM, on an instance that no rank uses. Ranks that are threads share static state; each rank that is a process
 * has its own.
 *
 * <p><b>Processes</b> come from a pool that all test classes of a run share (but see
 * {@link RankDefaults#ownProcesses}); they have this JVM's class path and arguments, without agents and with a heap of
 * 256 MiB. What the ranks print is shown if the test fails.
 *
 * <p><b>Failure</b> of one rank ends its job, so that the waits of the others end too. The test fails with the first
 * failure that is not a consequence of another rank's; the message names the rank and shows what the ranks printed; the
 * failures of the other ranks are suppressed exceptions of it. An {@link org.opentest4j.AssertionFailedError} keeps its
 * expected and actual values; when the only failures are assumptions, the test is aborted. A rank that has not finished
 * in time fails the test with a dump of its threads. Its process is killed; its thread is interrupted and, if that does
 * not end it, abandoned. Files that the job left behind are a failure.
 *
 * <p>On the module path, the package of the test must be open to {@code org.junit.platform.commons}, as for any test.
 */
@SuppressWarnings("exports") // JUnit makes the extensions, not the user
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith({SeedExtension.class, RankTestExtension.class})
public @interface RankTest {
    /** Numbers of ranks, one run for each; none means those of {@link RankDefaults}. */
    int[] ranks() default {};

    /** What the ranks are, one run for each; none means those of {@link RankDefaults}. */
    Mode[] modes() default {};

    /** What the ranks attach, one run for each; none means that of {@link RankDefaults}. */
    Memory[] memories() default {};

    /**
     * Neighbourhoods of the ranks, which share no memory with each other, one run for each; none means those of
     * {@link RankDefaults}. As many as there are ranks where these are fewer. More than one needs {@code pgas-hosts}.
     */
    int[] neighbourhoods() default {};

    /**
     * Size of the segment that every rank attaches before the body, such as {@code 64k}, rounded up to whole pages;
     * {@code 0} attaches nothing, so that the body can. Empty means that of {@link RankDefaults}.
     */
    String segment() default "";

    /** Longest time for the ranks to run the body, in seconds; 0 means that of {@link RankDefaults}. */
    int timeoutSeconds() default 0;

    /** Settings of the memberships, such as {@code pgas.wait=block}; they win over those of {@link RankDefaults}. */
    String[] settings() default {};
}
