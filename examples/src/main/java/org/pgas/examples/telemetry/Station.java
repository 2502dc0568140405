package org.pgas.examples.telemetry;

/** Who measures. */
public record Station(String name, int rank, Unit unit) {
    public enum Unit {
        CELSIUS, KELVIN
    }
}
