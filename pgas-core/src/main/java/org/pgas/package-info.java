/**
 * One job of ranks, one global address space: what a program sees of the library.
 *
 * <p>Start at {@link org.pgas.Job}. Here live the contracts of the API, values, flags, errors and settings, which name
 * no room, and what forwards to the rooms, the packages below this one. {@code Rooms} builds them when a rank joins,
 * from the ground up. This package opens no file and knows no process and no transport; those live behind
 * {@link org.pgas.spi.Conduit}.
 *
 * <p><b>Invariant:</b> the core uses itself and the JDK alone ({@code ArchitectureTest.coreUsesTheJdkOnly}).
 *
 * <p><b>Six walks</b>, from a call to the instruction that does it, by files. A semicolon stands where a call has come
 * back; the next file goes on from one before it. No stretch enters a room that it has left.
 * <ul>
 * <li>Walk of an 8-byte put, in at most 4 files: {@code Rma}, {@code AddressMap}; {@code SharedMemory}.
 * <li>Walk of a 1 MiB putNb, in at most 7 files: {@code Rma}, {@code TransferChecks}; {@code AddressMap};
 * {@code TransferRoutes}, {@code SharedMemory}, {@code NativeCopies}.
 * <li>Walk of a short request with its reply, in at most 12 files: {@code ActiveMessages}, {@code MessageChecks};
 * {@code Messenger}, {@code Outbox}, {@code SharedMemory}; at the other end {@code Messenger}, {@code Inbox},
 * {@code LaneReader}; {@code MessageDispatcher}, {@code ShortCode}, {@code HandlerEntry}, {@code Token};
 * {@code Delivery}, {@code Messenger}, and from there as the request.
 * <li>Walk of a strided put, in at most 10 files: {@code Vis}, {@code VisChecks}, {@code AddressMap}; {@code Shape},
 * {@code CopyPlan}, {@code NestCopy}, {@code RunKernels}, {@code RunLoops}.
 * <li>Walk of a put between fences, in at most 6 files: {@code Window}, {@code Epochs}; {@code Transfers},
 * {@code Part}, {@code AddressMap}; {@code SharedMemory}.
 * <li>Walk of a fetch-add, in at most 6 files: {@code LongAtomicDomain}, {@code AtomicDomain}, {@code AddressMap},
 * {@code MappedRange}; {@code SharedMemory}; {@code TeamCore}.
 * </ul>
 */
package org.pgas;
