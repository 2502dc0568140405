package org.pgas.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;

/**
 * Laws that hold between neighbourhoods, too: the build runs these tests a second time with their ranks in two of them.
 * What a test cannot have there: memory of every rank mapped, and a rank that has left and is read all the same. A
 * method of such a class that needs it has {@code neighbourhoods = 1}, with the reason.
 */
@Documented
@Inherited
@Tag("neighbourhoods")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface AcrossNeighbourhoods {}
