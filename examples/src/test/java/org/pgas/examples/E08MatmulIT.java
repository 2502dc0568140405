package org.pgas.examples;

class E08MatmulIT extends MatmulCases {
    E08MatmulIT() {
        super(E08Matmul.class, E08Matmul.NAME);
    }
}
