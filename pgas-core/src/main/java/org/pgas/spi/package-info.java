/**
 * What a transport implements. A {@link org.pgas.spi.Conduit} gives roles of a few methods each: member, end, topology,
 * segments, area, lanes, bells, messages, processes, what others see, and what is told to people. Signatures use JDK
 * types and {@link org.pgas.memory} only, so that a transport may depend on the core without a cycle.
 *
 * <p>The core asks roles for addresses once, and calls them afterwards only when a thread waits long, attaches, or
 * ends. The file layout of counters and of shown waits ({@code CounterLayout}, {@code WaitRecord}) is here, since the
 * core writes them and transports show them.
 */
package org.pgas.spi;
