package org.pgas.faults.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The operations of all modules. */
final class Modules {
    private static final List<Function<Stage, Operations>> ALL = List.of(TransferOperations::new,
            SignalOperations::new, AtomicOperations::new, AccumulateOperations::new, RegionOperations::new,
            MessageOperations::new, BatchOperations::new, CallOperations::new, StructureOperations::new,
            HeapOperations::new, TeamOperations::new, EndpointOperations::new, ArrayOperations::new,
            WindowOperations::new, ArmciOperations::new, MppaOperations::new, UpcOperations::new);

    private Modules() {}

    /** Made for a rank; collective. All of them have their places in the segments, whichever are wanted. */
    static List<Operations> all(Stage stage, List<String> only) {
        List<Operations> made = new ArrayList<>();
        for (Function<Stage, Operations> each : ALL) {
            made.add(each.apply(stage));
        }
        stage.world().barrier();
        return only.isEmpty() ? made : made.stream().filter(each -> only.contains(each.name())).toList();
    }
}
