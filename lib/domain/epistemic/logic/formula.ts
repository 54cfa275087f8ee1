/** An agent's name as written in the text, for example `Agenta`. */
export type Agent = string;

/** `that`: the formula is known to be true. `whether`: it is known to be true or known to be false. */
export type Mode = "that" | "whether";

/**
 * A formula of public-announcement logic with quantifiers over the truth values of atoms.
 *
 * `announce` means: `after` is true once `announced` is announced to `group` (to everyone if `group` is null). If the
 * announcement is impossible because it is false, a box is true and a diamond is false. With mode `whether`, either
 * `announced` or its negation is announced, whichever is true, so that an announcement is always possible.
 */
export type Formula =
  | { kind: "top" }
  | { kind: "bottom" }
  | { kind: "atom"; atom: number }
  | { kind: "not"; of: Formula }
  | { kind: "and" | "or" | "xor" | "oneOf"; of: readonly Formula[] }
  | { kind: "implies" | "iff"; left: Formula; right: Formula }
  | { kind: "forall" | "exists"; atoms: readonly number[]; of: Formula }
  | { kind: "knows"; agent: Agent; mode: Mode; of: Formula }
  | { kind: "commonKnowledge" | "distributedKnowledge"; agents: readonly Agent[]; mode: Mode; of: Formula }
  | {
      kind: "announce";
      strength: "box" | "diamond";
      mode: Mode;
      group: readonly Agent[] | null;
      announced: Formula;
      after: Formula;
    };

/** The formulas directly inside a formula, from left to right. */
export function subformulas(formula: Formula): readonly Formula[] {
  switch (formula.kind) {
    case "top":
    case "bottom":
    case "atom":
      return [];
    case "not":
    case "forall":
    case "exists":
    case "knows":
    case "commonKnowledge":
    case "distributedKnowledge":
      return [formula.of];
    case "and":
    case "or":
    case "xor":
    case "oneOf":
      return formula.of;
    case "implies":
    case "iff":
      return [formula.left, formula.right];
    case "announce":
      return [formula.announced, formula.after];
  }
}

/** All atoms that a formula mentions, including quantified atoms. */
export function atomsIn(formula: Formula): Set<number> {
  const atoms = new Set<number>();
  visit(formula, (part) => {
    if (part.kind === "atom") atoms.add(part.atom);
    if (part.kind === "forall" || part.kind === "exists") for (const atom of part.atoms) atoms.add(atom);
  });
  return atoms;
}

/** All agents that a formula mentions, including members of groups. */
export function agentsIn(formula: Formula): Set<Agent> {
  const agents = new Set<Agent>();
  visit(formula, (part) => {
    if (part.kind === "knows") agents.add(part.agent);
    if (part.kind === "commonKnowledge" || part.kind === "distributedKnowledge") {
      for (const agent of part.agents) agents.add(agent);
    }
    if (part.kind === "announce" && part.group !== null) for (const agent of part.group) agents.add(agent);
  });
  return agents;
}

/** Whether a formula has no knowledge operators and no announcements. Only such a formula can be a law. */
export function isBoolean(formula: Formula): boolean {
  let boolean = true;
  visit(formula, (part) => {
    if (["knows", "commonKnowledge", "distributedKnowledge", "announce"].includes(part.kind)) boolean = false;
  });
  return boolean;
}

function visit(formula: Formula, callback: (part: Formula) => void): void {
  callback(formula);
  for (const part of subformulas(formula)) visit(part, callback);
}
