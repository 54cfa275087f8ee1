import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { createElement, Fragment, type ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { hrefOfLink } from "@/lib/domain/help/help-document.ts";

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>["children"][number];

/** The context of a text: `document` resolves its relative links, and `caption` names its tables. */
interface TextContext {
  document: string;
  caption: string;
  /** All tables of the text in order; the index of a table is part of its caption. */
  tables?: readonly Node[];
}

/** Renders a part of a Markdown document. HTML is omitted, and only links to pages of this application are kept. */
export function DocumentText({ text, ...place }: Omit<TextContext, "tables"> & { text: string }) {
  const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const tables = tree.children.filter(({ type }) => type === "table");
  return <div className="grid grid-cols-1 gap-4">{renderChildren(tree, { ...place, tables })}</div>;
}

/** Renders one line of Markdown, such as a heading, without a block element. */
export function InlineText({ text, ...place }: Omit<TextContext, "tables"> & { text: string }) {
  const [paragraph] = fromMarkdown(text).children;
  return <>{paragraph && renderChildren(paragraph, place)}</>;
}

function renderChildren(node: Node, context: TextContext): ReactNode[] {
  if (!("children" in node)) return [];
  return node.children.map((child, index) => createElement(Fragment, { key: index }, renderNode(child, context)));
}

function renderNode(node: Node, context: TextContext): ReactNode {
  const inside = () => renderChildren(node, context);
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
      const href = hrefOfLink(node.url, context.document);
      return href === null ? inside() : <Link href={href}>{inside()}</Link>;
    }
    case "table": {
      const [head, ...rows] = node.children;
      const index = context.tables?.indexOf(node) ?? 0;
      return (
        <Table caption={index > 0 ? `${context.caption}, table ${index + 1}` : context.caption} isCaptionHidden>
          <thead>{renderRow(Th, head?.children ?? [], context)}</thead>
          {createElement("tbody", null, ...rows.map(({ children }) => renderRow(Td, children, context)))}
        </Table>
      );
    }
    default:
      return inside();
  }
}

function renderRow(Cell: typeof Th | typeof Td, cells: readonly Node[], context: TextContext): ReactNode {
  const cellElements = cells.map((cell) =>
    createElement(Cell, { className: "min-w-32 wrap-anywhere" }, ...renderChildren(cell, context)),
  );
  return createElement("tr", null, ...cellElements);
}
