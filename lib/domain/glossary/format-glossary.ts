import type { TermGroup } from "./terms.ts";

/** Formats the glossary as Markdown, the content of `docs/glossary.md`, with one table for each group. */
export function formatGlossary(groups: readonly TermGroup[]): string {
  const sections = groups.map(({ title, terms }) => {
    const rows = terms.map(({ term, meaning }) => `| ${term} | ${meaning} |`);
    return [`## ${title}`, "", "| term | meaning |", "| --- | --- |", ...rows, ""].join("\n");
  });
  return ["# Glossary", "", introduction, "", ...sections].join("\n");
}

const introduction = [
  "One term per concept: code, tables, addresses, screens and documents use these terms. The application shows the same list under",
  "`/help/glossary`. It is written by `npm run glossary` from `lib/domain/glossary/terms.ts`; edit it there.",
].join("\n");
