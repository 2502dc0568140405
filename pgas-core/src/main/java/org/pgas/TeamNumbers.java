package org.pgas;

import java.nio.ByteBuffer;

/**
 * Numbers that every member of a team tells all others. For the library's other modules; not part of the API.
 *
 * @hidden
 */
public final class TeamNumbers {
    private TeamNumbers() {}

    /**
     * What all members give, as many numbers each, those of rank i from {@code i * own.length}. Collective: a member that is in another
     * call, or has no room to tell, is an error of all.
     *
     * @hidden
     */
    public static long[] exchange(Team team, String call, long... own) {
        team.begin(call);
        team.checkTeam(call);
        team.refuseInNamedBarrier(call);
        byte[] told = new byte[own.length * Long.BYTES];
        ByteBuffer.wrap(told).asLongBuffer().put(own);
        byte[][] all = team.exchange().bytes(call, told);
        long[] numbers = new long[all.length * own.length];
        for (int rank = 0; rank < all.length; rank++) {
            ByteBuffer.wrap(all[rank]).asLongBuffer().get(numbers, rank * own.length, own.length);
        }
        return numbers;
    }
}
