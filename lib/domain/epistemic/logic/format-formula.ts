import type { Formula } from "./formula.ts";

/** Precedence of a formula: one with low precedence needs parentheses inside one with high precedence. */
type Tightness = "implication" | "junction" | "operand" | "tail";

/**
 * Formats a formula as SMCDEL text, with as few parentheses as its precedence allows and ASCII signs; parsing the text
 * gives the same formula. Connectives that do not have exactly two members are written `AND (F)`; a connective without
 * members cannot be written in SMCDEL and becomes the constant it equals.
 */
export function formatFormula(formula: Formula): string {
  return written(formula).text;
}

function written(formula: Formula): { text: string; tightness: Tightness } {
  switch (formula.kind) {
    case "top":
      return operand("Top");
    case "bottom":
      return operand("Bot");
    case "atom":
      return operand(String(formula.atom));
    case "not":
      return operand(`~${tight(formula.of)}`);
    case "and":
    case "or": {
      const [first, ...others] = formula.of;
      if (first === undefined) return operand(formula.kind === "and" ? "Top" : "Bot");
      if (others.length === 0) return operand(`${formula.kind === "and" ? "AND" : "OR"} (${formatFormula(first)})`);
      const sign = formula.kind === "and" ? " & " : " | ";
      const start = written(first);
      const opensRun = start.tightness === "junction" && first.kind !== formula.kind;
      const members = [opensRun ? start.text : tight(first), ...others.map(tight)];
      return { text: members.join(sign), tightness: "junction" };
    }
    case "xor":
    case "oneOf":
      if (formula.of.length === 0) return operand("Bot");
      return operand(`${formula.kind === "xor" ? "XOR" : "ONEOF"} (${formula.of.map(formatFormula).join(", ")})`);
    case "implies":
    case "iff": {
      const left = written(formula.left);
      const right = written(formula.right);
      const leftText = left.tightness === "tail" ? `(${left.text})` : left.text;
      const rightText =
        right.tightness === "implication" || right.tightness === "tail" ? `(${right.text})` : right.text;
      return {
        text: `${leftText} ${formula.kind === "implies" ? "->" : "iff"} ${rightText}`,
        tightness: "implication",
      };
    }
    case "forall":
    case "exists": {
      const word = formula.kind === "forall" ? "Forall" : "Exists";
      return { text: `${word} ${formula.atoms.join(",")} ${formatFormula(formula.of)}`, tightness: "tail" };
    }
    case "knows":
      return operand(`${formula.agent} knows ${formula.mode} ${tight(formula.of)}`);
    case "commonKnowledge":
    case "distributedKnowledge": {
      const verb = formula.kind === "commonKnowledge" ? "comknow" : "distknow";
      return operand(`(${formula.agents.join(",")}) ${verb} ${formula.mode} ${tight(formula.of)}`);
    }
    case "announce": {
      const group = formula.group === null ? "" : `${formula.group.join(",")} `;
      const said = `${group}${formula.mode === "whether" ? "?!" : "!"} ${formatFormula(formula.announced)}`;
      const [open, close] = formula.strength === "box" ? ["[", "]"] : ["<", ">"];
      return operand(`${open} ${said} ${close} ${tight(formula.after)}`);
    }
  }
}

function operand(text: string): { text: string; tightness: Tightness } {
  return { text, tightness: "operand" };
}

/** Formats an operand that the parser reads as the shortest formula. */
function tight(formula: Formula): string {
  const { text, tightness } = written(formula);
  return tightness === "operand" ? text : `(${text})`;
}
