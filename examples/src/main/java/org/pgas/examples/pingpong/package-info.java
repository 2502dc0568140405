/** Measures how long a message and its answer take, and shows what came out. */
package org.pgas.examples.pingpong;
