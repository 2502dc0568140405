package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.lang.model.element.Modifier;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import org.junit.jupiter.api.Test;

/** What belongs together is a value: methods, constructors and heads of records have few parameters, in all modules. */
class ParametersTest {
    private static final int MANY = 8;

    /**
     * What a class has of methods, constructors and heads of records with many parameters: how many, and the most of
     * one.
     */
    private record Found(int methods, int most) {
        Found and(int parameters) {
            return new Found(methods + 1, Math.max(most, parameters));
        }

        @Override
        public String toString() {
            return methods + " " + most;
        }
    }

    /**
     * Classes that have some, by the reason, each with what it has: how many, and the most parameters of one. None
     * grows; what has become better is lowered here, or taken off.
     */
    private static final Map<String, String> LISTED = Map.of(
            "calls whose parameters a source document gives, their forms with events and flags, and what carries "
                    + "them out by"
                    + " the same ones",
            """
                    ActiveMessages 14 12
                    Rma 3 9
                    Token 5 9
                    armci.Armci 7 10
                    armci.Strided 4 10
                    arrays.SectionTransfers 3 8
                    atomics.Accumulator 6 9
                    atomics.AtomicChecks 1 8
                    atomics.AtomicDomain 3 10
                    atomics.DoubleAtomicDomain 2 8
                    atomics.FloatAtomicDomain 2 8
                    atomics.IntAtomicDomain 2 8
                    atomics.LongAtomicDomain 2 8
                    faults.passive.Transfers 1 8
                    mpi.Window 4 11
                    mpi.comm.Comm 2 13
                    mppa.Mppa 14 11
                    pshm.Posix 1 8
                    rpc.Caller 1 9
                    transfer.CrossingSignals 1 8
                    transfer.Signals 1 8
                    upc.Upc 6 9
                    vis.BlockTransfers 24 12
                    vis.Blocks 4 8
                    vis.MppaShapes 2 8
                    vis.MppaTransfers 16 10
                    vis.ShapeAccumulate 2 9
                    vis.ShapeCache 2 9
                    vis.Vis 16 9
                    vis.VisChecks 2 8
                    """,
            "what such calls do to mapped memory: memory, count and type of up to three sides, of which a value "
                    + "would be an"
                    + " object for each call, and they allocate nothing",
            """
                    atomics.MappedAccumulate 4 9
                    mpi.DenseUpdate 3 12
                    mpi.PackedUpdate 1 12
                    mpi.PieceUpdate 2 9
                    mpi.Transfers 8 13
                    mpi.TypedCopy 6 10
                    mpi.Updates 4 11
                    """,
            "loops whose arguments stay in registers",
            """
                    examples.matmul.TileProduct 1 9
                    memory.AddKernels 2 13
                    memory.AddLoops 6 13
                    memory.RunKernels 9 11
                    memory.RunLoops 6 11
                    mpi.Folds 1 8
                    regions.PieceVisitor 1 9
                    vis.BlockAdder 1 9
                    """,
            "head, arguments and payload of a message, and the two sides of what is done by messages: likewise, an "
                    + "object for"
                    + " each message",
            """
                    far.FarRegionSender 1 8
                    far.FarSender 3 9
                    far.FarRegions 3 8
                    far.FarUpdates 3 9
                    hosts.WireOutbox 1 8
                    loan.Loans 1 8
                    message.Delivery 2 10
                    message.Loopback 1 8
                    message.Messenger 4 9
                    message.PreparedMessages 1 8
                    message.Sending 2 9
                    pshm.Outbox 2 8
                    spi.MessageOutbox 1 8
                    """,
            "the fields of a row, a record or an immutable object, told once",
            """
                    Aggregator 1 8
                    arrays.SectionTransfers.Pair 1 9
                    bench.Results 1 9
                    bytes.SegmentStore 1 8
                    coll.Call 1 9
                    compare.RowEntry 1 8
                    events.CollectiveEvent 1 8
                    examples.exchange.Measurement 1 9
                    faults.Plan 1 8
                    faults.hosts.Choice 1 8
                    faults.kills.Choice 1 9
                    faults.limits.LimitCase 1 8
                    faults.soak.AtomicKind 1 8
                    faults.soak.SoakArguments 1 8
                    faults.soak.Usage 1 11
                    jmh.bytes.RecordBenchmark.Sample 1 15
                    jmh.words.Rate 1 8
                    launch.RankCommand 1 10
                    launch.RunningJob 1 8
                    message.Handler 1 9
                    mpi.DynamicTable 1 8
                    mppa.Registration 1 12
                    place.Attachment 1 8
                    place.SegmentCard 1 9
                    place.SegmentCore 1 8
                    pshm.AreaFile 1 8
                    pshm.JobView 1 10
                    pshm.RankStatus 1 8
                    spi.JoinRequest 1 8
                    team.TeamWish 1 8
                    testkit.Assignment 1 12
                    vis.ContentTable.Entry 2 11
                    """);

    @Test
    void noMethodTakesManyParameters() {
        Map<String, Found> found = new TreeMap<>();
        int seen = SourceTest.scan((unit, _) -> new Parameters(unit, found).count());
        assertTrue(seen > 5000, () -> "only " + seen + " methods were seen");
        Map<String, String> listed = new TreeMap<>();
        LISTED.values().stream().flatMap(String::lines).map(line -> line.split(" ", 2))
                .forEach(entry -> listed.put(entry[0], entry[1]));
        Set<String> names = new TreeSet<>(listed.keySet());
        names.addAll(found.keySet());
        List<String> wrong = new ArrayList<>();
        for (String name : names) {
            String now = found.containsKey(name) ? found.get(name).toString() : "none";
            String before = listed.getOrDefault(name, "none");
            if (!now.equals(before)) {
                wrong.add(name + " has " + now + ", listed is " + before);
            }
        }
        assertEquals(List.of(), wrong,
                "class, methods of more than 7 parameters, most parameters of one: where there is"
                        + " more, make a value of what belongs together; where there is less, lower the entry or "
                        + "take it off");
    }

    @Test
    void headsOfRecordsAreSeenOnce() {
        Map<String, Found> found = new TreeMap<>();
        SourceTest.scan((unit, _) -> new Parameters(unit, found).count());
        assertEquals("1 9", found.get("coll.Call").toString());
    }

    /** Counts methods, constructors and records, and notes those of many parameters under the class that has them. */
    private static final class Parameters extends TreeScanner<Void, String> {
        private final CompilationUnitTree unit;
        private final Map<String, Found> found;
        private int seen;

        Parameters(CompilationUnitTree unit, Map<String, Found> found) {
            this.unit = unit;
            this.found = found;
        }

        int count() {
            String name = unit.getPackageName() == null ? "" : unit.getPackageName() + ".";
            scan(unit, name.replaceFirst("^org\\.pgas\\.", ""));
            return seen;
        }

        @Override
        public Void visitClass(ClassTree type, String outer) {
            String name = outer + type.getSimpleName();
            if (type.getKind() == Tree.Kind.RECORD) {
                note(name, components(type));
            }
            for (Tree member : type.getMembers()) {
                boolean repeatsHead = type.getKind() == Tree.Kind.RECORD && member instanceof MethodTree method
                        && method.getReturnType() == null && method.getParameters().size() == components(type);
                if (member instanceof MethodTree method && !repeatsHead) {
                    note(name, method.getParameters().size());
                }
            }
            return super.visitClass(type, name + ".");
        }

        private static int components(ClassTree type) {
            return (int) type.getMembers().stream().filter(member -> member instanceof VariableTree field
                    && !field.getModifiers().getFlags().contains(Modifier.STATIC)).count();
        }

        private void note(String name, int parameters) {
            seen++;
            if (parameters >= MANY) {
                found.merge(name, new Found(1, parameters), (before, _) -> before.and(parameters));
            }
        }
    }
}
