/** A square or rectangular matrix, row by row. */
export type Matrix = Float64Array[];

/** A matrix of zeros. */
export function zeroMatrix(rows: number, columns: number): Matrix {
  return Array.from({ length: rows }, () => new Float64Array(columns));
}

/**
 * The lower Cholesky factor of a symmetric positive definite matrix, of which only the lower triangle is read; null when
 * it is not positive definite (a pivot falls to `least` of its diagonal or below).
 */
export function cholesky(matrix: Matrix, least = 0): Matrix | null {
  const size = matrix.length;
  const factor = zeroMatrix(size, size);
  for (let row = 0; row < size; row += 1) {
    const ofRow = factor[row]!;
    for (let column = 0; column <= row; column += 1) {
      const ofColumn = factor[column]!;
      let sum = matrix[row]![column]!;
      for (let inner = 0; inner < column; inner += 1) sum -= ofRow[inner]! * ofColumn[inner]!;
      if (column < row) ofRow[column] = sum / ofColumn[column]!;
      else if (sum > least * matrix[row]![row]! && sum > 0) ofRow[row] = Math.sqrt(sum);
      else return null;
    }
  }
  return factor;
}

/** x with L L' x = b, for a lower Cholesky factor L. */
export function choleskySolve(factor: Matrix, right: ArrayLike<number>): Float64Array {
  const solution = lowerSolve(factor, right);
  for (let row = factor.length - 1; row >= 0; row -= 1) {
    let sum = solution[row]!;
    for (let below = row + 1; below < factor.length; below += 1) sum -= factor[below]![row]! * solution[below]!;
    solution[row] = sum / factor[row]![row]!;
  }
  return solution;
}

/** y with L y = b, for a lower triangular L. */
export function lowerSolve(factor: Matrix, right: ArrayLike<number>): Float64Array {
  const solution = Float64Array.from(right);
  for (let row = 0; row < factor.length; row += 1) {
    const ofRow = factor[row]!;
    let sum = solution[row]!;
    for (let column = 0; column < row; column += 1) sum -= ofRow[column]! * solution[column]!;
    solution[row] = sum / ofRow[row]!;
  }
  return solution;
}

/** The inverse of L L', for a lower Cholesky factor L. */
export function choleskyInverse(factor: Matrix): Matrix {
  return factor.map((_row, index) => {
    const unit = new Float64Array(factor.length);
    unit[index] = 1;
    return choleskySolve(factor, unit);
  });
}

/** ln det of L L', for a lower Cholesky factor L. */
export function logDeterminant(factor: Matrix): number {
  return 2 * factor.reduce((sum, row, index) => sum + Math.log(row[index]!), 0);
}
