import type { FigureNode } from "./figure-tree.ts";

/** Numbers in a text: "70.3%", "1,234" and the 4 of "gpt-4" are one each. */
export function countNumbers(text: string): number {
  return text.match(/\d+(?:[.,]\d+)*/gu)?.length ?? 0;
}

/** The first element with this tag; null if there is none. */
export function findElement(node: FigureNode, tag: string): FigureNode | null {
  if (node.tag === tag) return node;
  for (const child of node.children) {
    const found = findElement(child, tag);
    if (found) return found;
  }
  return null;
}

/** The text that is visible initially: without closed parts, drawings, and options of a list. */
export function visibleText(node: FigureNode): string {
  if (node.tag === "") return node.text;
  if (["svg", "option", "script", "style"].includes(node.tag)) return "";
  if (/\bclass="[^"]*\bsr-only\b/.test(node.attributes)) return "";
  const isClosed = node.tag === "details" && !/\bopen(?:=|\s|$)/.test(node.attributes);
  const children = isClosed ? node.children.filter(({ tag }) => tag === "summary") : node.children;
  return children.map(visibleText).join(" ");
}
