/** What is wrong with the way through the workspace on a page, read from its HTML; empty where all is well. */
export function findWrongWays(html: string): string[] {
  const crumbs = /<nav aria-label="Breadcrumbs"[^>]*>([\s\S]*?)<\/nav>/.exec(html)?.[1];
  if (crumbs === undefined) return [];
  const here = /<li aria-current="page"[^>]*>([\s\S]*?)<\/li>/.exec(crumbs)?.[1] ?? "";
  return textOf(here) === "" ? ["has breadcrumbs that do not end with its name"] : [];
}

function textOf(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?-->|<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
