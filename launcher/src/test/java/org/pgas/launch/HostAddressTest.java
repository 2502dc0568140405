package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.ErrorCode;
import org.pgas.PgasException;

/** What hosts are called, as far as nobody has to be asked. */
class HostAddressTest {
    @ParameterizedTest
    @CsvSource({"localhost,true", "127.0.0.1,true", "127.3.2.1,true", "::1,true", "10.0.0.1,false", "a,false",
        "127.0.0.1.a,false", "fe80::1,false", "localhost.a,false"})
    void peopleMeanThisMachineByAddressesThatLeadEachHostToItself(String host, boolean isSo) {
        assertEquals(isSo, HostAddress.isOfThisMachine(host));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void anAddressThatLeadsEachHostToItselfIsRefused(String host) {
        PgasException refused = assertThrows(PgasException.class, () -> HostAddress.check(host));
        assertEquals(ErrorCode.BAD_ARGUMENT, refused.code());
    }

    @Test
    void addressesThatLeadElsewhereAndWhatIsNoNameAreNot() {
        HostAddress.check("192.0.2.1");
        HostAddress.check("no:name");
    }
}
