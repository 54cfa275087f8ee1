import type { Formula } from "./formula.ts";

/** How tightly a formula binds. A loosely binding formula needs parentheses inside a tightly binding one. */
type Tightness = "implication" | "junction" | "operand" | "tail";

/**
 * Formats a formula as SMCDEL text with ASCII signs and as few parentheses as possible; parsing the text gives the same
 * formula. Connectives with other than two members are written `AND (F)`. SMCDEL has no connectives without members;
 * such a connective becomes its constant value.
 */
export function formatFormula(formula: Formula): string {
  return formatWithTightness(formula).text;
}

function formatWithTightness(formula: Formula): { text: string; tightness: Tightness } {
  switch (formula.kind) {
    case "top":
      return toOperand("Top");
    case "bottom":
      return toOperand("Bot");
    case "atom":
      return toOperand(String(formula.atom));
    case "not":
      return toOperand(`~${formatOperand(formula.of)}`);
    case "and":
    case "or": {
      const [first, ...others] = formula.of;
      if (first === undefined) return toOperand(formula.kind === "and" ? "Top" : "Bot");
      if (others.length === 0) return toOperand(`${formula.kind === "and" ? "AND" : "OR"} (${formatFormula(first)})`);
      const sign = formula.kind === "and" ? " & " : " | ";
      const start = formatWithTightness(first);
      const needsNoParentheses = start.tightness === "junction" && first.kind !== formula.kind;
      const members = [needsNoParentheses ? start.text : formatOperand(first), ...others.map(formatOperand)];
      return { text: members.join(sign), tightness: "junction" };
    }
    case "xor":
    case "oneOf":
      if (formula.of.length === 0) return toOperand("Bot");
      return toOperand(`${formula.kind === "xor" ? "XOR" : "ONEOF"} (${formula.of.map(formatFormula).join(", ")})`);
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
      return toOperand(`${formula.agent} knows ${formula.mode} ${formatOperand(formula.of)}`);
    case "commonKnowledge":
    case "distributedKnowledge": {
      const verb = formula.kind === "commonKnowledge" ? "comknow" : "distknow";
      return toOperand(`(${formula.agents.join(",")}) ${verb} ${formula.mode} ${formatOperand(formula.of)}`);
    }
    case "announce": {
      const group = formula.group === null ? "" : `${formula.group.join(",")} `;
      const announcement = `${group}${formula.mode === "whether" ? "?!" : "!"} ${formatFormula(formula.announced)}`;
      const [open, close] = formula.strength === "box" ? ["[", "]"] : ["<", ">"];
      return toOperand(`${open} ${announcement} ${close} ${formatOperand(formula.after)}`);
    }
  }
}

function toOperand(text: string): { text: string; tightness: Tightness } {
  return { text, tightness: "operand" };
}

/** Formats an operand that the parser reads as the shortest formula. */
function formatOperand(formula: Formula): string {
  const { text, tightness } = formatWithTightness(formula);
  return tightness === "operand" ? text : `(${text})`;
}
