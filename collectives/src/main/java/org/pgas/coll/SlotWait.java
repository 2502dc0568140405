package org.pgas.coll;

import org.pgas.SharedCondition;

/** A wait of the short ways: for the slots of all members that are read, or for slots of this member that can be written again. */
final class SlotWait implements SharedCondition {
    private final Member member;
    private final Form form;
    private final int root;
    private final long sequence;
    private final int[] members;
    private final boolean forFree;

    /** For the slot of {@code peer}. */
    static SlotWait published(Member member, Form form, int root, long sequence, int peer) {
        return new SlotWait(member, form, root, sequence, new int[]{peer}, false);
    }

    static SlotWait free(Member member, Form form, int root, long sequence) {
        int[] all = new int[member.size()];
        for (int peer = 0; peer < all.length; peer++) {
            all[peer] = peer;
        }
        return new SlotWait(member, form, root, sequence, all, true);
    }

    private SlotWait(Member member, Form form, int root, long sequence, int[] members, boolean forFree) {
        this.member = member;
        this.form = form;
        this.root = root;
        this.sequence = sequence;
        this.members = members;
        this.forFree = forFree;
    }

    private boolean isLate(int peer) {
        return forFree ? member.slots().holdsUp(peer, sequence)
                : !Slots.isPublished(member.slots().slot(peer, sequence), sequence);
    }

    @Override
    public boolean isMet() {
        if (forFree) {
            return member.slots().isFree(sequence);
        }
        return !isLate(members[0]);
    }

    private int[] late() {
        return java.util.Arrays.stream(members).filter(this::isLate).toArray();
    }

    @Override
    public int[] needed() {
        return java.util.Arrays.stream(late()).map(member.around()::jobRank).toArray();
    }

    @Override
    public String describe() {
        String late = java.util.Arrays.toString(late());
        return form.call() + (root < 0 ? "" : " with root " + root) + ", collective " + sequence
                + " of the team: waiting for team rank" + (late.length() > 3 ? "s " : " ") + late
                + (forFree ? ", which has not finished collective " + (sequence - Slots.COUNT) : "");
    }
}
