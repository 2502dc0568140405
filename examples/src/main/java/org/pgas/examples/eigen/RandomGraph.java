package org.pgas.examples.eigen;

import java.util.SplittableRandom;

import org.pgas.examples.cg.SparseRows;
import org.pgas.examples.cg.SparseRowsBuilder;
import org.pgas.examples.grid.Split;

/**
 * A random graph with weights, as a matrix: its Laplacian and a shift. A row has on its diagonal the shift and the
 * weights of all edges of its node, and minus the weight of an edge in the column of the node at its other end.
 *
 * <p>The matrix is symmetric, and positive definite if the shift is above 0: its smallest eigenvalue is the shift, with
 * a vector of equal numbers. Equal arguments make equal graphs, on all ranks.
 *
 * @param order how many nodes, 2 at least: rows and columns of the matrix
 * @param degree how many edges are drawn for each node; others are drawn for nodes at their other ends
 * @param shift the smallest eigenvalue
 * @param seed of the edges and their weights
 */
public record RandomGraph(int order, int degree, double shift, long seed) {
    private static final double LEAST_WEIGHT = 0.5;

    /** Takes edges, one after another. */
    @FunctionalInterface
    private interface Edges {
        void edge(int one, int other, double weight);
    }

    /** Between two nodes there may be several. */
    private void edges(Edges edges) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int node = 0; node < order; node++) {
            for (int i = 0; i < degree; i++) {
                int other = (node + 1 + random.nextInt(order - 1)) % order;
                edges.edge(node, other, LEAST_WEIGHT + random.nextDouble());
            }
        }
    }

    /**
     * The entries in part {@code row} of {@code rows} and part {@code column} of {@code columns}. Columns count from
     * the first one of the part.
     */
    SparseRows block(Split rows, int row, Split columns, int column) {
        int first = columns.first(column);
        int behind = first + columns.count(column);
        SparseRowsBuilder block = new SparseRowsBuilder(rows, row);
        edges((one, other, weight) -> {
            boolean hasOne = one >= first && one < behind;
            boolean hasOther = other >= first && other < behind;
            if (hasOne) {
                block.add(one, one - first, weight);
                block.add(other, one - first, -weight);
            }
            if (hasOther) {
                block.add(other, other - first, weight);
                block.add(one, other - first, -weight);
            }
        });
        for (int node = first; node < behind; node++) {
            block.add(node, node - first, shift);
        }
        return block.build();
    }

    /** The matrix times a vector, edge by edge: without any block. */
    double[] times(double[] vector) {
        double[] product = new double[order];
        for (int node = 0; node < order; node++) {
            product[node] = shift * vector[node];
        }
        edges((one, other, weight) -> {
            double flow = weight * (vector[one] - vector[other]);
            product[one] += flow;
            product[other] -= flow;
        });
        return product;
    }

    /** How far a vector is from one of an eigenvalue: the length of what is left of {@code A v - eigenvalue v}. */
    public double distance(double[] vector, double eigenvalue) {
        double[] product = times(vector);
        double square = 0;
        for (int node = 0; node < order; node++) {
            double left = product[node] - eigenvalue * vector[node];
            square += left * left;
        }
        return Math.sqrt(square);
    }

    /** An element of the vector to begin with, which is not the one that is looked for. */
    double start(int node) {
        return 1 + node % 2;
    }
}
