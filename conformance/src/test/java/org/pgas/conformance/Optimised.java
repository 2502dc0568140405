package org.pgas.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;

/**
 * Laws that depend on what the optimising compiler makes of the library: the order of accesses to memory, what is
 * allocated, faults in compiled code. The build runs them in JVMs with that compiler, and all others, which it would
 * take longer to compile than to run, in JVMs with the quick one alone. {@code -Poptimised} runs all of them with both.
 */
@Documented
@Inherited
@Tag("optimised")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Optimised {}
