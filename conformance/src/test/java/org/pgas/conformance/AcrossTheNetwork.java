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
 * Laws that the build tries once more over the wire between hosts, encrypted, with the ranks as processes in two
 * neighbourhoods: transfers, messages, barriers and collectives. Some of them it tries over UCX as well, where the host
 * has it; all of them are with {@code -Dtest.network.wire=ucx -Dtest.network.plain=on}. Above the wire nothing knows
 * which one it is.
 */
@Documented
@Inherited
@Tag("across-the-network")
@ExtendWith(OverTheWiresOfTheHost.class)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface AcrossTheNetwork {}
