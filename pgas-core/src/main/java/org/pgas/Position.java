package org.pgas;

/**
 * Where this rank stands among neighbourhoods and hosts. On this library's one host there is one of each.
 *
 * <p>Source: GASNet-EX gex_System_QueryMyPosition.
 *
 * @param neighbourhoods neighbourhoods in the job
 * @param neighbourhood this rank's, 0-based
 * @param hosts hosts in the job
 * @param host this rank's, 0-based
 */
public record Position(int neighbourhoods, int neighbourhood, int hosts, int host) {}
