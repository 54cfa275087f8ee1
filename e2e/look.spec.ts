import { expect, type Page, test } from "@playwright/test";
import { findBlemishes } from "./look.ts";

const show = (page: Page, body: string, style = "") =>
  page.setContent(
    `<!doctype html><html lang="en"><title>A page</title><style>
       body { background: #fff; color: #222 } @media (prefers-color-scheme: dark) { body { background: #222; color: #fff } }
       ${style}</style><main><h1>A page</h1>${body}</main></html>`,
  );
const faint = expect.stringMatching(/color-contrast: <p/);

test("faint text is found wherever it stands, though the same words in the same colours were found good before", {
  tag: "@looks",
}, async ({ page }) => {
  const look = () => findBlemishes(page, [320, 1280]);
  await show(page, "<p>Words</p>");
  expect(await look()).toEqual([]);
  expect(await look()).toEqual([]);
  await show(page, "<p>Words</p>", "p { color: #aaa }");
  expect(await look()).toEqual([faint, faint]);
  expect(await look()).toEqual([faint, faint]);
  await show(page, "<p>Words</p>", "@media (prefers-color-scheme: dark) { p { color: #444 } }");
  expect(await look()).toEqual([faint, faint]);
  await show(page, "<p>Words</p>", "@media (max-width: 400px) { p { opacity: 0.3 } }");
  expect((await look()).map((blemish) => /at 320: color-contrast: <p/.test(blemish))).toEqual([true, true]);
  // The ground is no ancestor of the words.
  const behind = "position: absolute; left: 0; right: 0; height: 9rem; background: #777";
  await show(page, `<div style="${behind}"></div><p style="position: relative; z-index: 1">Words</p>`);
  expect((await look()).length).toBeGreaterThan(0);
  // What may be faint because it cannot be used says nothing about what can.
  const button = (is: string) => show(page, `<button ${is} style="color: #999; background: #bbb">Words</button>`);
  await button("disabled");
  expect(await look()).toEqual([]);
  await button("");
  expect((await look()).length).toBeGreaterThan(0);
  // Nor does what is closed, a single letter, which is not judged, or what is scrolled out of sight.
  const part = (is: string) =>
    show(page, `<details ${is}><summary>More</summary><p>Words</p></details>`, "p { color: #bbb }");
  await part("");
  expect(await look()).toEqual([]);
  await part("open");
  expect((await look()).length).toBeGreaterThan(0);
  const word = (text: string) => show(page, `<p>${text}</p>`, "p { color: #b4b4b4 }");
  await word("W");
  expect(await look()).toEqual([]);
  await word("Words");
  expect((await look()).length).toBeGreaterThan(0);
  const wide = (colour: string) =>
    show(
      page,
      `<div tabindex="0" style="overflow: auto; background: #fff; color: #222">
         <p style="width: 3000px; padding-left: 2000px; color: ${colour}">Words</p></div>`,
    );
  await wide("#222");
  expect(await look()).toEqual([]);
  await wide("#b8b8b8");
  expect((await look()).length).toBeGreaterThan(0);
});

test("a link in text is found where one theme alone keeps it from being told from the words around it", {
  tag: "@looks",
}, async ({ page }) => {
  const dark = (rules: string) => `a { text-decoration: underline } @media (prefers-color-scheme: dark) { ${rules} }`;
  const link = '<p>Words <span><a href="/x">and a link</a></span> in them</p>';
  await show(page, link, dark("a { color: #ddd }"));
  expect(await findBlemishes(page, [320, 1280])).toEqual([]);
  await show(page, link, dark("a { color: #ddd; text-decoration: none }"));
  const blemish = (width: number) => expect.stringContaining(`dark at ${width}: link-in-text-block: <a`);
  expect(await findBlemishes(page, [320, 1280])).toEqual([blemish(320), blemish(1280)]);
});
