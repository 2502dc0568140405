package org.pgas.atomics;

import java.util.Set;

import org.pgas.Opcode;

/** Opcodes as bits, so that a typed operation tests whether its domain has it by one instruction. */
final class OpcodeBits {
    static final int ADD = of(Opcode.ADD);
    static final int SUB = of(Opcode.SUB);
    static final int MULT = of(Opcode.MULT);
    static final int MIN = of(Opcode.MIN);
    static final int MAX = of(Opcode.MAX);
    static final int INC = of(Opcode.INC);
    static final int DEC = of(Opcode.DEC);
    static final int AND = of(Opcode.AND);
    static final int OR = of(Opcode.OR);
    static final int XOR = of(Opcode.XOR);
    static final int SET = of(Opcode.SET);
    static final int CAS = of(Opcode.CAS);
    static final int FADD = of(Opcode.FADD);
    static final int FSUB = of(Opcode.FSUB);
    static final int FMULT = of(Opcode.FMULT);
    static final int FMIN = of(Opcode.FMIN);
    static final int FMAX = of(Opcode.FMAX);
    static final int FINC = of(Opcode.FINC);
    static final int FDEC = of(Opcode.FDEC);
    static final int FAND = of(Opcode.FAND);
    static final int FOR = of(Opcode.FOR);
    static final int FXOR = of(Opcode.FXOR);
    static final int SWAP = of(Opcode.SWAP);
    static final int FCAS = of(Opcode.FCAS);
    static final int GET = of(Opcode.GET);

    private OpcodeBits() {}

    static int of(Opcode opcode) {
        return 1 << opcode.ordinal();
    }

    static int of(Set<Opcode> opcodes) {
        int bits = 0;
        for (Opcode opcode : opcodes) {
            bits |= of(opcode);
        }
        return bits;
    }

    static Opcode opcode(int bit) {
        return Opcode.values()[Integer.numberOfTrailingZeros(bit)];
    }
}
