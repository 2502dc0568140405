package org.pgas.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Laws of jobs whose wire has transfers past messages: tried between two hosts, over UCX, which does them by software
 * where there is no device, with {@code pgas.wire.onesided=on}; and nowhere else.
 */
@Documented
@Inherited
@Tag("past-messages")
@ExtendWith(OverTheWiresOfTheHost.class)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface PastMessages {}
