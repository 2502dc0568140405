package org.pgas.ga;

import java.lang.foreign.MemorySegment;

import org.pgas.atomics.Scale;
import org.pgas.refusal.Failures;

/**
 * Products of matrices: each process makes what lies in its memory of the result, tile by tile, out of panels of both
 * factors that it gets from the processes that have them; the next panels come while these are multiplied. An element
 * is the sum of its products in the order of their index, so that it has the same bits on any number of processes.
 */
final class Multiplication {
    private final GaCore core;

    Multiplication(GaCore core) {
        this.core = core;
    }

    /** A factor: a patch, or its transpose. */
    record Factor(GaPatch patch, boolean trans) {
        long rows() {
            return patch.extents()[trans ? 1 : 0];
        }

        long columns() {
            return patch.extents()[trans ? 0 : 1];
        }
    }

    /** One product: {@code target = alpha * left * right + beta * target}. */
    record Product(String call, Scale alpha, Factor left, Factor right, Scale beta, GaPatch target) {}

    /** Collective. */
    void run(Product product) {
        String call = product.call;
        core.begin(call, product.alpha, product.left, product.right, product.beta, product.target);
        check(product);
        core.sync();
        Throwable problem = Failures.of(() -> {
            long[] extents = product.target.extents();
            TileProduct tiles = TileProduct.of(product.target.array.type(),
                    (int) Math.min(TileProduct.SIDE, Math.max(extents[0], extents[1])),
                    (int) Math.min(TileProduct.DEPTH, product.left.columns()));
            OwnPart.forEach(product.target, part -> forEachTile(product, part, tiles));
        });
        core.rma.fence();
        core.agree(call, problem, 0);
    }

    private void check(Product product) {
        GaPatch target = product.target;
        for (GaPatch each : new GaPatch[]{product.left.patch, product.right.patch, target}) {
            core.operations.checkMatrix(product.call, each.array);
            core.operations.checkTypes(product.call, target, each);
        }
        if (target.array.type().isInteger()) {
            throw target.array.checks.bad(product.call,
                    "legal are matrices of floats, doubles and complex numbers");
        }
        target.array.checks.number(product.call, "alpha", product.alpha);
        target.array.checks.number(product.call, "beta", product.beta);
        Factor left = product.left;
        Factor right = product.right;
        long[] extents = target.extents();
        if (left.columns() != right.rows() || left.rows() != extents[0] || right.columns() != extents[1]) {
            throw core.refusals.bad(product.call, left.rows() + " x " + left.columns() + " times " + right.rows()
                    + " x " + right.columns() + " is not " + extents[0] + " x " + extents[1] + ", the extents of "
                    + target);
        }
    }

    private void forEachTile(Product product, OwnPart part, TileProduct tiles) {
        for (long row = part.lo()[0]; row <= part.hi()[0]; row += TileProduct.SIDE) {
            for (long column = part.lo()[1]; column <= part.hi()[1]; column += TileProduct.SIDE) {
                int rows = (int) Math.min(TileProduct.SIDE, part.hi()[0] - row + 1);
                int columns = (int) Math.min(TileProduct.SIDE, part.hi()[1] - column + 1);
                new Tile(product, row - product.target.lo[0], column - product.target.lo[1], rows, columns)
                        .multiply(tiles);
                store(product, part, new long[]{row, column}, new long[]{rows, columns}, tiles.product());
            }
        }
    }

    /** Adds a tile to this process' elements of the target. */
    private static void store(Product product, OwnPart part, long[] first, long[] extents, MemorySegment tile) {
        ElementRows rows = part.array().layout.type.rows();
        Cursor target = part.cursor(first);
        Cursor source = Cursor.dense(tile, extents, part.array().layout.type.bytes());
        boolean isSet = product.beta.real() == 0 && product.beta.imaginary() == 0;
        Cursor.forEachRow(extents, count -> {
            if (isSet) {
                // what was there does not count, even if it is no number
                rows.fill(target, count, product.beta);
            }
            rows.add(target, product.beta, target, product.alpha, source, count);
        }, target, source);
    }

    /** A tile of the result: its place and its extents, in the target patch. */
    private record Tile(Product product, long row, long column, int rows, int columns) {
        void multiply(TileProduct tiles) {
            GaNbHandle[] panels = {new GaNbHandle(), new GaNbHandle()};
            long depth = product.left.columns();
            tiles.clear(rows, columns);
            int which = 0;
            fetch(tiles, which, 0, panels[which]);
            for (long k = 0; k < depth; k += TileProduct.DEPTH) {
                int other = 1 - which;
                if (k + TileProduct.DEPTH < depth) {
                    fetch(tiles, other, k + TileProduct.DEPTH, panels[other]);
                }
                panels[which].complete(true);
                tiles.add(which, width(k));
                which = other;
            }
        }

        private int width(long k) {
            return (int) Math.min(TileProduct.DEPTH, product.left.columns() - k);
        }

        private void fetch(TileProduct tiles, int which, long k, GaNbHandle handle) {
            int width = width(k);
            fetch(product.left, new long[]{row, k}, new long[]{rows, width}, tiles.left(which),
                    handle);
            fetch(product.right, new long[]{k, column}, new long[]{width, columns},
                    tiles.right(which), handle);
        }

        /** Gets part of a factor, row after row. */
        private void fetch(Factor factor, long[] first, long[] extents, MemorySegment panel, GaNbHandle handle) {
            GaPatch source = factor.patch;
            long[] strides = Cursor.denseStrides(extents, source.array.layout.type.bytes());
            int outer = factor.trans ? 1 : 0;
            long[] lo = {source.lo[0] + first[outer], source.lo[1] + first[1 - outer]};
            long[] hi = {lo[0] + extents[outer] - 1, lo[1] + extents[1 - outer] - 1};
            PatchWalk walk = source.array.transfers.walk(product.call, lo, hi);
            walk.inside(panel, 0, factor.trans ? new long[]{strides[1], strides[0]} : strides);
            walk.get(handle);
            source.array.transfers.giveBack(walk);
        }
    }
}
