import { FileLinks } from "./file-links.tsx";

/**
 * Downloads of a table, and a link to the page that adjusts its columns and style.
 *
 * @param called a label that distinguishes this table on the page; by default the file name
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
  /** False if the columns of the table cannot be selected. */
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
