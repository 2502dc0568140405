package org.pgas.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

class FunctionsTest {
    private static Callee named(String name) {
        return new Callee.Named(name, argument -> argument, Execution.POLLING);
    }

    @Test
    void shouldFindEachOfThousandsByItsNumberAndNothingElse() {
        Functions functions = new Functions(Refusals.of(0));
        List<Callee> all = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            Callee added = named("function " + i);
            functions.add(added, "Rpc.register");
            all.add(added);
        }
        for (Callee each : all) {
            assertSame(each, functions.find(each.number));
        }
        assertNull(functions.find(Callee.numberOf("function 2000")));
        assertNull(functions.find(0));
        assertThrows(PgasException.class, () -> functions.add(named("function 7"), "Rpc.register"));
        functions.addAllowed(named("function 7"));
        assertSame(all.get(7), functions.find(Callee.numberOf("function 7")));
    }

    private int twice(int number) {
        return 2 * number;
    }

    @Test
    void shouldCallMethodsOfAllKinds() throws Throwable {
        Execution where = Execution.POLLING;
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Callee twice = new Callee.OfClass(FunctionsTest.class,
                FunctionsTest.class.getDeclaredMethod("twice", int.class), lookup, where);
        assertEquals(2, twice.values);
        assertEquals(14, twice.invoke(null, new Object[]{this, 7}));
        Callee length = new Callee.OfClass(String.class, String.class.getMethod("length"), lookup, where);
        assertEquals(3, length.invoke("abc", null));
        Callee made = new Callee.OfClass(StringBuilder.class, StringBuilder.class.getConstructor(String.class), lookup,
                where);
        assertEquals("x", made.invoke("x", null).toString());
        Callee format = new Callee.OfClass(String.class, String.class.getMethod("format", String.class, Object[].class),
                lookup, where);
        assertEquals("a1", format.invoke(null, new Object[]{"a%s", new Object[]{1}}));
        assertThrows(ClassCastException.class, () -> length.invoke(5, null));
    }
}
