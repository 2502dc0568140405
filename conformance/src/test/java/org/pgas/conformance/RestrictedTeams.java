package org.pgas.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.function.Executable;
import org.pgas.Endpoint;
import org.pgas.SymmetricMemory;
import org.pgas.Team;

/** The calls of teams, legal and illegal in a restricted context. */
final class RestrictedTeams {
    static final List<Class<?>> TYPES = List.of(Team.class, SymmetricMemory.class);

    static final Set<String> LEGAL = Set.of("Team.job", "Team.endpoint", "Team.rank", "Team.size", "Team.flags",
            "Team.rma", "Team.am", "Team.symmetric",
            "Team.toJobRank", "Team.fromJobRank", "Team.location", "Team.clientData", "Team.toString");

    private RestrictedTeams() {}

    /** The calls by name; what follows a blank tells forms of one name apart. */
    static Map<String, Executable> illegal(Team team) {
        Map<String, Executable> calls = new LinkedHashMap<>();
        List<Endpoint.Location> members = List.of(new Endpoint.Location(0, 0));
        calls.put("Team.barrier", () -> team.barrier());
        calls.put("Team.barrierNb", () -> team.barrierNb());
        calls.put("Team.split", () -> team.split(0, 0));
        calls.put("Team.split with scratch", () -> team.split(0, 0, null));
        calls.put("Team.splitNone", () -> team.splitNone());
        calls.put("Team.splitScratchSize", () -> team.splitScratchSize(0, 0));
        calls.put("Team.create", () -> team.create(members, 0));
        calls.put("Team.create with scratch", () -> team.create(members, 0, List.of()));
        calls.put("Team.createNone", () -> team.createNone());
        calls.put("Team.createScratchSize", () -> team.createScratchSize());
        calls.put("Team.dup", () -> team.dup());
        calls.put("Team.dup with scratch", () -> team.dup(null));
        calls.put("Team.dupScratchSize", () -> team.dupScratchSize());
        calls.put("Team.destroy", () -> team.destroy());
        calls.put("Team.destroy with flags", () -> team.destroy(0));
        calls.put("SymmetricMemory.allocate", () -> team.symmetric().allocate(8));
        calls.put("SymmetricMemory.allocate with alignment", () -> team.symmetric().allocate(8, 8));
        calls.put("SymmetricMemory.allocateAt", () -> team.symmetric().allocateAt(0, 8));
        calls.put("SymmetricMemory.allocateAt with alignment", () -> team.symmetric().allocateAt(0, 8, 8));
        calls.put("SymmetricMemory.free", () -> team.symmetric().free(0));
        calls.put("SymmetricMemory.freeAt", () -> team.symmetric().freeAt(0, 0));
        calls.put("SymmetricMemory.exclude", () -> team.symmetric().exclude(0, 8));
        return calls;
    }
}
