package org.pgas.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;

/**
 * Tests that say themselves of how many neighbourhoods their ranks are: besides those that the build repeats between
 * neighbourhoods, they are tried between hosts when that is asked for. CONTRIBUTING.md says how.
 */
@Documented
@Inherited
@Tag("on-hosts")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface OnHosts {}
