import type { Formula } from "./formula.ts";
import { subformulas } from "./formula.ts";
import type { FormulaToken, TextPosition, TokenKind } from "./lex.ts";

/** Maximum nesting of formulas: deeper ones would overflow the call stack instead of giving an error message. */
export const MAXIMUM_NESTING = 1_000;

/** The parser found an unexpected token, or the end of the text (`found` is null). */
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

/** A formula is nested more than `MAXIMUM_NESTING` deep. */
export class NestingProblem extends Error {}

/** A token list with a position, and the two ways of taking the next token. */
export class TokenCursor {
  private position = 0;
  private openParentheses = 0;
  private readonly depths = new WeakMap<Formula, number>();
  private readonly tokens: readonly FormulaToken[];

  constructor(tokens: readonly FormulaToken[]) {
    this.tokens = tokens;
  }

  /** The kind of the next token, or of a later one; null at the end. */
  peek(ahead = 0): TokenKind | null {
    return this.tokens[this.position + ahead]?.kind ?? null;
  }

  /** Consumes the next token if it is of that kind. */
  accept(kind: TokenKind): boolean {
    if (this.peek() !== kind) return false;
    this.position += 1;
    return true;
  }

  /** Consumes the next token, which must be of that kind; `expected` completes the sentence "expected …". */
  take(kind: TokenKind, expected: string): FormulaToken {
    const token = this.tokens[this.position];
    if (token?.kind !== kind) this.fail(expected);
    this.position += 1;
    return token as FormulaToken;
  }

  fail(expected: string): never {
    throw new SyntaxProblem(this.tokens[this.position] ?? null, expected);
  }

  /** Runs a parser one nesting level deeper, and fails at the maximum depth. */
  nested<Result>(parse: () => Result): Result {
    this.openParentheses += 1;
    if (this.openParentheses > MAXIMUM_NESTING) throw new NestingProblem();
    const result = parse();
    this.openParentheses -= 1;
    return result;
  }

  /** Returns a new formula after checking its depth: long chains such as `1 -> 2 -> 3 …` nest without parentheses. */
  built(formula: Formula): Formula {
    let depth = 1;
    for (const part of subformulas(formula)) depth = Math.max(depth, 1 + (this.depths.get(part) ?? 1));
    if (depth > MAXIMUM_NESTING) throw new NestingProblem();
    this.depths.set(formula, depth);
    return formula;
  }
}
