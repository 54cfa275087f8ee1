import { figureTree } from "../../components/testing/figure-tree.ts";
import { likeNamed } from "../../components/testing/like-named.ts";

/**
 * The problems of a page's HTML: a name that is used for two things, or breadcrumbs that do not end with the page.
 * Empty if there are none.
 */
export function findFaults(html: string): string[] {
  const tree = figureTree(html);
  return [...findLostCrumbs(html), ...likeNamed(tree).map((clash) => `has two things under one name: ${clash}`)];
}

function findLostCrumbs(html: string): string[] {
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
