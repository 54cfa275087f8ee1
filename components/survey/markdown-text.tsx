import katex from "katex";
import { fromMarkdown } from "mdast-util-from-markdown";
import { mathFromMarkdown } from "mdast-util-math";
import { math } from "micromark-extension-math";
import { createElement, Fragment, type ReactNode } from "react";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { studyText } from "./study-text.ts";

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>["children"][number];

/**
 * Renders a subset of Markdown: paragraphs, headings, lists, quotations, emphasis, code, line breaks and LaTeX
 * formulas, which become MathML. HTML is shown as text, a link as its text, and an image as its alternative text, so
 * that nothing is requested from other servers.
 */
export function MarkdownText({ text, say, className = "story-text" }: MarkdownProps & { className?: string }) {
  return (
    <div className={`${className} markdown`} {...(say ? studyText(say, text) : { dir: "auto" })}>
      {renderChildren(parse(text))}
    </div>
  );
}

/** Renders Markdown within a line, such as the label of an option. Several blocks are shown in one line. */
export function MarkdownLine({ text, say }: MarkdownProps) {
  return (
    <span {...(say ? studyText(say, text) : { dir: "auto" })}>
      {parse(text).children.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a fixed text never change their order
        <Fragment key={index}>
          {index > 0 && <br />}
          {block.type === "paragraph" || block.type === "heading" ? renderChildren(block) : renderInline(block)}
        </Fragment>
      ))}
    </span>
  );
}

interface MarkdownProps {
  text: string;
  /** Set for a text of the study: its language is declared if the surrounding text has another language. */
  say?: Say;
}

function parse(text: string) {
  return fromMarkdown(text, { extensions: [math()], mdastExtensions: [mathFromMarkdown()] });
}

/** Renders a block within a line. A block that a line cannot contain is shown as source text. */
function renderInline(node: Node): ReactNode {
  if (node.type === "math") return <Formula latex={node.value} isBlock={false} />;
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(renderInline) : null;
}

function renderChildren(node: Node): ReactNode[] {
  if (!("children" in node)) return [];
  return node.children.map((child, index) => createElement(Fragment, { key: index }, renderNode(child)));
}

function renderNode(node: Node): ReactNode {
  switch (node.type) {
    case "text":
    case "html":
      return node.value;
    case "paragraph":
      return <p>{renderChildren(node)}</p>;
    case "heading":
      // The page has headings of its own above.
      return createElement(`h${Math.min(6, node.depth + 2)}`, null, ...renderChildren(node));
    case "list":
      return createElement(
        node.ordered ? "ol" : "ul",
        node.ordered ? { start: node.start ?? 1 } : null,
        ...renderChildren(node),
      );
    case "listItem":
      return <li>{renderChildren(node)}</li>;
    case "blockquote":
      return <blockquote>{renderChildren(node)}</blockquote>;
    case "emphasis":
      return <em>{renderChildren(node)}</em>;
    case "strong":
      return <strong>{renderChildren(node)}</strong>;
    case "inlineCode":
      return <code>{node.value}</code>;
    case "code":
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case "break":
      return <br />;
    case "thematicBreak":
      return <hr />;
    case "image":
      return node.alt;
    case "inlineMath":
      return <Formula latex={node.value} isBlock={false} />;
    case "math":
      return <Formula latex={node.value} isBlock />;
    default:
      return renderChildren(node);
  }
}

/** A formula as MathML, which the browser renders. An invalid formula is shown as source text. */
function Formula({ latex, isBlock }: { latex: string; isBlock: boolean }) {
  const html = katex.renderToString(latex, {
    output: "mathml",
    displayMode: isBlock,
    throwOnError: false,
    // Disables commands that load, link or name anything.
    trust: false,
    maxExpand: 200,
    maxSize: 20,
  });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX escapes every text of its own MathML
  return <span className={isBlock ? "formula-block" : "formula"} dangerouslySetInnerHTML={{ __html: html }} />;
}
