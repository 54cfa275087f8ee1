import { slugify } from "../slug.ts";

/** A document of the folder `docs`, in sections. */
export interface HelpDocument {
  /** The name of the file without its extension, and the last part of the address. */
  name: string;
  title: string;
  /** The text before the first section, as Markdown. */
  lead: string;
  sections: HelpSection[];
}

/** A part of a document below one heading. */
export interface HelpSection {
  /** The fragment of the section's address; unique in the document. */
  id: string;
  title: string;
  /** 2 or 3. */
  level: number;
  /** The Markdown below the heading, up to the next heading. */
  text: string;
}

/**
 * The documents that the application serves, in the order in which they are listed. The glossary has a separate page.
 */
export const helpDocuments = [
  "stories",
  "annotation",
  "beliefs",
  "epistemic",
  "statistics",
  "formats",
  "operating",
  "sign-in",
  "scale",
  "proof",
  "architecture",
] as const;

/** The fragment of a heading. */
export function headingId(title: string): string {
  return slugify(title.replaceAll("`", ""), 100);
}

/** Splits the source of a document at its headings of level 2 and 3. Lines inside code blocks are not headings. */
export function splitDocument(name: string, source: string): HelpDocument {
  const document: HelpDocument = { name, title: name, lead: "", sections: [] };
  let isCode = false;
  for (const line of source.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const [, marks, title] = (!isCode && /^(#{1,3}) (.+)$/.exec(line)) || [];
    if (marks === "#") document.title = title!;
    else if (marks) document.sections.push({ id: headingId(title!), title: title!, level: marks.length, text: "" });
    else {
      const last = document.sections.at(-1);
      if (last) last.text += `${line}\n`;
      else document.lead += `${line}\n`;
    }
  }
  return document;
}

/**
 * The address in the application for a link in a document; null if the link leads to a file that is not served, such as
 * source code.
 */
export function hrefOfLink(target: string, from: string): string | null {
  if (/^https?:/.test(target)) return target;
  const [path = "", fragment] = target.split("#");
  const hash = fragment ? `#${fragment}` : "";
  if (path === "") return `/help/${from}${hash}`;
  const name = /^(?:\.\/)?([a-z-]+)\.md$/.exec(path)?.[1];
  if (name === "glossary") return `/help/glossary${hash}`;
  return helpDocuments.some((one) => one === name) ? `/help/${name}${hash}` : null;
}

/** A section that contains a text. */
export interface HelpHit {
  label: string;
  detail: string;
  href: string;
}

/** Finds sections whose title contains the text, then sections whose body contains it. */
export function findSections(documents: readonly HelpDocument[], text: string, maximum: number): HelpHit[] {
  const searchText = text.toLowerCase();
  const allSections = documents.flatMap(({ name, title, sections }) =>
    sections.map((section) => ({
      section,
      hit: { label: section.title, detail: title, href: `/help/${name}#${section.id}` },
    })),
  );
  const inTitle = allSections.filter(({ section }) => section.title.toLowerCase().includes(searchText));
  const inText = allSections.filter(
    ({ section }) =>
      !section.title.toLowerCase().includes(searchText) && section.text.toLowerCase().includes(searchText),
  );
  return [...inTitle, ...inText].slice(0, maximum).map(({ hit }) => hit);
}
