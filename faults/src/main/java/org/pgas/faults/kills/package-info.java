/** Kills, ends and stops ranks and launchers of real jobs at random moments. */
package org.pgas.faults.kills;
