import type { Formula } from "./formula.ts";
import { subformulas } from "./formula.ts";
import type { FormulaToken, TextPosition, TokenKind } from "./lex.ts";

/** Maximum nesting of formulas. Deeper nesting would overflow the call stack instead of giving an error message. */
export const MAXIMUM_NESTING = 1_000;

/** Thrown if the parser finds an unexpected token, or the end of the text (`found` is null). */
export class SyntaxProblem extends Error {
  readonly found: FormulaToken | null;
  readonly expected: string;

  constructor(found: FormulaToken | null, expected: string) {
    super(`expected ${expected}`);
    this.found = found;
    this.expected = expected;
  }

  /** SMCDEL reports an unexpected end of the input at line 1, column 1. */
  get place(): TextPosition {
    return this.found === null ? { line: 1, column: 1 } : { line: this.found.line, column: this.found.column };
  }
}

/** Thrown if a formula is nested more than `MAXIMUM_NESTING` levels deep. */
export class NestingProblem extends Error {}

/** A list of tokens with a current position. */
export class TokenCursor {
  private position = 0;
  private openParentheses = 0;
  private readonly depths = new WeakMap<Formula, number>();
  private readonly tokens: readonly FormulaToken[];

  constructor(tokens: readonly FormulaToken[]) {
    this.tokens = tokens;
  }

  /** The kind of the next token, or of a token after it; null at the end. */
  peek(ahead = 0): TokenKind | null {
    return this.tokens[this.position + ahead]?.kind ?? null;
  }

  /** Consumes the next token if it has this kind. */
  accept(kind: TokenKind): boolean {
    if (this.peek() !== kind) return false;
    this.position += 1;
    return true;
  }

  /** Consumes the next token, which must have this kind. `expected` completes the sentence "expected …". */
  take(kind: TokenKind, expected: string): FormulaToken {
    const token = this.tokens[this.position];
    if (token?.kind !== kind) this.fail(expected);
    this.position += 1;
    return token as FormulaToken;
  }

  fail(expected: string): never {
    throw new SyntaxProblem(this.tokens[this.position] ?? null, expected);
  }

  /** Runs a parser one nesting level deeper; throws beyond the maximum depth. */
  nested<Result>(parse: () => Result): Result {
    this.openParentheses += 1;
    if (this.openParentheses > MAXIMUM_NESTING) throw new NestingProblem();
    const result = parse();
    this.openParentheses -= 1;
    return result;
  }

  /** Checks the depth of a new formula and returns it. Long chains such as `1 -> 2 -> 3 …` nest without parentheses. */
  built(formula: Formula): Formula {
    let depth = 1;
    for (const part of subformulas(formula)) depth = Math.max(depth, 1 + (this.depths.get(part) ?? 1));
    if (depth > MAXIMUM_NESTING) throw new NestingProblem();
    this.depths.set(formula, depth);
    return formula;
  }
}
