/** A matrix as an array of rows. */
export type Matrix = Float64Array[];

/** A matrix of zeros. */
export function zeroMatrix(rows: number, columns: number): Matrix {
  return Array.from({ length: rows }, () => new Float64Array(columns));
}

/**
 * The lower Cholesky factor of a symmetric positive definite matrix; only the lower triangle is read. Null if the
 * matrix is not positive definite: a pivot is at most `least` times its diagonal element.
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

/** The x with L L' x = b, where L is a lower Cholesky factor. */
export function choleskySolve(factor: Matrix, right: ArrayLike<number>): Float64Array {
  const solution = lowerSolve(factor, right);
  for (let row = factor.length - 1; row >= 0; row -= 1) {
    let sum = solution[row]!;
    for (let below = row + 1; below < factor.length; below += 1) sum -= factor[below]![row]! * solution[below]!;
    solution[row] = sum / factor[row]![row]!;
  }
  return solution;
}

/** The y with L y = b, where L is lower triangular. */
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

/** The inverse of L L', where L is a lower Cholesky factor. */
export function choleskyInverse(factor: Matrix): Matrix {
  return factor.map((_row, index) => {
    const unit = new Float64Array(factor.length);
    unit[index] = 1;
    return choleskySolve(factor, unit);
  });
}

/**
 * A function of a symmetric matrix: V f(Λ) V' with the eigenvalues Λ and the eigenvectors V, computed by cyclic Jacobi
 * rotations (Golub and Van Loan, 8.5). Intended for small matrices. Does not modify the argument.
 */
export function symmetricFunction(matrix: Matrix, of: (eigenvalue: number) => number): Matrix {
  const size = matrix.length;
  const rotated = matrix.map((row) => Float64Array.from(row));
  const vectors = zeroMatrix(size, size);
  for (let index = 0; index < size; index += 1) vectors[index]![index] = 1;
  for (let sweep = 0; sweep < maxSweeps && offDiagonal(rotated) > 1e-30; sweep += 1)
    for (let p = 0; p < size; p += 1) for (let q = p + 1; q < size; q += 1) rotate(rotated, vectors, p, q);
  const values = rotated.map((row, index) => of(row[index]!));
  return vectors.map((row) =>
    Float64Array.from(vectors, (other) =>
      values.reduce((sum, value, index) => sum + row[index]! * value * other[index]!, 0),
    ),
  );
}

/** The product of two matrices. */
export function product(a: Matrix, b: Matrix): Matrix {
  const width = b[0]!.length;
  return a.map((row) => {
    const sums = new Float64Array(width);
    for (let inner = 0; inner < row.length; inner += 1) {
      const [factor, other] = [row[inner]!, b[inner]!];
      if (factor === 0) continue;
      for (let column = 0; column < width; column += 1) sums[column]! += factor * other[column]!;
    }
    return sums;
  });
}

/**
 * The C with C C' = A for a symmetric positive semidefinite matrix A: the Cholesky factor with pivoting, which has as
 * many columns as the rank of A. The pivot is the diagonal element with the largest remaining share. A share of at most
 * `least` counts as 0.
 */
export function semidefiniteRoot(matrix: Matrix, least = 1e-14): Matrix {
  const size = matrix.length;
  const remainder = matrix.map((row) => Float64Array.from(row));
  const shareOf = (index: number) => {
    const whole = matrix[index]![index]!;
    return whole > 0 ? remainder[index]![index]! / whole : 0;
  };
  const columns: Float64Array[] = [];
  while (columns.length < size) {
    const pivot = remainder.reduce((best, _row, index) => (shareOf(index) > shareOf(best) ? index : best), 0);
    if (!(shareOf(pivot) > least)) break;
    const height = remainder[pivot]![pivot]!;
    const column = remainder[pivot]!.map((value) => value / Math.sqrt(height));
    columns.push(column);
    for (const [index, row] of remainder.entries())
      for (let other = 0; other < size; other += 1) row[other]! -= column[index]! * column[other]!;
    for (let index = 0; index < size; index += 1) {
      remainder[pivot]![index] = 0;
      remainder[index]![pivot] = 0;
    }
  }
  return columns.length === 0 ? zeroMatrix(size, 0) : transpose(columns);
}

/** The transpose. */
export function transpose(matrix: Matrix): Matrix {
  return Array.from(matrix[0]!, (_, column) => Float64Array.from(matrix, (row) => row[column]!));
}

const maxSweeps = 60;

function offDiagonal(matrix: Matrix): number {
  let sum = 0;
  for (const [index, row] of matrix.entries())
    for (let column = 0; column < row.length; column += 1) if (column !== index) sum += row[column]! * row[column]!;
  return sum;
}

/** Rotates the plane of two coordinates so that the element between them becomes zero. */
function rotate(matrix: Matrix, vectors: Matrix, p: number, q: number): void {
  const between = matrix[p]![q]!;
  if (between === 0) return;
  const ratio = (matrix[q]![q]! - matrix[p]![p]!) / (2 * between);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.hypot(1, ratio));
  const cosine = 1 / Math.hypot(1, tangent);
  const sine = tangent * cosine;
  for (let index = 0; index < matrix.length; index += 1) {
    rotatePair(matrix[index]!, p, q, cosine, sine);
    rotatePair(vectors[index]!, p, q, cosine, sine);
  }
  const [first, second] = [matrix[p]!, matrix[q]!];
  for (let column = 0; column < first.length; column += 1) {
    const one = first[column]!;
    const other = second[column]!;
    first[column] = cosine * one - sine * other;
    second[column] = sine * one + cosine * other;
  }
}

function rotatePair(row: Float64Array, p: number, q: number, cosine: number, sine: number): void {
  const one = row[p]!;
  const other = row[q]!;
  row[p] = cosine * one - sine * other;
  row[q] = sine * one + cosine * other;
}

/** ln det of L L', where L is a lower Cholesky factor. */
export function logDeterminant(factor: Matrix): number {
  return 2 * factor.reduce((sum, row, index) => sum + Math.log(row[index]!), 0);
}
