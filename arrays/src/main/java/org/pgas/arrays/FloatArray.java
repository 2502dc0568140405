package org.pgas.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.DoubleBinaryOperator;

import org.pgas.Team;
import org.pgas.atomics.FloatAtomicDomain;

/**
 * An array of floats whose elements are dealt to the ranks of a team. Who may call, where elements lie, order and errors: {@link Distributed}, {@link GlobalArray}.
 *
 * <pre>{@code
 * FloatArray a = FloatArray.create(job.world(), Distribution.block(1000));
 * a.updateLocal((i, x) -> 1f / (1 + i));
 * double sum = a.sum();                 // of all ranks' elements, the same on all ranks
 * a.add(17, 1);                      // atomically, wherever element 17 is
 * a.close();
 * }</pre>
 */
public final class FloatArray extends GlobalArray {
    private static final String NAME = "FloatArray";
    private static final ValueLayout.OfFloat ELEMENT = ValueLayout.JAVA_FLOAT_UNALIGNED;

    private final FloatAtomicDomain atomics;

    /** Is told elements. */
    @FunctionalInterface
    public interface Visitor {
        /** {@code index} in the array. */
        void visit(long index, float value);
    }

    /** Answers what is to take the place of an element. */
    @FunctionalInterface
    public interface Update {
        /** {@code index} in the array. */
        float update(long index, float value);
    }

    private FloatArray(ArrayMemory memory) {
        this(memory, FloatAtomicDomain.create(memory.team()));
    }

    private FloatArray(ArrayMemory memory, FloatAtomicDomain atomics) {
        super(memory, atomics);
        this.atomics = atomics;
    }

    /**
     * An array of zeros in memory of its own, dealt to the ranks of {@code team}. Collective. Errors, on all ranks: a distribution that is null, differs between ranks,
     * or is over another number of ranks than the team has; another type of elements on other ranks; a team with two members in one rank of the job; on one of them no memory ({@link
     * org.pgas.ErrorCode#RESOURCE}).
     */
    public static FloatArray create(Team team, Distribution distribution) {
        return new FloatArray(ArrayCreation.own(NAME, team, Float.BYTES, distribution));
    }

    /**
     * As the other form, in the segments of the team's endpoints, from byte {@code offset} on, with what is there. On every rank it takes the bytes of {@link
     * Distribution#mostLocalElements} elements. Errors besides, on all ranks: on one of them no segment, or too small a one; an offset that is no multiple of the size of
     * an element, or differs between ranks.
     */
    public static FloatArray create(Team team, long offset, Distribution distribution) {
        return new FloatArray(ArrayCreation.at(NAME, team, offset, Float.BYTES, distribution));
    }

    /** Element {@code index}. Plain. */
    public float get(long index) {
        check("get", index);
        return rma.getFloat(owner(index), place(index));
    }

    /** Replaces element {@code index}. Plain. */
    public void put(long index, float value) {
        check("put", index);
        rma.putFloat(owner(index), place(index), value);
    }

    /** Adds to element {@code index}. Atomic. */
    public void add(long index, float delta) {
        check("add", index);
        atomics.add(owner(index), place(index), delta);
    }

    /** As {@link #add}; answers the value before. Atomic. */
    public float fetchAdd(long index, float delta) {
        check("fetchAdd", index);
        return atomics.fetchAdd(owner(index), place(index), delta);
    }

    /** Replaces element {@code index} by {@code value} if it is {@code expected} bit by bit; says whether it did. Atomic. */
    public boolean compareAndSet(long index, float expected, float value) {
        check("compareAndSet", index);
        return atomics.compareAndSwap(owner(index), place(index), expected, value);
    }

    /** Element {@code index}. Atomic; an acquire. */
    public float getAcquire(long index) {
        check("getAcquire", index);
        return atomics.get(owner(index), place(index));
    }

    /** Replaces element {@code index}. Atomic; a release. */
    public void putRelease(long index, float value) {
        check("putRelease", index);
        atomics.set(owner(index), place(index), value);
    }

    /** Gets as many elements from {@code from} on as {@code target} has. Errors as of {@link #getRange(long, long, MemorySegment, long)}. */
    public void getRange(long from, float[] target) {
        getRange(from, given("getRange", target).length, MemorySegment.ofArray(target), 0);
    }

    /** Gets {@code count} elements from {@code from} on to {@code target}, from its entry {@code first} on. Errors as of the other form. */
    public void getRange(long from, float[] target, int first, int count) {
        getRange(from, count, MemorySegment.ofArray(given("getRange", target)), (long) first << shift);
    }

    /** Puts {@code source} to the elements from {@code from} on. Errors as of {@link #putRange(long, long, MemorySegment, long)}. */
    public void putRange(long from, float[] source) {
        putRange(from, given("putRange", source).length, MemorySegment.ofArray(source), 0);
    }

    /** Puts {@code count} entries of {@code source}, from {@code first} on, to the elements from {@code from} on. Errors as of the other form. */
    public void putRange(long from, float[] source, int first, int count) {
        putRange(from, count, MemorySegment.ofArray(given("putRange", source)), (long) first << shift);
    }

    /** This rank's element {@code localIndex}. Plain. Error: it has none of that number. */
    public float getLocal(long localIndex) {
        long place = localPlace("getLocal", localIndex);
        return own.get(ELEMENT, place);
    }

    /** Replaces this rank's element {@code localIndex}. Plain. Error: it has none of that number. */
    public void putLocal(long localIndex, float value) {
        long place = localPlace("putLocal", localIndex);
        own.set(ELEMENT, place, value);
    }

    /** Shows {@code visitor} this rank's elements, in their order. Not collective. */
    public void forEachLocal(Visitor visitor) {
        checkVisits("forEachLocal", visitor);
        MemorySegment local = own;
        long length = localLength();
        for (long at = 0; at < length;) {
            long index = globalIndex(at);
            for (long end = blockEnd(at); at < end; at++, index++) {
                visitor.visit(index, local.getAtIndex(ELEMENT, at));
            }
        }
    }

    /** Replaces each of this rank's elements by what {@code update} answers, in their order. Not collective. */
    public void updateLocal(Update update) {
        checkVisits("updateLocal", update);
        MemorySegment local = own;
        long length = localLength();
        for (long at = 0; at < length;) {
            long index = globalIndex(at);
            for (long end = blockEnd(at); at < end; at++, index++) {
                local.setAtIndex(ELEMENT, at, update.update(index, local.getAtIndex(ELEMENT, at)));
            }
        }
    }

    /** Makes all elements {@code value}. Collective, with a barrier before and behind. */
    public void fill(float value) {
        begin("fill", String.valueOf(value));
        FloatFolds.fill(this, value);
        team.barrier();
    }

    /** The sum of all elements, in double precision, 0 if there are none: each rank adds up its own in their order there, then these sums are added up in the order of ranks, so that all ranks have the same bits in every run. Collective. */
    public double sum() {
        return FloatFolds.sum(this);
    }

    /** The product of all elements, in double precision, multiplied in the order of {@link #sum}; 1 if there are none. Collective. */
    public double product() {
        return FloatFolds.product(this);
    }

    /** The smallest element, as {@link Math#min(float, float)} has it. Collective. Error, on all ranks: there are no elements. */
    public float min() {
        return FloatFolds.min(this);
    }

    /** The greatest element, as {@link Math#max(float, float)} has it. Collective. Error, on all ranks: there are no elements. */
    public float max() {
        return FloatFolds.max(this);
    }

    /**
     * What {@code operator} makes of all elements, in double precision: each rank folds its own from the left in their order there, beginning with {@code identity}; then what ranks that have
     * elements have found is folded in the order of ranks, beginning with {@code identity} again. {@code identity} if there are no elements. So that this is what the
     * operator makes of the elements in that order, it is associative, and {@code identity} its neutral element. All ranks give the same ones, and have the same bits in every run.
     * Collective. Errors: a null operator; one that throws, on all ranks.
     */
    public double reduce(double identity, DoubleBinaryOperator operator) {
        return FloatFolds.reduce(this, identity, operator);
    }

    /** Another array of the same elements, distribution and ranks, in memory of its own. Collective. Errors as of {@link #create(Team, Distribution)}. */
    public FloatArray copy() {
        return redistribute(distribution());
    }

    /**
     * Another array of the same elements and ranks, dealt in another way, in memory of its own. Collective; this one stays. Errors, on all ranks, as of {@link
     * #create(Team, Distribution)}; another number of elements.
     */
    public FloatArray redistribute(Distribution distribution) {
        FloatArray made = new FloatArray(ArrayCreation.dealtAnew(this, distribution));
        made.copyAll("redistribute", this);
        return made;
    }

    /**
     * Copies all elements of {@code source}, however they are dealt. Collective, with a barrier before and behind. Errors: null; another number of elements; one on
     * other ranks.
     */
    public void copyFrom(FloatArray source) {
        copyAll("copyFrom", source);
    }
}
