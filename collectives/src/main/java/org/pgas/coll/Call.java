package org.pgas.coll;

/**
 * What a call is, alike on all members but for the thread.
 *
 * @param root the root's team rank, or negative
 * @param total bytes of one block, which all members name alike; of reductions, of an operand
 * @param cell bytes of a block that are moved in one round
 * @param stride bytes from one cell in shared memory to the next: a cell, in checked mode with its checksum
 * @param elementBytes bytes of what is never divided
 * @param isOneShot whether one round in the slot, or in its staging memory, takes all
 * @param owner the only thread that can reach the memory; null for any
 * @param text for messages, and for comparing calls
 */
record Call(Form form, int root, long total, long cell, long stride, long elementBytes, boolean isOneShot, Thread owner,
        String text) {}
