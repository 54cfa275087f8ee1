/** An element of a labelling configuration. */
export interface ConfigTag {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: ConfigTag[];
}

const maxDepth = 50;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Parses a labelling configuration in XML into elements with attributes, without text, DTD or custom entities. Throws
 * RangeError with a description of the problem.
 */
export function readConfigTags(xml: string): ConfigTag {
  const root: ConfigTag = { name: "", attributes: {}, children: [] };
  const openTags = [root];
  const text = xml.replaceAll(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/gu, "");
  if (/<!/u.test(text)) throw new RangeError("has a DTD or CDATA, which a labelling configuration does not need");
  // Style has CSS as text.
  for (const [, closing, name = "", given = "", isEmpty] of text.matchAll(
    /<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/gu,
  )) {
    const parent = openTags.at(-1);
    if (!parent) throw new RangeError(`closes ${name}, which is not open`);
    if (closing) {
      if (parent.name !== name) throw new RangeError(`closes ${name} where ${parent.name || "nothing"} is open`);
      openTags.pop();
      continue;
    }
    const tag = { name, attributes: attributesOf(given), children: [] };
    parent.children.push(tag);
    if (isEmpty) continue;
    if (openTags.length > maxDepth) throw new RangeError(`nests deeper than ${maxDepth} elements`);
    openTags.push(tag);
  }
  if (openTags.length !== 1) throw new RangeError(`does not close ${openTags.at(-1)?.name}`);
  const [outerView] = root.children;
  if (!outerView || root.children.length > 1) throw new RangeError("must have one element, usually View");
  return outerView;
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu)];
  return Object.fromEntries(
    pairs.map(([, name = "", double, single]) => [name, decodeEntities(double ?? single ?? "")]),
  );
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);/giu, (whole, entity: string) => {
    if (!entity.startsWith("#")) return entities[entity] ?? whole;
    const code = entity[1]?.toLowerCase() === "x" ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** All elements of a configuration, outer elements first, each with the elements that contain it. */
export function* allTags(
  tag: ConfigTag,
  around: readonly ConfigTag[] = [],
): Generator<{ tag: ConfigTag; around: readonly ConfigTag[] }> {
  yield { tag, around };
  for (const child of tag.children) yield* allTags(child, [...around, tag]);
}
