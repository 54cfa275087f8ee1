import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { renderStimulus } from "@/lib/domain/items/stimulus.ts";
import { sayIn } from "@/lib/domain/survey/languages/messages.ts";
import { OpenTextInput } from "./open-text-input.tsx";

describe("the field for an answer in one's own words", () => {
  it("tells its limit in the person's language and lets the browser cut nothing", () => {
    const item = { kind: "open-text", story: { title: "", genre: "", text: "" }, text: "Wo?", options: [] };
    const stimulus = renderStimulus(item, {}).screens.at(-1)!;
    const props = { say: sayIn("de"), stimulus, isSameStory: false, given: {}, problems: [] };
    const html = renderToStaticMarkup(createElement(OpenTextInput, props));
    expect(html).not.toContain("maxLength");
    expect(html).not.toContain("maxlength");
    expect(html).toContain('data-limit="500"');
    expect(html).toContain('aria-describedby="text-limit"');
    expect(html).toContain(`<p class="limit" id="text-limit">${sayIn("de")("limitNote", { limit: 500 })}</p>`);
  });
});
