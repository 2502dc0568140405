/** What the ranks of {@link org.pgas.examples.E19Telemetry} send each other. */
package org.pgas.examples.telemetry;
