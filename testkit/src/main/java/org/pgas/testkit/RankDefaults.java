package org.pgas.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the {@link RankTest}s of a class, and of the classes nested in it, use where they say nothing themselves. */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface RankDefaults {
    /** Numbers of ranks, one run for each. */
    int[] ranks() default {2};

    /**
     * What the ranks are, one run for each; none means what JUnit's configuration says by
     * {@code org.pgas.testkit.modes}, such as {@code threads}, or both.
     */
    Mode[] modes() default {};

    /** What the ranks attach, one run for each. */
    Memory[] memories() default {Memory.MAPPED};

    /**
     * Neighbourhoods of the ranks, one run for each; none means what JUnit's configuration says by
     * {@code org.pgas.testkit.neighbourhoods}, or one.
     */
    int[] neighbourhoods() default {};

    /** Size of the segment that every rank attaches before the body; {@code 0} attaches nothing. */
    String segment() default "1m";

    /**
     * Longest time for the ranks to run the body, in seconds. After it the test counts as hung; it is long enough for a
     * host with much other work.
     */
    int timeoutSeconds() default 600;

    /**
     * Whether ranks that are processes are JVMs of this class alone, started for it and ended behind it: for laws that
     * depend on what a JVM has loaded and compiled before, such as of what a call allocates.
     */
    boolean ownProcesses() default false;

    /**
     * Settings of the memberships, such as {@code pgas.wait=block}. Checked mode is on unless a setting turns it off.
     */
    String[] settings() default {};
}
