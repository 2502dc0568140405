package org.pgas.team;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What one member of a parent team tells the others when teams are made.
 *
 * @param problem what is wrong with its arguments; "" when nothing is
 * @param takesPart whether it wants a team
 * @param scratchBytes what it offers, or {@link #NO_SCRATCH}
 * @param locations of the team it wants, where these are named one by one
 */
public record TeamWish(String problem, boolean takesPart, int colour, int key, int flags, long scratchBytes,
        int capabilities, List<EndpointId> locations) {
    static final long NO_SCRATCH = -1;

    /** Takes part in the call and in no team. */
    public static TeamWish none() {
        return new TeamWish("", false, 0, 0, 0, NO_SCRATCH, 0, List.of());
    }

    public byte[] encode() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeUTF(problem);
            out.writeBoolean(takesPart);
            out.writeInt(colour);
            out.writeInt(key);
            out.writeInt(flags);
            out.writeLong(scratchBytes);
            out.writeInt(capabilities);
            out.writeInt(locations.size());
            for (EndpointId each : locations) {
                out.writeInt(each.jobRank());
                out.writeInt(each.index());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an array does not fail
        }
        return bytes.toByteArray();
    }

    static TeamWish decode(byte[] bytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            String problem = in.readUTF();
            boolean takesPart = in.readBoolean();
            int colour = in.readInt();
            int key = in.readInt();
            int flags = in.readInt();
            long scratchBytes = in.readLong();
            int capabilities = in.readInt();
            int count = in.readInt();
            List<EndpointId> locations = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                locations.add(new EndpointId(in.readInt(), in.readInt()));
            }
            return new TeamWish(problem, takesPart, colour, key, flags, scratchBytes, capabilities, locations);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
