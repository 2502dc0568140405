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
 * Laws that the build tries once more between two hosts, over an encrypted wire, with the ranks as processes:
 * transfers, messages, barriers and collectives. Hosts have files of their own, and networks where root runs the tests.
 * Some of these laws it tries over UCX as well, where the host has it; all of them are with
 * {@code -Dtest.network.wire=ucx -Dtest.network.plain=on}. All other laws between neighbourhoods are tried between
 * hosts when that is asked for: CONTRIBUTING.md says how.
 */
@Documented
@Inherited
@Tag("across-the-network")
@ExtendWith(OverTheWiresOfTheHost.class)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface AcrossTheNetwork {}
