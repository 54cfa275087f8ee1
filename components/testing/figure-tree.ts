/** A rendered element, or text in it. */
export interface FigureNode {
  /** The tag in lower case; empty for text. */
  tag: string;
  /** The label of a picture without text. */
  label: string;
  /** The attributes in the order of the markup. */
  attributes: string;
  text: string;
  children: FigureNode[];
}

const empty = new Set(["br", "hr", "img", "input", "link", "meta", "col", "source", "wbr"]);

/** The tree of HTML, as React and browsers write it: every element closed, attributes in double quotation marks. */
export function figureTree(markup: string): FigureNode {
  const root = element("root", "");
  const open = [root];
  const drawn = markup.replaceAll(/<!--.*?-->|<!doctype[^>]*>|<(script|style)\b.*?<\/\1>/gis, "");
  for (const [, close, tag, attributes = "", text] of drawn.matchAll(/<(\/?)([a-z][a-z0-9-]*)([^>]*)>|([^<]+)/gi)) {
    const parent = open.at(-1)!;
    if (text !== undefined) parent.children.push({ ...element("", ""), text: plain(text) });
    else if (close) open.pop();
    else {
      const node = element(tag!.toLowerCase(), attributes);
      parent.children.push(node);
      if (!empty.has(node.tag) && !attributes.endsWith("/")) open.push(node);
    }
  }
  return root;
}

function element(tag: string, attributes: string): FigureNode {
  const label = /\baria-label="([^"]*)"/.exec(attributes)?.[1] ?? "";
  return {
    tag,
    label: plain(label),
    attributes,
    text: "",
    children: [],
  };
}

/** The text of markup without its entities. */
export function plain(text: string): string {
  return text
    .replaceAll("&nbsp;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}
