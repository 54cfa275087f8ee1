import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { formatItemRow } from "@/lib/domain/interchange/format-item-row.ts";
import { readItemRow } from "@/lib/domain/interchange/read-item-row.ts";
import { type Item, type ItemRow, itemContentHash } from "@/lib/domain/items/item.ts";
import { renderPrompt, renderStimulus } from "@/lib/domain/items/stimulus.ts";
import { previewItem } from "@/lib/domain/survey/studies/preview-item.ts";
import { SurveyScreen } from "./survey-screen.tsx";

const source = {
  id: "sum",
  kind: "choice",
  story: { id: "s", title: "", genre: "", text: "**Given** is <script>alert(1)</script> and $a^2$." },
  text: "What is $\\frac{1}{2} + 1$?",
  options: ["$\\frac{3}{2}$", "`2`"],
  gold: 0,
  attributes: {},
};

function read(format: unknown, changes: object = {}): ItemRow {
  const result = readItemRow(JSON.stringify({ ...source, ...changes, ...(format === undefined ? {} : { format }) }));
  if (!result.ok) throw new Error(`${result.field} ${result.message}`);
  return result.row;
}

/** The page of a participant, without a script that could draw anything later. */
function page(item: Item): string {
  return renderToStaticMarkup(
    createElement(SurveyScreen, { view: previewItem(item), targets: { action: "", withdraw: null, hidden: {} } }),
  );
}

describe("an item with Markdown", () => {
  it("is drawn on the server, with formulas as MathML and HTML as text", () => {
    const html = page(read("markdown"));
    expect(html).toContain("<strong>Given</strong>");
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toContain("<script>");
    expect(html.match(/<math /gu)).toHaveLength(3);
    expect(html).toContain("<code>2</code>");
  });

  it("is plain unless it says otherwise, field by field", () => {
    expect(page(read(undefined))).toContain("**Given**");
    expect(page(read("plain"))).not.toContain("<math");
    const html = page(read({ text: "markdown" }));
    expect(html).toContain("**Given**");
    expect(html.match(/<math /gu)).toHaveLength(1);
  });

  it("has another content hash and fingerprint than plain text, and the same prompt", () => {
    const [plain, markdown] = [read(undefined), read("markdown")];
    expect(itemContentHash(plain, plain.attributes)).not.toBe(itemContentHash(markdown, markdown.attributes));
    const [before, after] = [renderStimulus(plain, {}), renderStimulus(markdown, {})];
    expect(after.contentFingerprint).not.toBe(before.contentFingerprint);
    expect(renderStimulus(read("plain"), {}).contentFingerprint).toBe(before.contentFingerprint);
    expect(renderPrompt(markdown, {})).toBe(renderPrompt(plain, {}));
  });

  it("is read back from its own line of a file", () => {
    const row = read({ story: "markdown", options: "markdown" });
    expect(readItemRow(formatItemRow(row))).toEqual({ ok: true, row });
  });

  it("is refused where the format is unknown, or where marks are positions of words", () => {
    expect(() => read("html")).toThrow(/^format must be plain or markdown/);
    expect(() => read(undefined, { attributes: { markdown_fields: "story tale" } })).toThrow(/not "tale"/);
    const marked = { kind: "two-choice", gold: 1 };
    expect(() => read("markdown", marked)).toThrow(/must not name the story/);
    expect(read({ text: "markdown" }, marked).attributes).toEqual({ markdown_fields: "text" });
  });
});
