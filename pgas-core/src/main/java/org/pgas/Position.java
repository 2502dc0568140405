package org.pgas;

/**
 * Where this rank stands among neighbourhoods and hosts. There is one host unless
 * {@code pgas run --hosts} has started the job, and one neighbourhood on it unless {@code pgas.neighbourhoods} says
 * more.
 *
 * <p>Source: GASNet-EX gex_System_QueryMyPosition.
 *
 * @param neighbourhoods neighbourhoods in the job
 * @param neighbourhood this rank's, 0-based
 * @param hosts hosts in the job
 * @param host this rank's, 0-based
 */
public record Position(int neighbourhoods, int neighbourhood, int hosts, int host) {}
