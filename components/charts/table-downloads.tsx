import { FileLinks } from "./file-links.tsx";

/**
 * Downloads of a table, and the page on which its author chooses its columns and style.
 *
 * @param called distinguishes it from other tables of the page; by default its file's name
 */
export function TableDownloads({
  name,
  called = name,
  fileHref,
  canAdjust = true,
}: {
  name: string;
  called?: string;
  fileHref: (file: string) => string;
  /** False for a table whose columns cannot be chosen. */
  canAdjust?: boolean;
}) {
  const links = [
    { label: "CSV", ending: "csv" },
    { label: "JSONL", ending: "jsonl" },
    { label: "XLSX", ending: "xlsx" },
    { label: "LaTeX", ending: "tex" },
    { label: "Markdown", ending: "md" },
  ].map((link) => ({ ...link, href: fileHref(`${name}.${link.ending}`) }));
  return <FileLinks {...{ name, called, links, canAdjust }} />;
}
