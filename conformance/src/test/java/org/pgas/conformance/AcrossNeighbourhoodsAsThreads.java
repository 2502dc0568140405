package org.pgas.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;

/**
 * As {@link AcrossNeighbourhoods}, with ranks that are threads unless a test says itself what they are: what they do is
 * the same, and what processes have of their own is tried by the classes that run as both. A tag of its own, since a
 * parameter of JUnit's configuration holds for all that one run of the build selects.
 */
@Documented
@Inherited
@Tag("neighbourhoods-as-threads")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface AcrossNeighbourhoodsAsThreads {}
