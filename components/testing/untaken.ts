import type { FigureNode } from "./figure-tree.ts";
import { plain } from "./figure-tree.ts";

/**
 * Tables and figures of a results page without downloads: those that name no file (`takenAs` of a table,
 * `data-drawn-as` of a figure), and those without links to it as CSV, JSON lines, LaTeX and Markdown, or as SVG, PNG and Vega-Lite.
 * Empty if there are none.
 */
export function untaken(root: FigureNode): string[] {
  const links = new Set(offeredFiles(root));
  const drawn = new Set(
    all(root, ({ tag, children }) => tag === "p" && children.some(({ label }) => label.startsWith("PNG: "))).flatMap(
      ({ children }) => children.flatMap((child) => attribute(child, "download") ?? []),
    ),
  );
  const found: string[] = [];
  walk(root, null, (node, takenAs) => {
    if (node.tag === "table") {
      const caption = node.children.find(({ tag }) => tag === "caption");
      const missing =
        takenAs &&
        missingOf(
          ["csv", "jsonl", "tex", "md"].map((ending) => `${takenAs}.${ending}`),
          links,
        );
      if (missing !== "") found.push(`table “${caption ? wordsOf(caption) : ""}”: ${missing ?? "no file is named"}`);
    }
    if (node.tag === "figure") {
      const names = attribute(node, "data-drawn-as")?.split(" ");
      const missing =
        names &&
        missingOf(
          names.flatMap((name) => [`${name}.svg`, `${name}.vl.json`]),
          drawn,
        );
      if (missing !== "") found.push(`figure “${wordsOf(node).slice(0, 60)}”: ${missing ?? "no file is named"}`);
    }
  });
  return found;
}

/** The files that a page offers, without those that are converted from them on request. */
export function offeredFiles(root: FigureNode): string[] {
  return all(root, ({ tag }) => tag === "a").flatMap((link) => {
    const file = attribute(link, "download");
    return file === null || /\.(png|pdf|xlsx)$/.test(file) ? [] : [file];
  });
}

function missingOf(files: readonly string[], links: ReadonlySet<string>): string {
  const missing = files.filter((file) => !links.has(file));
  return missing.length === 0 ? "" : `no link to ${missing.join(", ")}`;
}

/** Every descendant, with the file name of the nearest table; null if it has none. */
function walk(node: FigureNode, takenAs: string | null, visit: (node: FigureNode, takenAs: string | null) => void) {
  const own = attribute(node, "data-taken-as") ?? takenAs;
  visit(node, own);
  for (const child of node.children) walk(child, own, visit);
}

function all(node: FigureNode, wanted: (node: FigureNode) => boolean): FigureNode[] {
  return [...(wanted(node) ? [node] : []), ...node.children.flatMap((child) => all(child, wanted))];
}

function attribute({ attributes }: FigureNode, name: string): string | null {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? null : plain(value);
}

function wordsOf(node: FigureNode): string {
  return `${node.text} ${node.children.map(wordsOf).join(" ")}`.replaceAll(/\s+/g, " ").trim();
}
