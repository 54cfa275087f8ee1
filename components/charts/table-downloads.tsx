import { FileLinks } from "./file-links.tsx";

/**
 * Downloads of a table, and a link to the page on which its columns and style can be chosen.
 *
 * @param called distinguishes the table from others on the page; by default the file name
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
