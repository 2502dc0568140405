/**
 * Absolute addresses, kept in one place: {@link org.pgas.memory.SharedMemory} reads and writes them,
 * {@link org.pgas.memory.AddressMap} makes them out of (rank, offset) after one bounds check. Exported to the library's
 * own modules only: a type of these may take or give an address, and a program on the module path names none of them.
 *
 * <p>{@link org.pgas.memory.SharedMemory} is the only class that makes VarHandles over mapped memory,
 * {@link org.pgas.memory.AddressTable} says where the segments are mapped. {@code RunKernels} and {@code AddKernels}
 * are the loops that copy and add runs, of which {@code RunLoops} and {@code AddLoops} are the text;
 * {@code StrideKernels} and {@code StrideLoops} those for known distances. {@code HeapCopies} and {@code ArrayCopies}
 * copy from and to memory of the program on the heap; {@code FilledBlocks} fills by copying. The package knows offsets
 * and addresses, no job, no team and no file.
 *
 * <p><b>Invariant:</b> no other class makes handles over mapped memory, or a segment out of an absolute address
 * ({@code ConfinementTest.handlesOverMappedMemoryAreInSharedMemory},
 * {@code ConfinementTest.absoluteAddressesBecomeSegmentsInSharedMemory}).
 *
 * <p><b>One segment over the whole address space.</b> Accesses go through a single {@code MemorySegment} of length
 * {@code Long.MAX_VALUE} at an absolute address that was checked before. A segment object per peer costs twice as much:
 * it has to be loaded, and its own checks repeat ours. The price is that an address must never be wrong.
 *
 * <p><b>Invariant:</b> masks on addresses change nothing: rank, range and alignment are checked before, and bases are
 * page-aligned. A mask only tells the compiler what has been checked; so it is put on the address of a checked byte,
 * never on a place that something is still added to ({@code FarOffsetsTest.shouldPutAsNearShapesDo},
 * {@code FarOffsetsTest.shouldGetAsNearShapesDo}, {@code AddressMapTest.aBaseThatIsNotAlignedToWordsIsRefused}).
 *
 * <p><b>A mapped range is immutable.</b> Base and size of a peer's segment are one object, written by attach and close,
 * and every transfer reads one plain reference to it. Two plain arrays cost the same and can be mixed: a reader that
 * stops between its two loads may add an old offset to a new base, which no fence of the writer prevents. An old object
 * points to memory that stays mapped. {@code AddressTable} knows the maps of its teams weakly.
 * {@code MappedRangeStress} tries it.
 *
 * <p><b>A copy is as fast whatever ran before.</b> HotSpot inlines no method that is long (325 bytes of bytecode), none
 * that has long machine code already (2,500 bytes), and none at a place that is seldom reached. So {@code SharedMemory}
 * compares the class of the local segment, behind which the compiler knows it, and calls nothing of its own on the way
 * to native memory; all kinds of heap memory are one long method that is called and never inlined; and each type of
 * array has a method of its own, which makes no segment. {@code Rma} counts and records only transfers that are longer
 * than those (figures in jmh/NOTES.md).
 *
 * <p><b>Invariant:</b> copies call nothing of the library's that HotSpot may leave out of line, and what calls them is
 * short enough to be inlined ({@code HotPathsTest.copiesCallNothingThatMayNotBeInlined},
 * {@code HotPathsTest.theCopyOfHeapMemoryIsNeverInlined},
 * {@code HotPathsTest.whatLiesOnTheWayToACopyIsShortEnoughToBeInlined}).
 *
 * <p><b>Large copies leave Java.</b> The C library's {@code memmove} has a string move, which HotSpot's copy has not.
 * It takes a target's lines without reading them, and so moves data between cores in half of the time (figures in
 * jmh/NOTES.md). A page that is missing there ends the process, where the JDK's copy throws. So {@code LargeCopies}
 * calls it only where no page can go: not for mappings that {@code CuttableMemory} knows. What maps a file tells it,
 * and takes that back when the file, a piece of memory, has no name any more.
 *
 * <p><b>Invariant:</b> no memory of a file that may be cut is given to the C library
 * ({@code LargeCopiesTest.memoryOfAFileThatMayBeCutIsLeftToTheJdk},
 * {@code LargeCopiesTest.filesThatTheProgramHasMappedAreLeftToTheJdk},
 * {@code CuttableMemoryTest.anyOrderOfMapsAndUnmapsIsAsTheModelHasIt}).
 *
 * <p><b>A compare-and-set looks first.</b> If a file of a segment is truncated, a load or store of it is an
 * {@code InternalError}, which HotSpot throws on behalf of its own code; but a compare-and-set that the interpreter
 * executes is a function of the JVM that nothing protects, and the end of the process. So {@code SharedMemory} loads
 * the word before; compiled code leaves that load out, and needs no protection.
 *
 * <p><b>Invariant:</b> an update of a truncated file is an error, interpreted and compiled
 * ({@code TruncatedFileTest.shouldReportAnUpdateOfATruncatedFile}).
 *
 * <p><b>The trailer.</b> Behind each mapped segment, in its file, lie 36 KiB that no bounds check lets a program reach
 * ({@link org.pgas.memory.SegmentTrailer}): locks and notes of the library, there wherever the segment is. They are
 * reserved with it and count as room.
 *
 * <p><b>Loops are copied, not shared.</b> HotSpot compiles an access to a segment for the kinds of memory that it has
 * seen at that place in the code. A loop that has seen arrays and native memory is many times slower for either, and a
 * method with two loops in use is compiled worse than each alone. So {@code RunLoops} is a template: for each pair of
 * kinds of memory and each length of runs it is defined once more, as a hidden class that knows these as constants,
 * when they first come. Its loops are longer than what HotSpot inlines; otherwise they would end up at the bottom of a
 * deep chain of callers, where not everything is inlined. Loads and stores stand in the loops themselves, without
 * methods and slices between: whether those are inlined and removed depends on what was compiled first, and on what the
 * rest of the program does with segments. Local memory in the own segment counts as mapped memory: accesses to it need
 * no watch, and are faster than those to an arena.
 *
 * <p><b>Invariant:</b> the loops are too long to be inlined, and each pair of kinds and each length has its own
 * ({@code RunLoopsTest.theLoopsAreTooLongToBeInlined},
 * {@code RunLoopsTest.eachPairOfKindsAndEachLengthHasLoopsOfItsOwn}).
 *
 * <p><b>Known distances.</b> Distances at which much has been copied (a gibibyte) get copies of one more template,
 * {@code StrideLoops}, which know them too: only then does HotSpot hoist the checks out of the loop, and make one wide
 * load and store of 64 bytes. {@code KnownStrides} counts, and makes at most eight for each kind of loop, so that no
 * program fills the memory of classes. Its table is racy on purpose, of immutable entries.
 *
 * <p><b>Invariant:</b> loops for known distances are used for these alone, and move the same bytes
 * ({@code KnownStridesTest.shouldNeverGiveLoopsForOtherDistances},
 * {@code KnownStridesTest.shouldMoveEachByteToItsPlaceAndTouchNoOther}).
 *
 * <p><b>Few runs between safepoints.</b> Loops count with ints, and the code for some collectors has no safepoints in
 * those. A call of a loop does 4,096 runs and a mebibyte at most; its return is a safepoint. That bounds how long a
 * safepoint waits, and how often a loop runs into a truncated file before it is told.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.memory;
