package org.pgas.faults.stopped;

import java.io.IOException;
import java.util.Map;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import org.pgas.faults.jobs.RunningJob;

/**
 * A debugger of Java programs, as an IDE has one. The system knows nothing of it: the process runs, and none of its
 * Java threads does.
 */
final class Debugger {
    /** The option for ranks to which it is attached; each chooses a port and prints it. */
    static final String OPTION = "-J-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0";

    private static final String HOST = "127.0.0.1";
    private static final String LISTENING = "Listening for transport dt_socket at address: ";

    private Debugger() {}

    /** Suspends all threads of a rank that was started with {@link #OPTION}. */
    static Hold suspend(RunningJob job, int rank) throws IOException {
        VirtualMachine machine = attach(portOf(job, rank));
        machine.suspend();
        return () -> {
            try {
                machine.resume();
                machine.dispose();
            } catch (VMDisconnectedException e) {
                // the process has been ended meanwhile, as it should be
                return;
            }
        };
    }

    private static String portOf(RunningJob job, int rank) throws IOException {
        String begin = "[" + rank + "] " + LISTENING;
        String line = job.output().lines().filter(each -> each.startsWith(begin)).findFirst()
                .orElseThrow(() -> new IOException("no line \"" + begin + "...\""));
        return line.substring(begin.length()).replaceFirst(".*:", "");
    }

    private static VirtualMachine attach(String port) throws IOException {
        AttachingConnector socket = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(each -> each.transport().name().equals("dt_socket")).findFirst()
                .orElseThrow(() -> new IOException("this JDK attaches to no socket"));
        Map<String, Connector.Argument> arguments = socket.defaultArguments();
        arguments.get("hostname").setValue(HOST);
        arguments.get("port").setValue(port);
        try {
            return socket.attach(arguments);
        } catch (IllegalConnectorArgumentsException e) {
            throw new IOException(e);
        }
    }
}
