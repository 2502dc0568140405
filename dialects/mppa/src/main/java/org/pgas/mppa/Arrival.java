package org.pgas.mppa;

import java.util.List;
import java.util.stream.IntStream;

import org.pgas.Job;
import org.pgas.atomics.ByteFifo;
import org.pgas.wait.SharedCondition;

/** That a segment is there, with all its parts: what completes a handle. For one thread, once. */
final class Arrival implements SharedCondition {
    private static final int[] NOBODY = {};

    private final Access mppa;
    private final String call;
    private final MppaSegment segment;

    /** What this process has entered of it; null of a clone. */
    private final Registration own;

    /** What the registry counted when it was last looked at; it begins with 0, and the first look is not left out. */
    private long seen = -1;

    private List<Registration> found = List.of();

    private boolean complete;

    Arrival(Access mppa, String call, MppaSegment segment) {
        this.mppa = mppa;
        this.call = call;
        this.segment = segment;
        this.own = segment.resources == null ? null : segment.resources.registration();
    }

    @Override
    public boolean isMet() {
        if (complete || segment.isDestroyed() || mppa.isFinished()) {
            return true; // synchronised() tells what is wrong
        }
        long changes = mppa.registry.changes();
        if (changes == seen) {
            return false;
        }
        List<Registration> now = mppa.registry.tryFind(segment.identifier());
        if (now == null) {
            return false;
        }
        seen = changes;
        found = now;
        complete = isComplete();
        return complete;
    }

    /** Whether this process has created it, all others too, and one of them has destroyed its part since. */
    private boolean isMissed() {
        return own != null && found.stream()
                .anyMatch(each -> each.words() == own.words() && each.ending());
    }

    private boolean isComplete() {
        if (isMissed()) {
            return true;
        }
        if (found.isEmpty() || found.stream().anyMatch(Registration::ending)) {
            return false;
        }
        return !found.getFirst().isMulticast() || found.size() == found.getFirst().multi();
    }

    /** Makes the handle what was found. */
    @Override
    public void synchronised() {
        mppa.begin(call);
        if (segment.isDestroyed()) {
            throw mppa.refusals.bad(call, segment + " was destroyed before it was complete");
        }
        if (isMissed()) {
            segment.missed(own);
            return;
        }
        Job job = mppa.job;
        Member[] members = new Member[found.size()];
        for (int i = 0; i < members.length; i++) {
            members[i] = Member.of(job, found.get(i), mppa.shapes);
        }
        Registration first = found.getFirst();
        ByteFifo queue = null;
        if (SegmentFlags.isQueue(first.flags())) {
            queue = QueueLayout.open(members[0]);
        }
        segment.complete(first, members, queue);
    }

    /** Any process may create it, so nobody is needed unless all others are. */
    @Override
    public int[] needed() {
        List<Registration> there = found;
        boolean isLive = !there.isEmpty() && there.stream().noneMatch(Registration::ending);
        int missing = isLive ? there.getFirst().multi() - there.size() : 1;
        int[] others = IntStream.range(0, mppa.job.size())
                .filter(rank -> rank != mppa.job.rank()
                        && (!isLive || there.stream().noneMatch(each -> each.rank() == rank)))
                .toArray();
        return others.length <= missing ? others : NOBODY;
    }

    @Override
    public String describe() {
        int there = found.size();
        return call + ": identifier " + Registration.name(segment.identifier()) + ": " + (there == 0
                ? "nobody has created a segment of it"
                : there + " of its " + found.getFirst().multi() + " creators are there");
    }
}
