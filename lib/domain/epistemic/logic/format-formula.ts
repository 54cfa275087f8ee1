import type { Formula } from "./formula.ts";

/** How tightly a formula binds: a loosely binding formula needs parentheses inside a tightly binding one. */
type Tightness = "implication" | "junction" | "operand" | "tail";

/**
 * Formats a formula as SMCDEL text, with as few parentheses as its precedence allows and ASCII signs; parsing the text
 * gives the same formula. Connectives that do not have exactly two members are written `AND (F)`; a connective without
 * members cannot be written in SMCDEL and becomes the constant it equals.
 */
export function formatFormula(formula: Formula): string {
  return formatWithTightness(formula).text;
}

function formatWithTightness(formula: Formula): { text: string; tightness: Tightness } {
  switch (formula.kind) {
    case "top":
      return operand("Top");
    case "bottom":
      return operand("Bot");
    case "atom":
      return operand(String(formula.atom));
    case "not":
      return operand(`~${formatOperand(formula.of)}`);
    case "and":
    case "or": {
      const [first, ...others] = formula.of;
      if (first === undefined) return operand(formula.kind === "and" ? "Top" : "Bot");
      if (others.length === 0) return operand(`${formula.kind === "and" ? "AND" : "OR"} (${formatFormula(first)})`);
      const sign = formula.kind === "and" ? " & " : " | ";
      const start = formatWithTightness(first);
      const opensRun = start.tightness === "junction" && first.kind !== formula.kind;
      const members = [opensRun ? start.text : formatOperand(first), ...others.map(formatOperand)];
      return { text: members.join(sign), tightness: "junction" };
    }
    case "xor":
    case "oneOf":
      if (formula.of.length === 0) return operand("Bot");
      return operand(`${formula.kind === "xor" ? "XOR" : "ONEOF"} (${formula.of.map(formatFormula).join(", ")})`);
    case "implies":
    case "iff": {
      const left = formatWithTightness(formula.left);
      const right = formatWithTightness(formula.right);
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
      return operand(`${formula.agent} knows ${formula.mode} ${formatOperand(formula.of)}`);
    case "commonKnowledge":
    case "distributedKnowledge": {
      const verb = formula.kind === "commonKnowledge" ? "comknow" : "distknow";
      return operand(`(${formula.agents.join(",")}) ${verb} ${formula.mode} ${formatOperand(formula.of)}`);
    }
    case "announce": {
      const group = formula.group === null ? "" : `${formula.group.join(",")} `;
      const announcement = `${group}${formula.mode === "whether" ? "?!" : "!"} ${formatFormula(formula.announced)}`;
      const [open, close] = formula.strength === "box" ? ["[", "]"] : ["<", ">"];
      return operand(`${open} ${announcement} ${close} ${formatOperand(formula.after)}`);
    }
  }
}

function operand(text: string): { text: string; tightness: Tightness } {
  return { text, tightness: "operand" };
}

/** Formats an operand that the parser reads as the shortest formula. */
function formatOperand(formula: Formula): string {
  const { text, tightness } = formatWithTightness(formula);
  return tightness === "operand" ? text : `(${text})`;
}
