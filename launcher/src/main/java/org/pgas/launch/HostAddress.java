package org.pgas.launch;

import java.net.InetAddress;
import java.net.UnknownHostException;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Setting;

/** Whether what a host was called leads other hosts to it: addresses such as 127.0.0.1 lead each host to itself. */
final class HostAddress {
    private static final String ITSELF = "localhost";

    private HostAddress() {}

    /** Whether people have called a host so that they mean the machine that they are on. Asks nobody. */
    static boolean isOfThisMachine(String host) {
        try {
            return host.equals(ITSELF) || InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            // a name
            return false;
        }
    }

    /**
     * Checks, on a host of several, what it was called. A name that this host does not know is left to its ranks: they
     * say so if their wire needs an address.
     *
     * @throws PgasException BAD_ARGUMENT, for people, if it leads each host to itself
     */
    static void check(String host) {
        InetAddress found;
        try {
            found = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            return;
        }
        if (found.isLoopbackAddress()) {
            String address = found.getHostAddress();
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "ranks of other hosts would not find those of this one at "
                    + (host.equals(address) ? host : address + ", for which it takes its name " + host)
                    + ": that address leads each host to itself: name one in --hosts at which others find this host, "
                    + "or set " + Setting.WIRE_HOST.variable() + " to it there; if all hosts are one machine, give -D "
                    + Setting.WIRE_HOST.key() + "=127.0.0.1");
        }
    }
}
