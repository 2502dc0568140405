package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;

import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.RmaFlags;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** Every form of a put and of a get, by name. */
final class VisForms {
    /** A transfer between local memory and a place; it begins and completes. */
    interface Form {
        void run(int rank, long offset, Shape far, MemorySegment local, long localOffset, Shape near);
    }

    private VisForms() {}

    static Map<String, Form> puts(Vis vis) {
        Map<String, Form> forms = new LinkedHashMap<>();
        forms.put("Vis.put", vis::put);
        forms.put("Vis.put with flags", (rank, offset, far, local, localOffset, near) -> assertTrue(
                vis.put(rank, offset, far, local, localOffset, near, RmaFlags.NONE)));
        forms.put("Vis.putNb", (rank, offset, far, local, localOffset, near) -> vis
                .putNb(rank, offset, far, local, localOffset, near, LocalCompletion.DEFER).await());
        forms.put("Vis.putNb with flags", (rank, offset, far, local, localOffset, near) -> {
            LocalCompletion completion = LocalCompletion.event();
            Event event = vis.putNb(rank, offset, far, local, localOffset, near, completion, RmaFlags.NONE);
            assertNotSame(Event.NOT_SENT, event);
            completion.leaf().await();
            event.await();
        });
        forms.put("Vis.putNbi", (rank, offset, far, local, localOffset, near) -> {
            vis.putNbi(rank, offset, far, local, localOffset, near, LocalCompletion.GROUP);
            vis.team().job().nbi().await();
        });
        forms.put("Vis.putNbi with flags", (rank, offset, far, local, localOffset, near) -> {
            assertTrue(vis.putNbi(rank, offset, far, local, localOffset, near, LocalCompletion.NOW, RmaFlags.NONE));
            vis.team().job().nbi().await();
        });
        return forms;
    }

    static Map<String, Form> gets(Vis vis) {
        Map<String, Form> forms = new LinkedHashMap<>();
        forms.put("Vis.get", (rank, offset, far, local, localOffset, near) -> vis.get(local, localOffset, near, rank,
                offset, far));
        forms.put("Vis.get with flags", (rank, offset, far, local, localOffset, near) -> assertTrue(
                vis.get(local, localOffset, near, rank, offset, far, RmaFlags.NONE)));
        forms.put("Vis.getNb",
                (rank, offset, far, local, localOffset, near) -> vis
                        .getNb(local, localOffset, near, rank, offset, far).await());
        forms.put("Vis.getNb with flags", (rank, offset, far, local, localOffset, near) -> {
            Event event = vis.getNb(local, localOffset, near, rank, offset, far, RmaFlags.NONE);
            assertNotSame(Event.NOT_SENT, event);
            event.await();
        });
        forms.put("Vis.getNbi", (rank, offset, far, local, localOffset, near) -> {
            vis.getNbi(local, localOffset, near, rank, offset, far);
            vis.team().job().nbi().await();
        });
        forms.put("Vis.getNbi with flags", (rank, offset, far, local, localOffset, near) -> {
            assertTrue(vis.getNbi(local, localOffset, near, rank, offset, far, RmaFlags.NONE));
            vis.team().job().nbi().await();
        });
        return forms;
    }

    static Map<String, Form> all(Vis vis) {
        Map<String, Form> forms = puts(vis);
        forms.putAll(gets(vis));
        return forms;
    }
}
