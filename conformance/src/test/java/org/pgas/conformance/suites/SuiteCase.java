package org.pgas.conformance.suites;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** This test covers programs of a known suite, by their names. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Documented
@Repeatable(SuiteCases.class)
public @interface SuiteCase {
    /** As in docs/suites. */
    String suite();

    /** Names of the programs whose case this is. */
    String[] programs();
}
