package org.pgas.stress;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A test of a protocol that lacks a step, or takes two in the wrong order: its forbidden outcome must be seen, or the
 * test that it is a twin of proves nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Weakened {
    /** The test of the protocol as it should be. */
    Class<?> of();
}
