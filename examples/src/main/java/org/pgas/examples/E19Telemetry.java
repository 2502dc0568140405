package org.pgas.examples;

import java.util.Locale;

import net.openhft.chronicle.bytes.Bytes;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.bytes.PayloadBytes;
import org.pgas.bytes.TypeRegistry;
import org.pgas.bytes.TypedMessages;
import org.pgas.examples.telemetry.Reading;
import org.pgas.examples.telemetry.Station;
import org.pgas.examples.telemetry.Stations;
import org.pgas.examples.telemetry.Summary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Ranks measure, rank 0 keeps the books: every rank introduces itself with a record, and sends readings, also records,
 * a few at a time. Rank 0 reads the readings where they arrived, in the ring, without making objects of them, and
 * prints a table at the end.
 *
 * <pre>
 * $ ./pgas run -n 3 telemetry
 * [0] station     readings      least    average       most
 * [0] roof-0        10,000     -15.00      10.04      35.00
 * [0] roof-1        10,000     -14.00      10.91      36.00
 * [0] roof-2        10,000     -13.00      11.87      37.00
 * </pre>
 */
@Command(name = "telemetry", description = "Typed records from all ranks to rank 0, which reads them in place.")
public final class E19Telemetry {
    private static final TypeRegistry TYPES = TypeRegistry.builder().record(Station.class).record(Summary.class)
            .build();

    /** How many bytes the readings of one message may take. */
    private static final int BATCH_BYTES = 1024;

    @Option(names = "--readings", description = "Readings of each rank (default: ${DEFAULT-VALUE})")
    private int readings = 10_000;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private Summary total;

    private E19Telemetry() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E19Telemetry(), arguments, E19Telemetry::run);
    }

    private void run(Job job) {
        if (readings < 0) {
            throw CommandLineOfJob.refuse(job, "telemetry", "--readings " + readings + ": legal are 0 and more");
        }
        Stations stations = new Stations(job.size());
        TypedMessages messages = TypedMessages.of(job.world(), TYPES);
        int told = messages.onReply(Summary.class, (token, summary) -> total = summary);
        int introduce = messages.onRequest(Station.class,
                (token, station) -> stations.introduce(token.sourceRank(), station));
        PayloadBytes view = new PayloadBytes();
        int take = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
            Bytes<Void> in = view.read(payload);
            while (in.readRemaining() > 0) {
                stations.add(token.sourceRank(), Reading.readCelsius(in));
            }
        }).request());
        int ask = messages.onRequest(String.class,
                (token, question) -> messages.reply(token, told, stations.summary(token.sourceRank())));
        job.world().barrier();
        messages.request(0, introduce, new Station("roof-" + job.rank(), job.rank(), Station.Unit.CELSIUS));
        send(job, take);
        messages.request(0, ask, "what have you got of me?");
        job.blockUntil(() -> total != null);
        job.world().barrier();
        if (job.rank() == 0) {
            System.out.print(stations.table());
        }
        check(job);
    }

    private void send(Job job, int take) {
        PayloadBytes view = new PayloadBytes();
        for (int sent = 0; sent < readings;) {
            var message = job.world().am().prepareRequestMedium(0, null, 0, BATCH_BYTES, null, 0, 0);
            Bytes<Void> out = view.write(message);
            for (; sent < readings && out.writeRemaining() >= Reading.MOST_BYTES; sent++) {
                Reading.write(out, sent, celsius(job.rank(), sent));
            }
            message.commit(take, out.writePosition());
        }
    }

    /** Nothing is random, so that every run prints the same. */
    private static double celsius(int rank, int number) {
        return rank + 10 + 25 * Math.sin(number * 0.01 + rank);
    }

    private void check(Job job) {
        if (total.readings() != readings) {
            throw new IllegalStateException(String.format(Locale.ROOT, "rank 0 has %,d of rank %d's %,d readings",
                    total.readings(), job.rank(), readings));
        }
    }
}
