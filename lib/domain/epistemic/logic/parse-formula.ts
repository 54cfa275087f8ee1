import type { Agent, Formula, Mode } from "./formula.ts";
import type { TokenKind } from "./lex.ts";
import type { TokenCursor } from "./token-cursor.ts";

/**
 * Parses the longest possible formula.
 *
 * `->` and `iff` have the lowest precedence; they share one level and are left-associative. `&` and `|` also share one
 * level and are left-associative, so that `1 | 2 & 3` is `(1|2)&3`. Infix verbs, announcements and `~` apply to the
 * shortest following formula; the prefix words `K`, `Kw`, `Forall` and `Exists` apply to the longest.
 */
export function parseFormula(cursor: TokenCursor): Formula {
  return cursor.nested(() => parseImplications(cursor, parseJunctions(cursor, parseOperand(cursor))));
}

function parseImplications(cursor: TokenCursor, first: Formula): Formula {
  let left = first;
  for (;;) {
    const kind = cursor.accept("->") ? "implies" : cursor.accept("iff") ? "iff" : null;
    if (kind === null) return left;
    left = cursor.built({ kind, left, right: parseJunctions(cursor, parseOperand(cursor)) });
  }
}

/** Parses a sequence of one operator as one connective with many members, so that long conjunctions are not nested. */
function parseJunctions(cursor: TokenCursor, first: Formula): Formula {
  let left = first;
  for (;;) {
    const sign = cursor.peek();
    if (sign !== "&" && sign !== "|") return left;
    const members = [left];
    while (cursor.accept(sign)) members.push(parseOperand(cursor));
    left = cursor.built({ kind: sign === "&" ? "and" : "or", of: members });
  }
}

function parseOperand(cursor: TokenCursor): Formula {
  return cursor.nested(() => cursor.built(parseSingleOperand(cursor)));
}

function parseSingleOperand(cursor: TokenCursor): Formula {
  const kind = cursor.peek();
  switch (kind) {
    case "Top":
    case "Bot":
      cursor.take(kind, "a formula");
      return { kind: kind === "Top" ? "top" : "bottom" };
    case "number":
      return { kind: "atom", atom: Number(cursor.take("number", "an atom").text) };
    case "~":
      cursor.take("~", "~");
      return { kind: "not", of: parseOperand(cursor) };
    case "AND":
    case "OR":
    case "XOR":
    case "ONEOF":
      cursor.take(kind, kind);
      return {
        kind: ({ AND: "and", OR: "or", XOR: "xor", ONEOF: "oneOf" } as const)[kind],
        of: parseFormulaList(cursor),
      };
    case "Forall":
    case "Exists":
      cursor.take(kind, kind);
      return { kind: kind === "Forall" ? "forall" : "exists", atoms: parseNumbers(cursor), of: parseFormula(cursor) };
    case "K":
    case "Kw": {
      cursor.take(kind, kind);
      const agent = cursor.take("name", "an agent").text;
      return { kind: "knows", agent, mode: kind === "K" ? "that" : "whether", of: parseFormula(cursor) };
    }
    case "name":
      return parseKnowledge(cursor);
    case "(":
      cursor.take("(", "(");
      return parseParenthesised(cursor, false);
    case "[":
    case "<":
      return parseAnnouncement(cursor, kind);
    default:
      return cursor.fail("a formula");
  }
}

/** `1, 2, 3`: at least one number. */
export function parseNumbers(cursor: TokenCursor): number[] {
  const numbers: number[] = [];
  do numbers.push(Number(cursor.take("number", "a number").text));
  while (cursor.accept(","));
  return numbers;
}

/** Parses `(F, G, …)` after AND, OR, XOR and ONEOF. */
function parseFormulaList(cursor: TokenCursor): Formula[] {
  cursor.take("(", "( and a list of formulas");
  const members: Formula[] = [];
  do members.push(parseFormula(cursor));
  while (cursor.accept(","));
  cursor.take(")", ", or )");
  return members;
}

/** Parses a formula that begins with a name: `a knows that F`, `a comknow that F` or `a,b comknow that F`. */
function parseKnowledge(cursor: TokenCursor): Formula {
  const agents = parseAgentNames(cursor);
  if (agents.length === 1) {
    if (cursor.accept("knows that"))
      return { kind: "knows", agent: agents[0]!, mode: "that", of: parseOperand(cursor) };
    if (cursor.accept("knows whether")) return parseKnowsWhether(cursor, agents[0]!);
  }
  return parseGroupKnowledge(cursor, agents);
}

/** Parses `a knows whether F`, or `a knows whether (F, G, …)`, which is a conjunction. */
function parseKnowsWhether(cursor: TokenCursor, agent: Agent): Formula {
  if (!cursor.accept("(")) return { kind: "knows", agent, mode: "whether", of: parseOperand(cursor) };
  const content = cursor.nested(() => parseParenthesised(cursor, true));
  if (!Array.isArray(content)) return { kind: "knows", agent, mode: "whether", of: content };
  return { kind: "and", of: content.map((of) => cursor.built({ kind: "knows", agent, mode: "whether", of })) };
}

const groupVerbs: ReadonlyMap<TokenKind, { kind: "commonKnowledge" | "distributedKnowledge"; mode: Mode }> = new Map([
  ["comknow that", { kind: "commonKnowledge", mode: "that" }],
  ["comknow whether", { kind: "commonKnowledge", mode: "whether" }],
  ["distknow that", { kind: "distributedKnowledge", mode: "that" }],
  ["distknow whether", { kind: "distributedKnowledge", mode: "whether" }],
]);

function parseGroupKnowledge(cursor: TokenCursor, agents: Agent[]): Formula {
  const next = cursor.peek();
  const meaning = next === null ? undefined : groupVerbs.get(next);
  if (meaning === undefined) {
    return cursor.fail(agents.length === 1 ? "knows, comknow or distknow" : "comknow or distknow");
  }
  cursor.take(next!, "comknow or distknow");
  return { ...meaning, agents, of: parseOperand(cursor) };
}

function parseAgentNames(cursor: TokenCursor): Agent[] {
  const agents: Agent[] = [];
  do agents.push(cursor.take("name", "an agent").text);
  while (cursor.accept(","));
  return agents;
}

/**
 * Parses the content after an opening parenthesis: a formula, a list of agents as in `(a,b) comknow that F`, or several
 * formulas if `mayBeList` is set. These alternatives differ only after the names, so one function parses all three.
 */
function parseParenthesised(cursor: TokenCursor, mayBeList: false): Formula;
function parseParenthesised(cursor: TokenCursor, mayBeList: true): Formula | Formula[];
function parseParenthesised(cursor: TokenCursor, mayBeList: boolean): Formula | Formula[] {
  let first: Formula;
  if (cursor.peek() === "name" && (cursor.peek(1) === "," || cursor.peek(1) === ")")) {
    const agents = parseAgentNames(cursor);
    if (cursor.accept(")")) return parseGroupKnowledge(cursor, agents);
    first = parseImplications(cursor, parseJunctions(cursor, cursor.built(parseGroupKnowledge(cursor, agents))));
  } else {
    first = parseFormula(cursor);
  }
  if (!mayBeList || cursor.peek() !== ",") {
    cursor.take(")", mayBeList ? ", or )" : ")");
    return first;
  }
  const members = [first];
  while (cursor.accept(",")) members.push(parseFormula(cursor));
  cursor.take(")", ", or )");
  return members;
}

/** Parses `[ ! F ] G`, `[ ?! F ] G`, announcements to a group, and diamonds with angle brackets. */
function parseAnnouncement(cursor: TokenCursor, bracket: "[" | "<"): Formula {
  cursor.take(bracket, bracket);
  const group = cursor.peek() === "name" ? parseAgentNames(cursor) : null;
  const mode = cursor.accept("?") ? "whether" : "that";
  cursor.take("!", group === null && mode === "that" ? "!, ?! or a group of agents" : "!");
  const announced = parseFormula(cursor);
  cursor.take(bracket === "[" ? "]" : ">", bracket === "[" ? "]" : ">");
  const strength = bracket === "[" ? "box" : "diamond";
  return { kind: "announce", strength, mode, group, announced, after: parseOperand(cursor) };
}
