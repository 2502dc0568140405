package org.pgas.launch.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

import org.junit.jupiter.api.Test;

/** What is said to a process manager, and what is made of its answers. Source: Flux RFC 13. */
class PmiTest {
    private static final String INIT = "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0";
    private static final String MAXES = "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024";
    private static final String NAME = "cmd=my_kvsname kvsname=kvs_7_0";

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private String share(String own, String... answers) throws IOException {
        String text = String.join("\n", answers) + "\n";
        return new Pmi(new ByteArrayInputStream(text.getBytes(UTF_8)), said).share(own);
    }

    private List<String> said() {
        return said.toString(UTF_8).lines().toList();
    }

    @Test
    void host0PutsItsValueBeforeTheBarrier() throws IOException {
        assertEquals("10.0.0.1/5/00", share("10.0.0.1/5/00", INIT, MAXES, NAME, "cmd=put_result rc=0 msg=success",
                "cmd=barrier_out", "cmd=finalize_ack"));
        assertEquals(List.of("cmd=init pmi_version=1 pmi_subversion=1", "cmd=get_maxes", "cmd=get_my_kvsname",
                "cmd=put kvsname=kvs_7_0 key=pgas-rendezvous value=10.0.0.1/5/00", "cmd=barrier_in", "cmd=finalize"),
                said());
    }

    @Test
    void otherHostsFindItBehindTheBarrier() throws IOException {
        assertEquals("[::1]/5/a=b", share(null, INIT, MAXES, NAME, "cmd=barrier_out",
                "cmd=get_result rc=0 msg=success value=[::1]/5/a=b", "cmd=finalize_ack"));
        assertEquals(List.of("cmd=init pmi_version=1 pmi_subversion=1", "cmd=get_maxes", "cmd=get_my_kvsname",
                "cmd=barrier_in", "cmd=get kvsname=kvs_7_0 key=pgas-rendezvous", "cmd=finalize"), said());
    }

    private void fails(String expected, String own, String... answers) {
        assertEquals(expected, assertThrows(IOException.class, () -> share(own, answers)).getMessage());
    }

    @Test
    void whatIsNotAsItShouldBeIsShown() {
        fails("PMI has answered 'cmd=response_to_init rc=-1' to init", null, "cmd=response_to_init rc=-1");
        fails("PMI has version 2, and version 1 is known here", null, INIT.replace("pmi_version=1", "pmi_version=2"));
        fails("PMI has answered 'cmd=get_result rc=-1 msg=key_not_found' to get", null, INIT, MAXES, NAME,
                "cmd=barrier_out", "cmd=get_result rc=-1 msg=key_not_found");
        fails("PMI has left out value in get_result", null, INIT, MAXES, NAME, "cmd=barrier_out",
                "cmd=get_result rc=0");
        fails("PMI has vallen_max=many where a number is expected", null, INIT, "cmd=maxes vallen_max=many");
        fails("PMI keeps values of less than 4 letters, and these are 4", "1234", INIT, "cmd=maxes vallen_max=4",
                NAME);
    }

    @Test
    void anEndAndALineWithoutOneAreErrors() {
        fails("PMI has ended behind get_maxes", null, INIT);
        fails("PMI has said too much behind init", null, "x".repeat(5000));
    }
}
