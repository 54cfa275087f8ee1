/** What is wrong with the way through the workspace on a page, read from its HTML; empty where all is well. */
export function findWrongWays(html: string): string[] {
  const wrong: string[] = [];
  const crumbs = /<nav aria-label="Breadcrumbs"[^>]*>([\s\S]*?)<\/nav>/.exec(html)?.[1];
  const here = crumbs && /<li aria-current="page"[^>]*>([\s\S]*?)<\/li><\/ol>/.exec(crumbs)?.[1];
  if (crumbs !== undefined && textOf(here ?? "") === "") wrong.push("has breadcrumbs that do not end with its name");
  return [...wrong, ...findTwins(html)];
}

/** Links of the content that are called the same and lead to different pages. */
function findTwins(html: string): string[] {
  const main = /<main\b[\s\S]*<\/main>/.exec(html)?.[0].replaceAll(/<nav\b[\s\S]*?<\/nav>/g, "") ?? "";
  const targets = new Map<string, Set<string>>();
  for (const [, attributes = "", inside = ""] of main.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)) {
    const name = /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? textOf(inside);
    const href = /href="([^"]*)"/.exec(attributes)?.[1];
    if (name && href) targets.set(name, (targets.get(name) ?? new Set()).add(href));
  }
  return [...targets]
    .filter(([, hrefs]) => hrefs.size > 1)
    .map(([name, hrefs]) => `has links called "${name}" to ${[...hrefs].slice(0, 3).join(" and ")}`);
}

function textOf(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?-->|<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
