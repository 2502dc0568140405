/**
 * The watch by which programs that are measured beside each other time their rows: the library's own ranks and those of
 * other libraries in JVMs, so that all are warmed up and counted alike. Knows ranks as a {@link org.pgas.meter.Cohort}
 * alone, and the JDK.
 */
package org.pgas.meter;
