import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { createElement, Fragment, type ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { hrefOfLink } from "@/lib/domain/help/help-document.ts";

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>["children"][number];

/** The context of a text: the document to which its relative links refer, and the caption of its tables. */
interface TextContext {
  document: string;
  caption: string;
  /** The tables of the text in order, because each table is captioned by its index. */
  tables?: readonly Node[];
}

/** Renders a part of a Markdown document. HTML is not shown, and only links to served pages are kept. */
export function DocumentText({ text, ...place }: Omit<TextContext, "tables"> & { text: string }) {
  const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const tables = tree.children.filter(({ type }) => type === "table");
  return <div className="grid grid-cols-1 gap-4">{childrenOf(tree, { ...place, tables })}</div>;
}

/** Renders Markdown of one line, such as a heading, without a block element. */
export function InlineText({ text, ...place }: Omit<TextContext, "tables"> & { text: string }) {
  const [paragraph] = fromMarkdown(text).children;
  return <>{paragraph && childrenOf(paragraph, place)}</>;
}

function childrenOf(node: Node, place: TextContext): ReactNode[] {
  if (!("children" in node)) return [];
  return node.children.map((child, index) => createElement(Fragment, { key: index }, nodeOf(child, place)));
}

function nodeOf(node: Node, place: TextContext): ReactNode {
  const inside = () => childrenOf(node, place);
  switch (node.type) {
    case "text":
      return node.value;
    case "html":
      return null;
    case "paragraph":
      return <p className="max-w-measure wrap-anywhere">{inside()}</p>;
    case "heading":
      return <h4 className="font-semibold">{inside()}</h4>;
    case "list":
      return createElement(
        node.ordered ? "ol" : "ul",
        { className: `grid max-w-measure gap-2 pl-6 ${node.ordered ? "list-decimal" : "list-disc"}` },
        ...inside(),
      );
    case "listItem":
      return <li className="wrap-anywhere [&>p+p]:mt-2">{inside()}</li>;
    case "blockquote":
      return <blockquote className="border-l-3 border-edge pl-4">{inside()}</blockquote>;
    case "emphasis":
      return <em>{inside()}</em>;
    case "strong":
      return <strong>{inside()}</strong>;
    case "inlineCode":
      return <code className="text-[0.92em] wrap-anywhere">{node.value}</code>;
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable with the keyboard.
        <pre tabIndex={0} className="overflow-x-auto rounded-md border border-rule bg-sunken px-4 py-3 text-sm">
          <code>{node.value}</code>
        </pre>
      );
    case "break":
      return <br />;
    case "thematicBreak":
      return <hr />;
    case "link": {
      const href = hrefOfLink(node.url, place.document);
      return href === null ? inside() : <Link href={href}>{inside()}</Link>;
    }
    case "table": {
      const [head, ...rows] = node.children;
      const index = place.tables?.indexOf(node) ?? 0;
      return (
        <Table caption={index > 0 ? `${place.caption}, table ${index + 1}` : place.caption} isCaptionHidden>
          <thead>{rowOf(Th, head?.children ?? [], place)}</thead>
          {createElement("tbody", null, ...rows.map(({ children }) => rowOf(Td, children, place)))}
        </Table>
      );
    }
    default:
      return inside();
  }
}

function rowOf(Cell: typeof Th | typeof Td, cells: readonly Node[], place: TextContext): ReactNode {
  const drawn = cells.map((cell) =>
    createElement(Cell, { className: "min-w-32 wrap-anywhere" }, ...childrenOf(cell, place)),
  );
  return createElement("tr", null, ...drawn);
}
