package org.pgas.team;

/** Which endpoint of the job. */
public record EndpointId(int jobRank, int index) {}
