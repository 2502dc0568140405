//$ One class, made by config/Templates.java. Lines behind "//$ int long" stand once for each of these columns.
//$ number | int | long | float | double
//$ NUMBER | INT | LONG | FLOAT | DOUBLE
//$ Box    | Integer | Long | Float | Double
package org.pgas.memory;

import java.lang.foreign.MemorySegment;

/** A thread's two arrays for {@link FoldLoops} and {@link ScaledAdd}, and the segments that they are. */
final class NumberScratch {
    private static final int BYTES = FoldKernels.BLOCK_BYTES;

//$ int long float double
    static final ThreadLocal<NumberScratch> $NUMBER$S = ThreadLocal.withInitial(() -> {
        $number$[] left = new $number$[BYTES / $Box$.BYTES];
        $number$[] right = new $number$[left.length];
        return new NumberScratch(left, MemorySegment.ofArray(left), right, MemorySegment.ofArray(right));
    });

//$
    final Object leftArray;
    final MemorySegment left;
    final Object rightArray;
    final MemorySegment right;

    private NumberScratch(Object leftArray, MemorySegment left, Object rightArray, MemorySegment right) {
        this.leftArray = leftArray;
        this.left = left;
        this.rightArray = rightArray;
        this.right = right;
    }
}
