package org.pgas.launch.agents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.pgas.GlobalPointer;

/**
 * All that an agent is told of its job, the secret too.
 *
 * @param build which the launcher runs; empty where it cannot tell
 */
public record JobOrder(String build, Place place, Program program, Conditions conditions) {
    /**
     * The ranks of this host among those of the job.
     *
     * @param job its name
     * @param index of this host, from 0
     * @param counts of ranks, by host
     * @param secret which the ranks of this job have in common, and nobody else; empty in a job of one host
     * @param host address or name by which this host was found, and other hosts find its ranks if nothing else is set
     * @param oneMachine whether all hosts of the job were called so that they are the launcher's machine
     */
    public record Place(String job, int index, List<Integer> counts, byte[] secret, String host, boolean oneMachine) {
        /** Ranks of the job. */
        public int size() {
            return counts.stream().mapToInt(Integer::intValue).sum();
        }

        /** The lowest rank of this host. */
        public int first() {
            return counts.subList(0, index).stream().mapToInt(Integer::intValue).sum();
        }

        /** Ranks of this host. */
        public int count() {
            return counts.get(index);
        }
    }

    /**
     * What every rank runs. Paths are those of this host.
     *
     * @param ownLibrary whether ranks run from the agent's class path, and with the class cache that it has of it
     * @param classPath of the ranks; with an own library, what the program has besides
     * @param classCache empty for none; with an own library it is not looked at
     */
    public record Program(List<String> jvmArguments, boolean ownLibrary, List<String> classPath, String mainClass,
            List<String> arguments, String workingDirectory, String classCache) {}

    /**
     * How the ranks run.
     *
     * @param settings of the library, by key
     * @param environment that the job was started from
     * @param heapBytes of each rank; 0 for what fits on this host
     * @param bind whether each rank gets a core
     * @param input whether rank 0 is sent a standard input
     * @param records whether the ranks record a timeline
     */
    public record Conditions(Map<String, String> settings, Map<String, String> environment, long heapBytes,
            boolean bind, boolean input, boolean records) {}

    /** The body of its frame. */
    public byte[] body() {
        BodyWriter out = new BodyWriter().text(build).text(place.job).number(place.index).number(place.counts.size());
        place.counts.forEach(out::number);
        out.bytes(place.secret).text(place.host).flag(place.oneMachine).texts(program.jvmArguments)
                .flag(program.ownLibrary).texts(program.classPath).text(program.mainClass).texts(program.arguments)
                .text(program.workingDirectory)
                .text(program.classCache);
        return out.texts(conditions.settings).texts(conditions.environment).number(conditions.heapBytes)
                .flag(conditions.bind).flag(conditions.input).flag(conditions.records).body();
    }

    /**
     * The first that a frame of an order says, of whatever build: all that follows may differ.
     *
     * @throws IOException when the frame has something else
     */
    public static String buildOf(Frame frame) throws IOException {
        return frame.read().text();
    }

    /**
     * The reverse.
     *
     * @throws IOException when the frame has something else
     */
    public static JobOrder of(Frame frame) throws IOException {
        BodyReader in = frame.read();
        String build = in.text();
        String job = in.text();
        int index = in.number(0, GlobalPointer.MAX_RANKS - 1);
        int hosts = in.number(index + 1, GlobalPointer.MAX_RANKS);
        List<Integer> counts = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            counts.add(in.number(1, GlobalPointer.MAX_RANKS));
        }
        Place place = new Place(job, index, List.copyOf(counts), in.bytes(), in.text(), in.flag());
        Program program = new Program(in.texts(), in.flag(), in.texts(), in.text(), in.texts(), in.text(), in.text());
        Conditions conditions = new Conditions(in.map(), in.map(), in.number(), in.flag(), in.flag(), in.flag());
        in.end();
        return new JobOrder(build, place, program, conditions);
    }
}
