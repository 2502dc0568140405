package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

class AgentCommandTest {
    @Test
    void sshIsTheCommandUnlessThereIsAnotherAndAsksForNoPassword() {
        List<String> words = AgentCommand.parse(null).of("me@b");
        assertEquals(List.of("setsid", "ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=20",
                "-o", "ServerAliveInterval=60", "-o", "ServerAliveCountMax=3", "me@b", ThisJvm.java().toString()),
                words.subList(0, 13));
        assertEquals(HostAgent.class.getName(), words.getLast());
    }

    @Test
    void anotherCommandGetsTheHostAndEachWordAsItIs() {
        List<String> words = AgentCommand.parse("  docker exec  -i ").of("b");
        assertEquals(List.of("setsid", "docker", "exec", "-i", "b", ThisJvm.java().toString()), words.subList(0, 6));
        assertTrue(words.contains("-cp"), words::toString);
    }

    @Test
    void whatLooksAtJobsIsLedThereTooAndEndsWithTheTerminal() {
        List<String> words = AgentCommand.parse("docker exec").ofTool("b", List.of("ps", "--dir=/a b"));
        assertEquals(List.of("docker", "exec", "b", ThisJvm.java().toString()), words.subList(0, 4));
        assertEquals(List.of(Pgas.class.getName(), "ps", "--dir=/a b"), words.subList(words.size() - 3, words.size()));
        assertEquals("'--dir=/a b'", AgentCommand.parse(null).ofTool("b", List.of("ps", "--dir=/a b")).getLast());
    }

    /** The launcher's own jars are in a directory that another host need not have. */
    @Test
    void whatTheScriptHasStartedCallsTheScriptOfTheOtherHost() {
        List<String> script = List.of("/tree/pgas", "--jdk=/jdk", "--build=20261127-1");
        AgentCommand command = new AgentCommand(List.of("docker", "exec", "-i"), script);
        assertTrue(command.isOfHost());
        assertEquals(List.of("setsid", "docker", "exec", "-i", "b", "/tree/pgas", "--jdk=/jdk", "--build=20261127-1",
                "agent"), command.of("b"));
        assertEquals(List.of("docker", "exec", "-i", "b", "/tree/pgas", "--jdk=/jdk", "--build=20261127-1", "ps",
                "--json"), command.ofTool("b", List.of("ps", "--json")));
        assertFalse(AgentCommand.parse(null).isOfHost(), "no script has started this JVM");
    }

    @Test
    void whatMakesOneLineOfAllWordsGetsThemQuoted() {
        for (String command : new String[]{null, "ssh -p 2222", "/usr/bin/rsh"}) {
            assertTrue(AgentCommand.parse(command).isTakenApart(), command);
        }
        for (String command : new String[]{"docker exec -i", "sshpass -e my", "/opt/ssh/there"}) {
            assertFalse(AgentCommand.parse(command).isTakenApart(), command);
        }
    }

    @Test
    void wordsForAShellStayWhole() {
        assertEquals("-Xmx128m", AgentCommand.quoted("-Xmx128m"));
        assertEquals("'/a b/$(c);d'", AgentCommand.quoted("/a b/$(c);d"));
        assertEquals("'it'\\''s'", AgentCommand.quoted("it's"));
        assertEquals("''", AgentCommand.quoted(""));
    }
}
