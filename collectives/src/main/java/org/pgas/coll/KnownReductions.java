package org.pgas.coll;

import org.pgas.DataType;
import org.pgas.Opcode;

/** The built-in reductions that were asked for. Any thread, unsynchronised: of two equal ones either may be kept. */
final class KnownReductions {
    private static final int OPCODES = Opcode.values().length;

    private final Reduction[] known = new Reduction[DataType.values().length * OPCODES];

    Reduction of(DataType type, Opcode opcode) {
        int index = type.ordinal() * OPCODES + opcode.ordinal();
        Reduction found = known[index];
        if (found == null) {
            found = Reduction.of(type, opcode);
            known[index] = found;
        }
        return found;
    }
}
