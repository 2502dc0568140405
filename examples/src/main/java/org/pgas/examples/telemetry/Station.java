package org.pgas.examples.telemetry;

/** A station that measures. */
public record Station(String name, int rank, Unit unit) {
    public enum Unit {
        CELSIUS, KELVIN
    }
}
