package org.pgas.faults.work;

import java.util.ArrayList;
import java.util.List;

import org.pgas.Job;
import org.pgas.bytes.TypeRegistry;
import org.pgas.rpc.RemoteFunction;
import org.pgas.rpc.RemoteFuture;
import org.pgas.rpc.Rpc;

/** Remote procedure calls from all to all; results are checked. */
public final class Calls {
    private static final int AT_ONCE = 8;

    private Calls() {}

    /** No arguments. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            job.attach(job.pageBytes());
            Rpc rpc = Rpc.of(job.world(), TypeRegistry.builder().build());
            RemoteFunction<String, String> twice = rpc.register("twice", text -> text + text);
            job.world().barrier();
            System.out.println(Workload.READY);
            for (int round = 0;; round++) {
                String text = "x".repeat(round % 400) + round;
                List<RemoteFuture<String>> futures = new ArrayList<>();
                for (int i = 0; i < AT_ONCE; i++) {
                    futures.add(twice.call((job.rank() + i) % job.size(), text));
                }
                for (RemoteFuture<String> each : futures) {
                    String found = rpc.await(each);
                    if (!found.equals(text + text)) {
                        Check.wrong("result of a call: " + found);
                    }
                }
            }
        }
    }
}
