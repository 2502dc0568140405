package org.pgas.examples.telemetry;

/** What is known of one station's readings. */
public record Summary(String name, long readings, double least, double average, double most) {}
