package org.pgas.ga;

/** Finds elements, one at a time: on which process each lies, and where. For one thread at a time. */
final class ElementPlace {
    private final Layout layout;
    private final long[] offsets;
    private final int[] block;
    private final long[] strides;

    /** Of the element that was found last. */
    int owner;

    /** Of that element, in the owner's segment. */
    long offset;

    ElementPlace(Layout layout, long[] offsets) {
        this.layout = layout;
        this.offsets = offsets;
        this.block = new int[layout.ndim];
        this.strides = new long[layout.ndim];
    }

    /** That of the subscript at {@code at}, which is in the array. */
    void find(long[] subscripts, int at) {
        for (int d = 0; d < block.length; d++) {
            block[d] = layout.axes[d].block(subscripts[at + d]);
        }
        owner = layout.dealing.owner(block);
        offset = offsets[owner] + layout.dealing.place(block, strides);
        for (int d = 0; d < block.length; d++) {
            offset += (subscripts[at + d] - layout.axes[d].start(block[d])) * strides[d];
        }
    }
}
