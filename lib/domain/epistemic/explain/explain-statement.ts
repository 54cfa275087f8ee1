import type { Statement } from "../mindgames/problem.ts";
import { statementText } from "../mindgames/verbalize.ts";
import { findIndistinguishable, type SurvivingWorlds } from "./worlds.ts";

/**
 * Why a statement is true or false in a world. For knowledge, `considered` lists the worlds that the person cannot
 * distinguish from it. `parts` has the reasons in the decisive worlds: for "knows that" a counterexample if there is
 * one, for "knows whether" two worlds that disagree. If all worlds agree, it has the reason in the world itself.
 */
export interface StatementReason {
  world: number;
  statement: string;
  holds: boolean;
  /** One sentence, for a reader who knows the names. */
  reason: string;
  /** The person whose knowledge the statement is about; null for a fact. */
  person: number | null;
  considered: number[];
  parts: StatementReason[];
}

/**
 * Creates a function that returns the reason for a statement's truth value in a surviving world. Reasons are cached, so
 * that nested knowledge evaluates each world once instead of once per path.
 */
export function createExplainer(surviving: SurvivingWorlds): (world: number, statement: Statement) => StatementReason {
  const cache = new Map<Statement, Map<number, StatementReason>>();
  function explain(world: number, statement: Statement): StatementReason {
    const reasons = cache.get(statement) ?? new Map<number, StatementReason>();
    cache.set(statement, reasons);
    const cached = reasons.get(world);
    if (cached !== undefined) return cached;
    const why = statement.kind === "fact" ? explainFact(world, statement) : explainKnowledge(world, statement);
    reasons.set(world, why);
    return why;
  }

  function explainFact(world: number, statement: Statement & { kind: "fact" }): StatementReason {
    const { facts, description } = surviving.worlds[world]!;
    const text = statementText(statement, surviving.problem);
    const base = { world, statement: text, person: null, considered: [], parts: [] };
    return { ...base, holds: factHolds(facts, statement), reason: `Here ${description}.` };
  }

  function explainKnowledge(world: number, statement: Statement & { kind: "knows" }): StatementReason {
    const { person, mode, negated, of } = statement;
    const considered = findIndistinguishable(surviving, person, world);
    const reasonHere = explain(world, of);
    const opposite = considered.map((other) => explain(other, of)).find(({ holds }) => holds !== reasonHere.holds);
    const knows = opposite === undefined && (mode === "whether" || reasonHere.holds);
    const text = statementText(statement, surviving.problem);
    const base = { world, statement: text, holds: knows !== negated, person, considered };
    const name = surviving.problem.names[person]!;
    const claim = statementText(of, surviving.problem);
    if (knows) {
      const worldsText = considered.length === 1 ? "the only world" : `each of the ${considered.length} worlds`;
      const reason = `"${claim}" is ${reasonHere.holds} in ${worldsText} that ${name} considers possible.`;
      return { ...base, reason, parts: [reasonHere] };
    }
    // If the claim is false in the world itself, this world is the simplest counterexample to "knows that".
    if (mode === "that" && !reasonHere.holds)
      return { ...base, reason: `"${claim}" is false here.`, parts: [reasonHere] };
    const where = surviving.worlds[opposite!.world]!.description;
    if (mode === "that") {
      const reason = `"${claim}" is false where ${where}, which ${name} cannot rule out.`;
      return { ...base, reason, parts: [opposite!] };
    }
    const reason = `"${claim}" is ${reasonHere.holds} here, but ${!reasonHere.holds} where ${where}, which ${name} cannot rule out.`;
    return { ...base, reason, parts: [reasonHere, opposite!] };
  }

  return explain;
}

function factHolds(facts: readonly boolean[], { subject, negated }: Statement & { kind: "fact" }): boolean {
  switch (subject) {
    case "someone":
      return facts.includes(true);
    case "everyone":
      return !facts.includes(false);
    case "nobody":
      return !facts.includes(true);
    case "not everyone":
      return facts.includes(false);
    default:
      return facts[subject] !== negated;
  }
}
