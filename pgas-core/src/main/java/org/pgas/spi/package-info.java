/**
 * What a transport implements. A {@link org.pgas.spi.Conduit} gives roles of a few methods each: member, end, topology,
 * segments, area, lanes, copies, bells, messages, processes, what others see, and what is told to people. Signatures
 * use JDK types and {@link org.pgas.memory} only, so that a transport may depend on the core without a cycle.
 *
 * <p>The core asks roles for addresses once: with these, transfers of mapped memory, atomic operations and barriers run
 * without a call of a role. It calls roles for each message (outboxes and inboxes), for a large transfer (how many
 * ranks are awake), for a peer's client memory (a copy between the processes), to wake a rank that sleeps, and when a
 * thread waits long, attaches, or ends. The file layout of counters and of shown waits ({@code CounterLayout},
 * {@code WaitRecord}) is here, since the core writes them and transports show them; so is that of what a transport of
 * several neighbourhoods shows of its ways ({@code WayLayout}).
 *
 * <p>Not part of the API: exported to the library's own transports, and to its launcher.
 */
package org.pgas.spi;
