import type { Page } from "@playwright/test";
import { SharedWords } from "./shared-words.ts";

/**
 * Colours, sizes and grounds of texts whose contrast axe has found good in this run. It computes the contrast of the
 * same text on the same ground to the same figure on every page, which is most of what it does.
 */
const known = new SharedWords("good-contrast");

/** The same with the elements that prevent axe from judging them, such as a drawing behind a text. */
const unjudged = new SharedWords("unjudged-contrast");

/** More texts than this are looked for faster among all. */
const most = 60;

type Colours = Record<string, Element[]>;

/**
 * The backgrounds of an element's ancestors, and which of them draw or clip overflowing content, from the outermost.
 */
interface Chain {
  key: string;
  around: { element: Element; isGround: boolean; isEdge: boolean }[];
}

/**
 * What axe finds wrong with contrast on a page: every text that can be seen is asked about whose colours and ground have not
 * been found good before, and every text whose ground is not made by its own ancestors alone. The page has axe.
 */
export async function findContrastProblems(page: Page): Promise<string[]> {
  const keys = await page.evaluate(gatherColours);
  const good = known.all();
  const open = keys.filter((key) => !good.has(key));
  if (open.length === 0) return [];
  const answer = await page.evaluate(askAboutContrast, { open, unjudged: [...unjudged.all()], most });
  // If there is a problem, nothing is stored, so that the problem is reported again on the next page.
  if (answer.problems.length > 0) return answer.problems;
  known.add(answer.good);
  unjudged.add(answer.unjudged);
  return [];
}

/**
 * Runs in the page: groups all texts by the styles that determine their contrast, and returns the keys of the groups.
 */
function gatherColours(): string[] {
  const grounds: { element: Element; box: DOMRect }[] = [];
  const chains = new Map<Element | null, Chain>([[null, { key: "", around: [] }]]);
  const chainOf = (element: Element | null): Chain => {
    const chain = chains.get(element);
    if (chain || !element) return chain ?? { key: "", around: [] };
    const above = chainOf(element.parentElement);
    const style = getComputedStyle(element);
    const isGround = style.backgroundColor !== "rgba(0, 0, 0, 0)" || style.backgroundImage !== "none";
    const isEdge = style.overflow !== "visible";
    const own = [
      isGround ? `${style.backgroundColor} ${style.backgroundImage}` : "",
      style.opacity === "1" ? "" : style.opacity,
      style.filter === "none" ? "" : style.filter,
      style.mixBlendMode === "normal" ? "" : style.mixBlendMode,
    ].join("");
    // The ground of the whole window has no edge.
    const isWindow = element === document.body || element === document.documentElement;
    const made = {
      key: own === "" ? above.key : `${above.key}/${own}`,
      around: (isGround || isEdge) && !isWindow ? [...above.around, { element, isGround, isEdge }] : above.around,
    };
    if (isGround && !isWindow && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      grounds.push({ element, box: element.getBoundingClientRect() });
    chains.set(element, made);
    return made;
  };
  // Nothing inside a drawing paints a ground.
  for (const element of document.querySelectorAll("body, body *:not(svg *)")) chainOf(element);
  const isWithin = (box: DOMRect, around: DOMRect) =>
    around.left <= box.left + 1 &&
    around.right >= box.right - 1 &&
    around.top <= box.top + 1 &&
    around.bottom >= box.bottom - 1;
  const isApart = (one: DOMRect, other: DOMRect) =>
    one.left >= other.right || one.right <= other.left || one.top >= other.bottom || one.bottom <= other.top;
  /** Whether only ancestors are behind a text, each behind its whole visible part. */
  const isOwn = (text: Element, around: Chain["around"], box: DOMRect) => {
    let seen = box;
    for (const { element, isGround, isEdge } of [...around].reverse()) {
      const its = element.getBoundingClientRect();
      if (isGround && !isEdge && !isWithin(seen, its)) return false;
      if (isEdge) seen = its;
    }
    return grounds.every(
      ({ element, box: its }) => isApart(box, its) || element.contains(text) || text.contains(element),
    );
  };
  // What no one sees or can use is not judged: closed parts, choices of a list, words for screen readers alone, what waits above the page.
  const isSeen = (element: Element, box: DOMRect) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(":disabled, [aria-disabled=true]") &&
    (box.width > 1 || box.height > 1) &&
    box.right + scrollX > 0 &&
    box.bottom + scrollY > 0;
  const colours: Colours = {};
  const texts = new Set<Element>(document.querySelectorAll("input, select, textarea"));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (walker.currentNode.nodeValue?.trim() && walker.currentNode.parentElement)
      texts.add(walker.currentNode.parentElement);
  let others = 0;
  for (const text of texts) {
    const box = text.getBoundingClientRect();
    if (!isSeen(text, box)) continue;
    const style = getComputedStyle(text);
    const { key: ground, around } = chainOf(text);
    const key = isOwn(text, around, box)
      ? [style.color, style.fontSize, style.fontWeight, style.textShadow, ground].join(" ")
      : `${others++}`;
    colours[key] ??= [];
    colours[key].push(text);
  }
  Object.assign(window, { colours });
  return Object.keys(colours);
}

/**
 * Runs in the page: what axe says about the texts under these keys but those known as unjudged, the keys of which it found
 * one good, and what is unjudged besides.
 */
async function askAboutContrast({ open, unjudged, most }: { open: string[]; unjudged: string[]; most: number }) {
  type Found = { id: string; nodes: { html: string; element: Element; any: { data?: { messageKey?: string } }[] }[] };
  const { axe, colours } = window as unknown as {
    axe: { run(context: object, options: object): Promise<Record<"violations" | "passes" | "incomplete", Found[]>> };
    colours: Colours;
  };
  const isOwn = (key: string) => !/^\d+$/.test(key);
  const keyOf = new Map(open.flatMap((key) => (colours[key] ?? []).map((text) => [text, key] as const)));
  /** A text's key with what else makes axe give up: what is drawn before and after its ancestors, and a single letter. */
  const fullKey = (text: Element) => {
    const drawn: string[] = [];
    for (let at: Element | null = text; at; at = at.parentElement)
      for (const part of ["::before", "::after"]) {
        const style = getComputedStyle(at, part);
        if (style.content === "none" || style.content === "normal") continue;
        drawn.push([style.backgroundColor, style.backgroundImage, style.position, style.height].join(" "));
      }
    return [keyOf.get(text), text.textContent?.trim().length === 1, ...drawn].join(" | ");
  };
  const givenUp = new Set(unjudged);
  const texts = [...keyOf.keys()].filter((text) => !isOwn(keyOf.get(text) ?? "") || !givenUp.has(fullKey(text)));
  if (texts.length === 0) return { problems: [], good: [], unjudged: [] };
  const { violations, passes, incomplete } = await axe.run(
    { exclude: [["iframe"], ["nextjs-portal"]], ...(texts.length > most ? {} : { include: texts }) },
    {
      runOnly: { type: "rule", values: ["color-contrast"] },
      iframes: false,
      resultTypes: ["violations", "passes", "incomplete"],
      elementRef: true,
      selectors: false,
    },
  );
  const passed = new Set(passes.flatMap(({ nodes }) => nodes.map(({ element }) => element)));
  const reasons = ["pseudoContent", "shortTextContent", "bgImage", "bgGradient"];
  const left = incomplete
    .flatMap(({ nodes }) => nodes)
    .filter(({ element, any }) => keyOf.has(element) && reasons.includes(any[0]?.data?.messageKey ?? ""))
    .map(({ element }) => element);
  return {
    problems: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`),
    good: open.filter((key) => isOwn(key) && colours[key]?.some((text) => passed.has(text))),
    unjudged: left.filter((text) => isOwn(keyOf.get(text) ?? "")).map(fullKey),
  };
}
