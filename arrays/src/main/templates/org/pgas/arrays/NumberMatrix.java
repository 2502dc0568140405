//$ Maven makes LongMatrix, IntMatrix, DoubleMatrix and FloatMatrix of this text with config/Templates.java:
//$ one class of each column of the table. $Number$ stands for what the column has in the row Number; so do the other
//$ names between dollars.
//$
//$ Number    | Long  | Int                | Double          | Float
//$ number    | long  | int                | double          | float
//$ NUMBER    | LONG  | INT                | DOUBLE          | FLOAT
//$ Boxed     | Long  | Integer            | Double          | Float
//$ sum       | long  | long               | double          | double
//$ fold      | long  | int                | double          | double
//$ Fold      | Long  | Int                | Double          | Double
//$ bitwise   |       |                    | " bit by bit"   | " bit by bit"
//$ precision |       |                    |                 | ", in double precision"
//$ wrap      | "; it wraps around" | "; it wraps around as a long" |  |
//$ example   | i * j | (int) (i + j) % 10 | Math.sin(i + j) | 1f / (1 + i + j)

package org.pgas.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.$Fold$BinaryOperator;

import org.pgas.Team;
import org.pgas.atomics.$Number$AtomicDomain;

/**
 * A matrix of $number$s that are dealt to the ranks of a team. Legal callers, where elements lie, order and errors:
 * {@link Distributed}, {@link GlobalMatrix}.
 *
 * <pre>{@code
 * $Number$Matrix a = $Number$Matrix.create(job.world(), GridDistribution.block(1000, 1000));
 * a.updateLocal((i, j, x) -> $example$);
 * $sum$ sum = a.sum();                 // of all ranks' elements, the same on all ranks
 * a.add(17, 3, 1);                   // atomically, wherever that element is
 * a.close();
 * }</pre>
 */
public final class $Number$Matrix extends GlobalMatrix {
    private static final String NAME = "$Number$Matrix";
    private static final ValueLayout.Of$Number$ ELEMENT = ValueLayout.JAVA_$NUMBER$_UNALIGNED;

    private final $Number$AtomicDomain atomics;

    /** Is told elements. */
    @FunctionalInterface
    public interface Visitor {
        /** {@code row} and {@code column} in the matrix. */
        void visit(long row, long column, $number$ value);
    }

    /** Answers what is to take the place of an element. */
    @FunctionalInterface
    public interface Update {
        /** {@code row} and {@code column} in the matrix. */
        $number$ update(long row, long column, $number$ value);
    }

    private $Number$Matrix(ArrayMemory memory) {
        $Number$AtomicDomain domain = $Number$AtomicDomain.create(memory.team());
        super(memory, domain);
        atomics = domain;
    }

    /** A matrix of zeros in memory of its own, dealt to the ranks of {@code team}. Collective. */
    public static $Number$Matrix create(Team team, GridDistribution distribution) {
        return new $Number$Matrix(ArrayCreation.own(NAME, team, $Boxed$.BYTES, ArrayCreation.of(distribution)));
    }

    /** As the other form, in the segments of the team, from byte {@code offset} on, with what is there. */
    public static $Number$Matrix create(Team team, long offset, GridDistribution distribution) {
        return new $Number$Matrix(ArrayCreation.at(NAME, team, offset, $Boxed$.BYTES, ArrayCreation.of(distribution)));
    }

    /** Element (row, column). Plain. */
    public $number$ get(long row, long column) {
        check("get", row, column);
        return rma.get$Number$(owner(row, column), place(row, column));
    }

    /** Replaces element (row, column). Plain. */
    public void put(long row, long column, $number$ value) {
        check("put", row, column);
        rma.put$Number$(owner(row, column), place(row, column), value);
    }

    /** Adds to element (row, column). Atomic. */
    public void add(long row, long column, $number$ delta) {
        check("add", row, column);
        atomics.add(owner(row, column), place(row, column), delta);
    }

    /** As {@link #add}; answers the value before. Atomic. */
    public $number$ fetchAdd(long row, long column, $number$ delta) {
        check("fetchAdd", row, column);
        return atomics.fetchAdd(owner(row, column), place(row, column), delta);
    }

    /**
     * Replaces element (row, column) by {@code value} if it is {@code expected}$bitwise$; says whether it did. Atomic.
     */
    public boolean compareAndSet(long row, long column, $number$ expected, $number$ value) {
        check("compareAndSet", row, column);
        return atomics.compareAndSwap(owner(row, column), place(row, column), expected, value);
    }

    /** Element (row, column). Atomic; an acquire. */
    public $number$ getAcquire(long row, long column) {
        check("getAcquire", row, column);
        return atomics.get(owner(row, column), place(row, column));
    }

    /** Replaces element (row, column). Atomic; a release. */
    public void putRelease(long row, long column, $number$ value) {
        check("putRelease", row, column);
        atomics.set(owner(row, column), place(row, column), value);
    }

    /** Gets a section to {@code target}, row i from entry {@code i * lead} on. */
    public void getSection(long row, long column, int rows, int columns, $number$[] target, int lead) {
        getSection(row, column, rows, columns, MemorySegment.ofArray(given("getSection", target)), 0, lead);
    }

    /** As the other form, row i from entry {@code first + i * lead} on. */
    public void getSection(long row, long column, int rows, int columns, $number$[] target, int first, int lead) {
        getSection(row, column, rows, columns, MemorySegment.ofArray(given("getSection", target)),
                (long) first << shift, lead);
    }

    /** Puts {@code source} into a section, row i from entry {@code i * lead} on. */
    public void putSection(long row, long column, int rows, int columns, $number$[] source, int lead) {
        putSection(row, column, rows, columns, MemorySegment.ofArray(given("putSection", source)), 0, lead);
    }

    /** As the other form, row i from entry {@code first + i * lead} on. */
    public void putSection(long row, long column, int rows, int columns, $number$[] source, int first, int lead) {
        putSection(row, column, rows, columns, MemorySegment.ofArray(given("putSection", source)),
                (long) first << shift, lead);
    }

    /** This rank's element (localRow, localColumn). Plain. Error: it has no such element. */
    public $number$ getLocal(long localRow, long localColumn) {
        return own.get(ELEMENT, localPlace("getLocal", localRow, localColumn));
    }

    /** Replaces this rank's element (localRow, localColumn). Plain. Error: it has no such element. */
    public void putLocal(long localRow, long localColumn, $number$ value) {
        own.set(ELEMENT, localPlace("putLocal", localRow, localColumn), value);
    }

    /** Shows {@code visitor} this rank's elements, row by row. Not collective. */
    public void forEachLocal(Visitor visitor) {
        checkVisits("forEachLocal", visitor);
        long rows = ownRows;
        long columns = ownColumns;
        for (long i = 0; i < rows; i++) {
            long row = matrixRow(i);
            for (long j = 0; j < columns;) {
                long end = blockEnd(j);
                visit(row, matrixColumn(j), i * lead() + j, end - j, visitor);
                j = end;
            }
        }
    }

    private void visit(long row, long column, long at, long count, Visitor visitor) {
        MemorySegment local = own;
        for (long i = 0; i < count; i++) {
            visitor.visit(row, column + i, local.getAtIndex(ELEMENT, at + i));
        }
    }

    /** Replaces each of this rank's elements by what {@code update} answers, row by row. Not collective. */
    public void updateLocal(Update update) {
        checkVisits("updateLocal", update);
        long rows = ownRows;
        long columns = ownColumns;
        for (long i = 0; i < rows; i++) {
            long row = matrixRow(i);
            for (long j = 0; j < columns;) {
                long end = blockEnd(j);
                update(row, matrixColumn(j), i * lead() + j, end - j, update);
                j = end;
            }
        }
    }

    private void update(long row, long column, long at, long count, Update update) {
        MemorySegment local = own;
        for (long i = at; i < at + count; i++) {
            local.setAtIndex(ELEMENT, i, update.update(row, column + i - at, local.getAtIndex(ELEMENT, i)));
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
    public $Number$Matrix copy() {
        return redistribute(distribution());
    }

    /**
     * Another matrix of the same elements and ranks, dealt as given, in memory of its own. Collective; this one stays.
     * Errors, on all ranks, as of {@link #create(Team, GridDistribution)}; other numbers of rows or columns.
     */
    public $Number$Matrix redistribute(GridDistribution distribution) {
        $Number$Matrix made = new $Number$Matrix(ArrayCreation.dealtAnew(this, ArrayCreation.of(distribution)));
        made.copyAll("redistribute", this);
        return made;
    }

    /**
     * Copies all elements of {@code source}, however they are dealt. Collective, with a barrier before and behind.
     * Errors: null; other numbers of rows or columns; one on other ranks.
     */
    public void copyFrom($Number$Matrix source) {
        copyAll("copyFrom", source);
    }
}
