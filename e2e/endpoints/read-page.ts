import { figureTree } from "../../components/testing/figure-tree.ts";
import { likeNamed } from "../../components/testing/like-named.ts";

/**
 * What is wrong with a page, read from its HTML: two things under one name, or breadcrumbs that do not end with the page.
 * Empty where all is well.
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
