//$ Maven makes LongArray, IntArray, DoubleArray and FloatArray of this text with config/Templates.java:
//$ one class of each column of the table. $Number$ stands for what the column has in the row Number; so do the other
//$ names between dollars.
//$
//$ Number    | Long  | Int          | Double        | Float
//$ number    | long  | int          | double        | float
//$ NUMBER    | LONG  | INT          | DOUBLE        | FLOAT
//$ Boxed     | Long  | Integer      | Double        | Float
//$ sum       | long  | long         | double        | double
//$ fold      | long  | int          | double        | double
//$ Fold      | Long  | Int          | Double        | Double
//$ bitwise   |       |              | " bit by bit" | " bit by bit"
//$ precision |       |              |               | ", in double precision"
//$ wrap      | "; it wraps around" | "; it wraps around as a long" |  |
//$ example   | i * i | (int) i % 10 | Math.sin(i)   | 1f / (1 + i)

package org.pgas.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.$Fold$BinaryOperator;

import org.pgas.Team;
import org.pgas.atomics.$Number$AtomicDomain;

/**
 * An array of $number$s that are dealt to the ranks of a team. Legal callers, where elements lie, order and errors:
 * {@link Distributed}, {@link GlobalArray}.
 *
 * <pre>{@code
 * $Number$Array a = $Number$Array.create(job.world(), Distribution.block(1000));
 * a.updateLocal((i, x) -> $example$);
 * $sum$ sum = a.sum();                 // of all ranks' elements, the same on all ranks
 * a.add(17, 1);                      // atomically, wherever element 17 is
 * a.close();
 * }</pre>
 */
public final class $Number$Array extends GlobalArray {
    private static final String NAME = "$Number$Array";
    private static final ValueLayout.Of$Number$ ELEMENT = ValueLayout.JAVA_$NUMBER$_UNALIGNED;

    private final $Number$AtomicDomain atomics;

    /** Is told elements. */
    @FunctionalInterface
    public interface Visitor {
        /** {@code index} in the array. */
        void visit(long index, $number$ value);
    }

    /** Answers what is to take the place of an element. */
    @FunctionalInterface
    public interface Update {
        /** {@code index} in the array. */
        $number$ update(long index, $number$ value);
    }

    private $Number$Array(ArrayMemory memory) {
        $Number$AtomicDomain domain = $Number$AtomicDomain.create(memory.team());
        super(memory, domain);
        atomics = domain;
    }

    /** An array of zeros in memory of its own, dealt to the ranks of {@code team}. Collective. */
    public static $Number$Array create(Team team, Distribution distribution) {
        return new $Number$Array(ArrayCreation.own(NAME, team, $Boxed$.BYTES, ArrayCreation.of(distribution)));
    }

    /** As the other form, in the segments of the team, from byte {@code offset} on, with what is there. */
    public static $Number$Array create(Team team, long offset, Distribution distribution) {
        return new $Number$Array(ArrayCreation.at(NAME, team, offset, $Boxed$.BYTES, ArrayCreation.of(distribution)));
    }

    /** Element {@code index}. Plain. */
    public $number$ get(long index) {
        check("get", index);
        return rma.get$Number$(owner(index), place(index));
    }

    /** Replaces element {@code index}. Plain. */
    public void put(long index, $number$ value) {
        check("put", index);
        rma.put$Number$(owner(index), place(index), value);
    }

    /** Adds to element {@code index}. Atomic. */
    public void add(long index, $number$ delta) {
        check("add", index);
        atomics.add(owner(index), place(index), delta);
    }

    /** As {@link #add}; answers the value before. Atomic. */
    public $number$ fetchAdd(long index, $number$ delta) {
        check("fetchAdd", index);
        return atomics.fetchAdd(owner(index), place(index), delta);
    }

    /**
     * Replaces element {@code index} by {@code value} if it is {@code expected}$bitwise$; says whether it did. Atomic.
     */
    public boolean compareAndSet(long index, $number$ expected, $number$ value) {
        check("compareAndSet", index);
        return atomics.compareAndSwap(owner(index), place(index), expected, value);
    }

    /** Element {@code index}. Atomic; an acquire. */
    public $number$ getAcquire(long index) {
        check("getAcquire", index);
        return atomics.get(owner(index), place(index));
    }

    /** Replaces element {@code index}. Atomic; a release. */
    public void putRelease(long index, $number$ value) {
        check("putRelease", index);
        atomics.set(owner(index), place(index), value);
    }

    /** Gets as many elements from {@code from} on as {@code target} has. */
    public void getRange(long from, $number$[] target) {
        getRange(from, given("getRange", target).length, MemorySegment.ofArray(target), 0);
    }

    /** Gets {@code count} elements from {@code from} on to {@code target}, from its entry {@code first} on. */
    public void getRange(long from, $number$[] target, int first, int count) {
        getRange(from, count, MemorySegment.ofArray(given("getRange", target)), (long) first << shift);
    }

    /** Puts {@code source} to the elements from {@code from} on. */
    public void putRange(long from, $number$[] source) {
        putRange(from, given("putRange", source).length, MemorySegment.ofArray(source), 0);
    }

    /** Puts {@code count} entries of {@code source}, from {@code first} on, to the elements from {@code from} on. */
    public void putRange(long from, $number$[] source, int first, int count) {
        putRange(from, count, MemorySegment.ofArray(given("putRange", source)), (long) first << shift);
    }

    /** This rank's element {@code localIndex}. Plain. Error: it has none of that number. */
    public $number$ getLocal(long localIndex) {
        return own.get(ELEMENT, localPlace("getLocal", localIndex));
    }

    /** Replaces this rank's element {@code localIndex}. Plain. Error: it has none of that number. */
    public void putLocal(long localIndex, $number$ value) {
        own.set(ELEMENT, localPlace("putLocal", localIndex), value);
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
    public void fill($number$ value) {
        begin("fill", String.valueOf(value));
        $Number$Folds.fill(this, value);
        team.barrier();
    }

    /** The sum of all elements$precision$, 0 if there are none$wrap$. Collective; a left fold. */
    public $sum$ sum() {
        return $Number$Folds.sum(this);
    }

    /** The product of all elements$precision$, 1 if there are none$wrap$. Collective; a left fold. */
    public $sum$ product() {
        return $Number$Folds.product(this);
    }

    /**
     * The smallest element, as {@link Math#min($number$, $number$)} has it. Collective. Error, on all ranks: there are
     * no elements.
     */
    public $number$ min() {
        return $Number$Folds.min(this);
    }

    /**
     * The greatest element, as {@link Math#max($number$, $number$)} has it. Collective. Error, on all ranks: there are
     * no elements.
     */
    public $number$ max() {
        return $Number$Folds.max(this);
    }

    /**
     * What {@code operator} makes of all elements$precision$; {@code identity} if there are none. Collective; a left
     * fold, in which each rank, and then the fold of what they have found, begins with {@code identity}. The operator
     * is associative, {@code identity} its neutral element; both the same on all ranks. Errors: null; one that throws,
     * on all ranks.
     */
    public $fold$ reduce($fold$ identity, $Fold$BinaryOperator operator) {
        return $Number$Folds.reduce(this, identity, operator);
    }

    /** {@link #redistribute} with the distribution that this has. */
    public $Number$Array copy() {
        return redistribute(distribution());
    }

    /**
     * Another array of the same elements and ranks, dealt as given, in memory of its own. Collective; this one stays.
     * Errors, on all ranks, as of {@link #create(Team, Distribution)}; another number of elements.
     */
    public $Number$Array redistribute(Distribution distribution) {
        $Number$Array made = new $Number$Array(ArrayCreation.dealtAnew(this, ArrayCreation.of(distribution)));
        made.copyAll("redistribute", this);
        return made;
    }

    /**
     * Copies all elements of {@code source}, however they are dealt. Collective, with a barrier before and behind.
     * Errors: null; another number of elements; one on other ranks.
     */
    public void copyFrom($Number$Array source) {
        copyAll("copyFrom", source);
    }
}
