package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** What the document says of the opcodes: their forms, categories, legal types, and values at the edges. */
class OpcodeTest {
    private static final Set<String> NON_FETCHING = Set.of("ADD", "SUB", "MULT", "MIN", "MAX", "INC", "DEC", "AND",
            "OR", "XOR");

    private static final Set<Opcode> BITWISE = EnumSet.of(Opcode.AND, Opcode.OR, Opcode.XOR, Opcode.FAND, Opcode.FOR,
            Opcode.FXOR);

    @Test
    void thereAreThoseOfTheDocument() {
        Set<String> expected = new TreeSet<>(Set.of("SET", "CAS", "GET", "SWAP", "FCAS"));
        NON_FETCHING.forEach(name -> expected.addAll(Set.of(name, "F" + name)));
        assertEquals(expected,
                Stream.of(Opcode.values()).map(Opcode::name).collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void fetchingFormsAreThoseWithAnFAndSetBecomesSwap() {
        for (String name : NON_FETCHING) {
            assertEquals("F" + name, Opcode.valueOf(name).toFetching().name());
        }
        assertEquals(Opcode.SWAP, Opcode.SET.toFetching());
        assertEquals(Opcode.FCAS, Opcode.CAS.toFetching());
    }

    @Test
    void conversionsAreEachOthersInverse() {
        for (Opcode opcode : Opcode.values()) {
            if (opcode == Opcode.GET) {
                continue;
            }
            if (opcode.isFetching()) {
                assertEquals(opcode, opcode.toNonFetching().toFetching());
                assertFalse(opcode.toNonFetching().isFetching());
            } else {
                assertEquals(opcode, opcode.toFetching().toNonFetching());
                assertTrue(opcode.toFetching().isFetching());
            }
        }
    }

    @Test
    void whatHasNoOtherFormSaysSo() {
        for (Opcode opcode : Opcode.values()) {
            if (opcode.isFetching()) {
                Refusal.badArgument(opcode::toFetching, "Opcode.toFetching: " + opcode);
            }
            if (!opcode.isFetching() || opcode == Opcode.GET) {
                Refusal.badArgument(opcode::toNonFetching, "Opcode.toNonFetching: " + opcode);
            }
        }
    }

    @Test
    void bothFormsOfAnOperationComeToTheSame() {
        long[] values = {0, 1, -1, 7, Long.MIN_VALUE, Long.MAX_VALUE, 0x7FF8_0000_7FC0_0000L, 0x8000_0000L};
        for (Opcode opcode : Opcode.values()) {
            if (opcode.isFetching()) {
                continue;
            }
            assertEquals(opcode.operands(), opcode.toFetching().operands());
            for (DataType type : DataType.values()) {
                assertEquals(opcode.isLegalFor(type), opcode.toFetching().isLegalFor(type));
                for (long value : values) {
                    if (opcode.isLegalFor(type)) {
                        assertEquals(opcode.result(type, value, 3, 5), opcode.toFetching().result(type, value, 3, 5));
                    }
                }
            }
        }
    }

    @Test
    void onlyBitwiseOperationsAreForIntegersAlone() {
        for (DataType type : DataType.values()) {
            Set<Opcode> expected = EnumSet.allOf(Opcode.class);
            if (!type.isInteger()) {
                expected.removeAll(BITWISE);
            }
            assertEquals(expected, Opcode.legalFor(type));
            assertThrows(UnsupportedOperationException.class, () -> Opcode.legalFor(type).clear());
        }
        for (Opcode opcode : BITWISE) {
            Refusal.badArgument(() -> opcode.result(DataType.DBL, 0, 0, 0), opcode.name());
            Refusal.badArgument(() -> opcode.result(DataType.FLT, 0, 0, 0), opcode.name());
        }
    }

    @Test
    void setIsAPutAndGetIsAGetAndAllElseIsReadModifyWrite() {
        for (Opcode opcode : Opcode.values()) {
            EventCategory expected = switch (opcode.name()) {
                case "SET" -> EventCategory.PUT;
                case "GET" -> EventCategory.GET;
                default -> EventCategory.RMW;
            };
            assertEquals(expected, opcode.category(), opcode.name());
        }
    }

    @Test
    void numbersOfFourBytesAreReturnedSignExtendedWhateverTheHighBitsWere() {
        long dirt = 0x5A5A_5A5AL << 32;
        assertEquals(-1, Opcode.ADD.result(DataType.I32, dirt | 0xFFFF_FFFEL, dirt | 1, 0));
        assertEquals(Integer.MIN_VALUE, Opcode.INC.result(DataType.U32, dirt | 0x7FFF_FFFFL, 0, 0));
        assertEquals(-1, Opcode.MAX.result(DataType.U32, dirt | 0xFFFF_FFFFL, dirt | 1, 0));
        assertEquals(9, Opcode.CAS.result(DataType.U32, dirt | 7, 7, dirt | 9));
        assertEquals(9, Opcode.CAS.result(DataType.I32, 7, dirt | 7, 9));
        int bits = Float.floatToRawIntBits(-1.5f);
        assertEquals(bits, Opcode.SWAP.result(DataType.FLT, 0, dirt | bits & 0xFFFF_FFFFL, 0));
    }

    @Test
    void unsignedTypesCompareWithoutSign() {
        assertEquals(1, Opcode.MIN.result(DataType.U64, -1, 1, 0));
        assertEquals(-1, Opcode.MIN.result(DataType.I64, -1, 1, 0));
        assertEquals(-1, Opcode.MAX.result(DataType.U32, -1, 1, 0));
        assertEquals(1, Opcode.MAX.result(DataType.I32, -1, 1, 0));
    }

    @Test
    void minAndMaxStoreTheOperandUnlessTheValueIsBeyondIt() {
        long nan = Double.doubleToRawLongBits(Double.NaN);
        long one = Double.doubleToRawLongBits(1);
        long zero = Double.doubleToRawLongBits(0.0);
        long minus = Double.doubleToRawLongBits(-0.0);
        for (Opcode opcode : EnumSet.of(Opcode.MIN, Opcode.MAX, Opcode.FMIN, Opcode.FMAX)) {
            assertEquals(nan, opcode.result(DataType.DBL, one, nan, 0));
            assertEquals(one, opcode.result(DataType.DBL, nan, one, 0));
            assertEquals(zero, opcode.result(DataType.DBL, minus, zero, 0));
            assertEquals(minus, opcode.result(DataType.DBL, zero, minus, 0));
        }
    }

    @Test
    void compareAndSwapOfNumbersComparesBits() {
        long nan = Double.doubleToRawLongBits(Double.NaN);
        long minus = Double.doubleToRawLongBits(-0.0);
        assertEquals(5, Opcode.CAS.result(DataType.DBL, nan, nan, 5));
        assertEquals(nan + 1, Opcode.CAS.result(DataType.DBL, nan + 1, nan, 5));
        assertEquals(minus, Opcode.CAS.result(DataType.DBL, minus, 0, 5));
    }
}
