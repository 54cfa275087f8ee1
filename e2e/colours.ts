import type { Page } from "@playwright/test";

/**
 * Colours, sizes and grounds of texts whose contrast axe has found good in this process. It computes the contrast of the
 * same text on the same ground to the same figure on every page, which is most of what it does.
 */
const known = new Set<string>();

/** More texts than this are looked for faster among all. */
const most = 60;

type Colours = Record<string, Element[]>;

/** What the ancestors of an element put behind it, from the outermost, and which of them. */
interface Chain {
  key: string;
  grounds: Element[];
}

/**
 * What axe finds wrong with contrast on a page: every text is asked about whose colours and ground have not been found good
 * before, and every text whose ground is not made by its own ancestors alone. The page has axe.
 */
export async function findContrastProblems(page: Page): Promise<string[]> {
  const keys = await page.evaluate(gatherColours);
  const open = keys.filter((key) => !known.has(key));
  if (open.length === 0) return [];
  const { problems, good } = await page.evaluate(askAboutContrast, { open, most });
  // Where something is wrong nothing is learnt: it is to be said again on the next page.
  if (problems.length === 0) for (const key of good) known.add(key);
  return problems;
}

/** Runs in the page: puts every text under what its contrast depends on, and names these keys. */
function gatherColours(): string[] {
  const grounds: { element: Element; box: DOMRect }[] = [];
  const chains = new Map<Element | null, Chain>([[null, { key: "", grounds: [] }]]);
  const chainOf = (element: Element | null): Chain => {
    const chain = chains.get(element);
    if (chain || !element) return chain ?? { key: "", grounds: [] };
    const above = chainOf(element.parentElement);
    const style = getComputedStyle(element);
    const isGround = style.backgroundColor !== "rgba(0, 0, 0, 0)" || style.backgroundImage !== "none";
    const own = [
      isGround ? `${style.backgroundColor} ${style.backgroundImage}` : "",
      style.opacity === "1" ? "" : style.opacity,
      style.filter === "none" ? "" : style.filter,
      style.mixBlendMode === "normal" ? "" : style.mixBlendMode,
    ].join("");
    const made = {
      key: own === "" ? above.key : `${above.key}/${own}`,
      grounds: isGround ? [...above.grounds, element] : above.grounds,
    };
    // The ground of the whole window has no edge.
    if (isGround && element !== document.body && element !== document.documentElement)
      grounds.push({ element, box: element.getBoundingClientRect() });
    chains.set(element, made);
    return made;
  };
  for (const element of document.querySelectorAll("body, body *")) chainOf(element);
  const boxes = new Map(grounds.map(({ element, box }) => [element, box]));
  const isOwn = (element: Element, own: readonly Element[], box: DOMRect) =>
    own.every((ground) => {
      const around = boxes.get(ground);
      return (
        !around ||
        (around.left <= box.left + 1 &&
          around.right >= box.right - 1 &&
          around.top <= box.top + 1 &&
          around.bottom >= box.bottom - 1)
      );
    }) &&
    grounds.every(
      ({ element: other, box: its }) =>
        its.left >= box.right ||
        its.right <= box.left ||
        its.top >= box.bottom ||
        its.bottom <= box.top ||
        other.contains(element) ||
        element.contains(other),
    );
  const colours: Colours = {};
  const texts = new Set<Element>(document.querySelectorAll("input, select, textarea"));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (walker.currentNode.nodeValue?.trim() && walker.currentNode.parentElement)
      texts.add(walker.currentNode.parentElement);
  let others = 0;
  for (const text of texts) {
    const style = getComputedStyle(text);
    const chain = chainOf(text);
    const key = isOwn(text, chain.grounds, text.getBoundingClientRect())
      ? [style.color, style.fontSize, style.fontWeight, style.textShadow, chain.key].join(" ")
      : `${others++}`;
    colours[key] ??= [];
    colours[key].push(text);
  }
  Object.assign(window, { colours });
  return Object.keys(colours);
}

/** Runs in the page: what axe says about the texts under these keys, and the keys of which it found one good. */
async function askAboutContrast({ open, most }: { open: string[]; most: number }) {
  const { axe, colours } = window as unknown as {
    axe: {
      run(
        context: object,
        options: object,
      ): Promise<Record<"violations" | "passes", { id: string; nodes: { html: string; element: Element }[] }[]>>;
    };
    colours: Colours;
  };
  const texts = open.flatMap((key) => colours[key] ?? []);
  const { violations, passes } = await axe.run(
    { exclude: [["iframe"], ["nextjs-portal"]], ...(texts.length > most ? {} : { include: texts }) },
    {
      runOnly: { type: "rule", values: ["color-contrast"] },
      iframes: false,
      resultTypes: ["violations", "passes"],
      elementRef: true,
      selectors: false,
    },
  );
  const passed = new Set(passes.flatMap(({ nodes }) => nodes.map(({ element }) => element)));
  return {
    problems: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`),
    good: open.filter((key) => !/^\d+$/.test(key) && colours[key]?.some((text) => passed.has(text))),
  };
}
