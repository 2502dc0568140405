/**
 * Collectives: data movement and reductions over a team, by loads and stores of the members' memory.
 *
 * <p>Invariant: knows addresses only through the team, and no file, process or transport.
 */
package org.pgas.coll;
