/**
 * Transfers of memory that is not contiguous: shapes, and put, get and accumulate between any two of equal volume. The
 * initiator performs them directly on mapped memory; on client memory, and for ranks of other neighbourhoods, its owner
 * does.
 *
 * <p>A {@code Shape} is a set of byte ranges ({@link org.pgas.regions.Regions}) beside a {@code Geometry}, what the
 * user gave, for messages and the search for overlaps; {@code Section} makes shapes of arrays. {@code Vis} is the
 * calls, {@code VisChecks} refuses before a byte moves and finds memory that the fast map does not show,
 * {@code ShapeAccumulate} adds, under the locks of {@code org.pgas.atomics}, and {@code PeerCompletions} tells
 * targets. {@code MppaTransfers}, {@code Gasnet1Vis}, {@code BlockTransfers} and {@code GlobalTransfers} check
 * arguments and make shapes; every byte moves through {@code Vis}. The package gets addresses from
 * {@link org.pgas.memory.AddressMap} and knows no file, process or transport. How ranges are normalised, planned and
 * copied is said at {@code org.pgas.regions}.
 *
 * <p><b>Invariant:</b> transfers between shapes that are used again allocate nothing
 * ({@code VisAllocationTest.shouldAllocateNothingWithNativeMemory},
 * {@code VisAllocationTest.shouldAllocateNothingWithAnArray}).
 *
 * <p><b>Overlap is found out once per shape.</b> Lists exactly, by marking bytes where entries lie close together,
 * else by sorting; nests by a search of index differences, pruned by reach and common divisor, with a limit of steps
 * beyond which a target is accepted, which is then undefined as in GASNet-EX.
 *
 * <p><b>Invariant:</b> a target is refused exactly if its bytes overlap
 * ({@code OverlapTest.shouldFindExactlyTheListsThatHaveAByteTwice},
 * {@code OverlapTest.shouldFindExactlyTheNestsThatHaveAByteTwice},
 * {@code VisBadInputTest.shouldRefuseExactlyTheTargetsWhoseBytesOverlap}).
 *
 * <p><b>A cache of shapes.</b> Some interfaces take strides, counts and lists in every call, where {@code Vis} takes
 * shapes that are made once. To make one costs some ten times as much as to move a few kilobytes, and allocates. So
 * {@code ShapeCache} finds shapes by what they would be made of: a racy table of immutable entries
 * ({@code ContentTable}), of a bounded number and length. A hash chooses two places; an entry is compared in full, so
 * that a collision costs time only. What was found out for a shape, such as its copy plan, is found with it. A shape
 * remembers two ways in either direction, since three shapes that are all used with each other would forget each
 * other's. What final fields promise, x86 cannot break: the race has no jcstress test.
 *
 * <p><b>Invariant:</b> a shape that is found is what would have been made
 * ({@code ShapeCacheTest.shouldNeverGiveAShapeOfOtherArguments},
 * {@code ShapeCacheTest.shouldNeverGiveAShapeOfOtherArgumentsToThreads},
 * {@code ShapeCacheTest.shouldTellListsApartByAnyEntry}).
 *
 * <p><b>Peer completion</b> is a request; its handler runs the program's reply handler, in the context of a reply. It
 * is sent behind the put: it publishes mapped stores, and messages of the put are before it in the ring.
 *
 * <p><b>Invariant:</b> a peer that is told finds what was put before
 * ({@code PeerCompletionTest.shouldRunBehindWhatWasPutBefore}).
 *
 * <p><b>Accumulates keep a lock while they can.</b> The pieces of a plan are added in the order of the target; a
 * block's lock is kept while pieces follow in the same block, and is given back before the next one is taken, also
 * when an access throws.
 *
 * <p><b>Invariant:</b> accumulates of any shapes lose nothing, beside each other and beside contiguous ones
 * ({@code ShapeAccumulateTest.shouldLoseNothingOfWhatAllAddAtOnce}).
 *
 * <p><b>A global transfer is checked whole.</b> Its entries lie on several ranks: all of them are checked first, then
 * each rank's part is started, and one event stands for all.
 */
package org.pgas.vis;
