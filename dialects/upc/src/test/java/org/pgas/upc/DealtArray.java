package org.pgas.upc;

/** A shared array dealt out one element after the other, as UPC says it in words: what arithmetic has to agree with. */
final class DealtArray {
    final SharedLayout layout;
    final int[] thread;
    final long[] phase;

    /** The place of an element among those of its thread. */
    final long[] place;

    final long[] had;

    DealtArray(SharedLayout layout, int elements) {
        this.layout = layout;
        thread = new int[elements];
        phase = new long[elements];
        place = new long[elements];
        had = new long[layout.threads()];
        int turn = 0;
        long inBlock = 0;
        for (int i = 0; i < elements; i++) {
            if (!layout.isIndefinite() && inBlock == layout.blockSize()) {
                turn = (turn + 1) % layout.threads();
                inBlock = 0;
            }
            thread[i] = turn;
            phase[i] = layout.isIndefinite() ? 0 : inBlock;
            place[i] = had[turn]++;
            inBlock++;
        }
    }

    /** The pointer to an element of the array that begins at {@code base}, of an indefinite layout on {@code first}. */
    SharedPointer pointer(int index, long base, int first) {
        return SharedPointer.of(layout, first + thread[index], phase[index],
                base + place[index] * layout.elementBytes());
    }
}
