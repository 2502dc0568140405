/** Programs that print what they measured: how each is prepared, started on the same cores, and listened to. */
package org.pgas.compare.programs;
