import { expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import {
  cholesky,
  choleskyInverse,
  lowerSolve,
  type Matrix,
  product,
  symmetricFunction,
  transpose,
} from "./basics/linear-algebra.ts";
import { clusterRobustErrors } from "./regression/cluster-robust-regression.ts";

const random = seededRandom("HTZ");

/**
 * The degrees of freedom by definition, with matrices of the size of the data: T = (I - H)' A X B C of each cluster,
 * standardised, and q(q + 1) over the sum over pairs of clusters of (tr P)^2 + tr(P P) with P = T(g)' T(h).
 */
function dfByDefinition(x: Matrix, bread: Matrix, ids: readonly number[], columns: readonly number[]): number {
  const q = columns.length;
  const hat = product(product(x, bread), transpose(x));
  const chosen = bread.map((row) => Float64Array.from(columns, (column) => row[column]!));
  const forms = [...new Set(ids)].map((id) => {
    const rows = ids.flatMap((one, index) => (one === id ? [index] : []));
    const rest = rows.map((row) => Float64Array.from(ids, (_, other) => Number(row === other) - hat[row]![other]!));
    const block = rest.map((row) => Float64Array.from(rows, (column) => row[column]!));
    const adjusted = symmetricFunction(block, (value) => (value < 1e-9 ? 0 : 1 / Math.sqrt(value)));
    const inside = product(
      product(
        adjusted,
        rows.map((row) => x[row]!),
      ),
      chosen,
    );
    return product(transpose(rest), inside);
  });
  const expected = forms
    .map((form) => product(transpose(form), form))
    .reduce((sum, one) => sum.map((row, i) => row.map((value, j) => value + one[i]![j]!)));
  const factor = cholesky(expected)!;
  const standard = forms.map((form) => form.map((row) => lowerSolve(factor, row)));
  let variance = 0;
  for (const one of standard)
    for (const other of standard) {
      const pair = product(transpose(one), other);
      const trace = pair.reduce((sum, row, index) => sum + row[index]!, 0);
      variance += trace * trace + product(pair, pair).reduce((sum, row, index) => sum + row[index]!, 0);
    }
  return (q * (q + 1)) / variance;
}

it("the degrees of freedom of HTZ are those of the definition, also where a cluster alone determines a coefficient", () => {
  for (const isAlone of [false, true]) {
    const ids = Array.from({ length: 48 }, (_, index) => Math.floor(index / 4));
    const x = ids.map((id) =>
      Float64Array.from([1, Number(isAlone ? id === 0 : random.next() < 0.3), random.next(), Number(id % 3 === 0)]),
    );
    const bread = choleskyInverse(cholesky(product(transpose(x), x))!);
    const { dfOf } = clusterRobustErrors(
      x.map((row) => [...row]),
      ids.map(() => random.next()),
      bread,
      ids,
    );
    for (const columns of isAlone ? [[2], [3], [2, 3]] : [[1], [1, 2], [1, 2, 3]]) {
      const direct = dfByDefinition(x, bread, ids, columns);
      expect(Math.abs(dfOf(columns)! / direct - 1), `${isAlone} ${columns}`).toBeLessThan(1e-9);
    }
  }
});
