package org.pgas.far;

import java.lang.foreign.MemorySegment;

import org.pgas.DataType;
import org.pgas.Opcode;

/**
 * An atomic operation, and where the value before it goes.
 *
 * @param result takes the value before, at {@code resultOffset}; null where nobody asks for it
 */
record FarAtomic(DataType type, Opcode opcode, long operand1, long operand2, MemorySegment result, long resultOffset) {}
