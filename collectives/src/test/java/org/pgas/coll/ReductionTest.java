package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;

import org.junit.jupiter.api.Test;
import org.pgas.DataType;
import org.pgas.ErrorCode;
import org.pgas.Opcode;
import org.pgas.PgasException;

class ReductionTest {
    private static final EnumSet<Opcode> LEGAL = EnumSet.of(Opcode.ADD, Opcode.MULT, Opcode.MIN, Opcode.MAX, Opcode.AND,
            Opcode.OR, Opcode.XOR);

    private static void refused(String expected, org.junit.jupiter.api.function.Executable call) {
        PgasException e = assertThrows(PgasException.class, call);
        assertEquals(ErrorCode.BAD_ARGUMENT, e.code());
        assertEquals(expected, e.getMessage());
    }

    @Test
    void shouldTakeExactlyTheOperationsThatAreLegalForReductions() {
        for (DataType type : DataType.values()) {
            for (Opcode opcode : Opcode.values()) {
                if (LEGAL.contains(opcode) && opcode.isLegalFor(type)) {
                    Reduction reduction = Reduction.of(type, opcode);
                    assertEquals(type, reduction.type());
                    assertEquals(opcode, reduction.opcode());
                    assertEquals(type.bytes(), reduction.elementBytes());
                    assertTrue(reduction.isCommutative());
                    assertEquals(opcode + " of " + type, reduction.toString());
                } else {
                    assertThrows(PgasException.class, () -> Reduction.of(type, opcode), type + " " + opcode);
                }
            }
        }
    }

    @Test
    void shouldSayWhatIsLegalInstead() {
        refused("Reduction.of: XOR is for integers only, not for DBL: legal for it are ADD, MULT, MIN and MAX",
                () -> Reduction.of(DataType.DBL, Opcode.XOR));
        refused("Reduction.of: CAS is no operation of a reduction: legal are ADD, MULT, MIN, MAX, and of integers "
                + "AND, OR and XOR",
                () -> Reduction.of(DataType.I32, Opcode.CAS));
        refused("Reduction.user: elements of 0 bytes: they must have at least 1", () -> Reduction.user(0, (l, r, n) -> {
        }));
        refused("Reduction.userOrdered: elements of -8 bytes: they must have at least 1",
                () -> Reduction.userOrdered(-8, (l, r, n) -> {
                }));
        assertThrows(NullPointerException.class, () -> Reduction.of(null, Opcode.ADD));
        assertThrows(NullPointerException.class, () -> Reduction.of(DataType.I32, null));
        assertThrows(NullPointerException.class, () -> Reduction.user(8, null));
        assertThrows(NullPointerException.class, () -> Reduction.user(DataType.DBL, null));
    }

    @Test
    void shouldKnowWhatAUserOperationIsFor() {
        UserOperation operation = (left, right, count) -> {
        };
        Reduction typed = Reduction.user(DataType.FLT, operation);
        assertEquals(DataType.FLT, typed.type());
        assertNull(typed.opcode());
        assertEquals(4, typed.elementBytes());
        assertTrue(typed.isCommutative());
        assertEquals("user operation on FLT", typed.toString());
        assertFalse(Reduction.userOrdered(DataType.FLT, operation).isCommutative());
        Reduction untyped = Reduction.userOrdered(12, operation);
        assertNull(untyped.type());
        assertEquals(12, untyped.elementBytes());
        assertFalse(untyped.isCommutative());
        assertEquals("ordered user operation on 12-byte elements", untyped.toString());
        assertTrue(Reduction.user(12, operation).isCommutative());
    }
}
