package org.pgas.examples;

class E15GaMatmulIT extends MatmulCases {
    E15GaMatmulIT() {
        super(E15GaMatmul.class, E15GaMatmul.NAME);
    }
}
