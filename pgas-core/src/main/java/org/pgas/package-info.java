/**
 * One job of ranks, one global address space: what a program sees of the library.
 *
 * <p>Start at {@link org.pgas.Job}. Here live the contracts of the API, values, flags, errors and settings, which name
 * no room, and what forwards to the rooms, the packages below this one; {@code Aggregator}, {@code HandlerSafeLock} and
 * {@code NamedBarrier} have their small protocols themselves, since no room needs them. {@code Rooms} builds the rooms
 * when a rank joins, from the ground up. This package opens no file and knows no process and no transport; those live
 * behind {@link org.pgas.spi.Conduit}.
 *
 * <p><b>Invariant:</b> the core uses itself and the JDK alone ({@code ArchitectureTest.coreUsesTheJdkOnly}).
 *
 * <p><b>Six walks</b>, from a call to the instruction that does it, by the files that a reader opens. A walk lists
 * every file of the library that its calls enter; a name with a method is where a thread begins. A class that
 * implements an interface stands for it. <i>Aside</i> lie calls that the walk passes by: ways for other memory and
 * other messages, what is done once, loops that are made for distances of much use, what flags and checked mode ask
 * for, refusals. A call comes back to its caller before the next one goes on; along the calls that have not come back,
 * no room is entered again that was left, unless the walk says so.
 *
 * <p>Left out of all walks are numbers of places and messages ({@code MappedRange}, {@code ControlLayout},
 * {@code MessageHead}, {@code MessageRecord}, {@code RecordChecksum}), what a shape is made of ({@code Regions},
 * {@code JointNest}), what a rank and the members are ({@code ThisRank}, {@code TeamMembers}, {@code Cores},
 * {@code Face}, {@code RestrictedContext}), counts and recorded events ({@code RankCounters}, {@code Recorder},
 * {@code Origin}, {@code TransferEvent}, {@code HandlerEvent}), and errors ({@code Refusals},
 * {@code PublicCall}).
 * <ul>
 * <li>Walk of an 8-byte put, 3 files (at most 4): {@code Rma.putLong(int, long, long)}, {@code AddressMap},
 * {@code SharedMemory}. Aside: {@code TransferRoutes.putValue}.
 * <li>Walk of a 1 MiB putNb, 6 files (at most 7):
 * {@code Rma.putNb(int, long, MemorySegment, long, long, LocalCompletion)}, {@code Completion}, {@code LocalMemory},
 * {@code AddressMap}, {@code TransferRoutes}, {@code SharedMemory}. Aside: {@code TransferRoutes.putNb},
 * {@code HeapCopies}.
 * <li>Walk of a short request with its reply, 12 files (at most 12): {@code ActiveMessages.requestShort(int, int)},
 * {@code Messenger}, {@code Outbox}, {@code Lane}, {@code SharedMemory}, {@code Doorbells}; at the other end
 * {@code Messenger.poll}, {@code Turn}, {@code LaneReader}, {@code MessageDispatcher}, {@code Handler},
 * {@code Token.code(ShortHandler)}; in the handler {@code Token.replyShort(int)}, {@code Delivery}, and from there as
 * the request. Aside: {@code Messenger.requestShortLater}, {@code Messenger.replyShortLater},
 * {@code Messenger.pollInsideHandler}, {@code TeamCore.messagePeer}, {@code MessageChecks}, {@code MessageEnds},
 * {@code Outbox.sendShortWithEnds}, {@code Outbox.overwritten}, {@code Doorbells.ring}, {@code Doorbells.ringAll},
 * {@code LaneReader.takeMedium}, {@code LaneReader.takeLong}, {@code LaneReader.damaged},
 * {@code MessageDispatcher.handleMedium}, {@code MessageDispatcher.failed}, {@code MessageDispatcher.refused},
 * {@code Receivers}, {@code HandlersOf}, {@code Receiver.capabilities}, {@code AmLayout.word}, {@code ShortHandler},
 * {@code SharedMemory.fill}, {@code LargeCopies}. Comes back to {@code message}: a ring's reader, in
 * {@code org.pgas.pshm}, which {@code Inbox} asks where a rank has several rings, calls the dispatcher for each record.
 * <li>Walk of a strided put, 10 files (at most 10):
 * {@code Vis.put(int, long, Shape, MemorySegment, long, Shape)}, {@code LocalMemory}, {@code AddressMap},
 * {@code Shape}, {@code CopyPlan}, {@code NestCopy}, {@code SharedMemory}, {@code RunKernels}, {@code KnownStrides},
 * {@code RunLoops}. Aside: {@code FarRegions}, {@code PeerCompletions}, {@code VisChecks}, {@code Shape.newPlan},
 * {@code LoopCopies}, {@code SharedMemory.copyIn}, {@code LargeCopies}, {@code ThreadSlot},
 * {@code KnownStrides.count}, {@code StrideKernels}, {@code TeamCore.memberJobRank}.
 * <li>Walk of a put between fences, 6 files (at most 6):
 * {@code Window.put(MemorySegment, long, Datatype, int, long, long, Datatype)}, {@code Serving}, {@code Transfers},
 * {@code Datatype}, {@code AddressMap}, {@code SharedMemory}. Aside: {@code Window.begin}, {@code Transfers.put},
 * {@code Epochs.open}, {@code Waiting.makeProgress}, {@code SharedMemory.copyIn}.
 * <li>Walk of a fetch-add, 6 files (at most 6): {@code LongAtomicDomain.fetchAdd}, {@code AtomicDomain},
 * {@code AddressMap}, {@code SharedMemory}, {@code TeamCore}, {@code Doorbell}. Aside: {@code AddressMap.misaligned},
 * {@code AtomicDomain.perform}, {@code AtomicDomain.refused}, {@code OpcodeBits}, {@code Doorbell.ring}.
 * </ul>
 *
 * <p><b>Invariant:</b> each walk lists every file that its calls enter, and no other ({@code
 * WalksTest.everyWalkIsWholeAndCanBeGone}, {@code WalksTest.whatIsLeftOutLeadsNowhere}).
 */
package org.pgas;
