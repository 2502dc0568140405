package org.pgas.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;

/**
 * Laws that hold between neighbourhoods, too: the build runs these tests a second time with their ranks in two of them,
 * as threads and as processes. Where a JVM of its own for each rank is not worth the time,
 * {@link AcrossNeighbourhoodsAsThreads} is enough.
 *
 * <p>What a test cannot have there: memory of every rank mapped, and a rank that has left and is read all the same. A
 * method that needs it has {@code neighbourhoods = 1}, with the reason above it.
 */
@Documented
@Inherited
@Tag("neighbourhoods")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface AcrossNeighbourhoods {}
