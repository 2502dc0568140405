package org.pgas.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;

/**
 * Laws of order and of teams, which the build tries a third time, with the ranks in three neighbourhoods: what a rank
 * learns of a second one may be news of a third. Of three ranks and more; those of fewer would be tried twice.
 */
@Documented
@Inherited
@Tag("three-neighbourhoods")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface AcrossThreeNeighbourhoods {}
