package org.pgas.compare.peers;

import java.net.InetSocketAddress;
import java.util.List;

import org.pgas.meter.Meter;

/** What TCP allows in Java: {@link TcpRows} for 2 ranks, under the library id {@code tcp-java}. */
public final class Tcp {
    private Tcp() {}

    /** See the usage line of {@link Options} for the arguments; {@code --port} is needed. */
    public static void main(String[] arguments) {
        Options options = Options.parse(List.of(arguments));
        options.needTwoRanks();
        InetSocketAddress place = new InetSocketAddress(options.host(1), options.port());
        try (TcpStream stream = TcpStream.meet(options.rank(), place)) {
            TcpCohort cohort = new TcpCohort(stream, options.rank());
            new TcpRows(stream, cohort, new Meter("tcp-java", cohort, options.timing(), options.choice())).run();
            cohort.barrier();
        }
    }
}
