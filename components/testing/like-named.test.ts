import { describe, expect, it } from "vitest";
import { figureTree } from "./figure-tree.ts";
import { likeNamed } from "./like-named.ts";

const found = (markup: string) => likeNamed(figureTree(markup));
const form = (fields: string, button = "Save") =>
  `<form action="" method="POST"><input type="hidden" name="$ACTION_1:0" value="{&quot;id&quot;:&quot;60ab&quot;}"/>${fields}<button type="submit">${button}</button></form>`;

describe("links and buttons of one name", () => {
  it("may repeat one way, and may not lead to two places", () => {
    expect(found('<p><a href="/a">Open</a> <a href="/a"><span>Open</span></a></p>')).toEqual([]);
    expect(found('<p><a href="/a">Open</a> <a href="/b">Open</a></p>')).toEqual([
      '"Open": leads to /a and leads to /b',
    ]);
  });

  it("may stand once in every row of a list, for the same effect", () => {
    const row = (href: string) => `<li>A thing <a href="${href}">Edit</a></li>`;
    expect(found(`<ul>${row("/things/1/edit")}${row("/things/2/edit")}</ul>`)).toEqual([]);
    expect(found(`<ul>${row("/things?show=1")}${row("/things?show=2")}</ul>`)).toEqual([]);
    expect(found(`<ul>${row("/things/1")}${row("/things/2")}</ul>`)).toEqual([]);
    expect(found(`<ul>${row("/things/1")}${row("/things/edit/2")}</ul>`)).toHaveLength(1);
    expect(found(`<ul>${row("/things")}${row("/people")}</ul>`)).toHaveLength(1);
    expect(found(`<ul>${row("/things/1")}</ul><ul>${row("/things/2")}</ul>`)).toHaveLength(1);
  });

  it("may stand once in each of two navigations that have names", () => {
    const nav = (label: string, href: string) => `<nav aria-label="${label}"><a href="${href}">Results</a></nav>`;
    expect(found(nav("Main", "/results") + nav("Pages of this study", "/studies/1/results"))).toEqual([]);
    expect(found(nav("Main", "/results") + nav("Main", "/studies/1/results"))).toHaveLength(1);
    expect(found(`${nav("Main", "/results")}<a href="/studies/1/results">Results</a>`)).toHaveLength(1);
  });

  it("may send one form and may not send two", () => {
    const id = (value: string) => `<input type="hidden" name="study" value="${value}"/>`;
    expect(found(form(id("1")) + form(id("1")))).toEqual([]);
    expect(found(form(id("1")) + form(id("2")))).toHaveLength(1);
    expect(found(`<table><tbody><tr>${form(id("1"))}</tr><tr>${form(id("2"))}</tr></tbody></table>`)).toEqual([]);
    expect(found(form(id("1")) + form(id("1")).replace("60ab", "60ac"))).toHaveLength(1);
    expect(found(form(id("1"), "Save the plan") + form(id("2"), "Save the links"))).toEqual([]);
  });

  it("are told apart by their label, and by what is out of sight", () => {
    const button = (attributes: string) => `<button type="button" ${attributes}>Remove</button>`;
    expect(found(`<div>${button('id="a"')}${button('id="b"')}</div>`)).toHaveLength(1);
    expect(
      found(`<div>${button('aria-label="Remove the first"')}${button('aria-label="Remove the second"')}</div>`),
    ).toEqual([]);
    expect(found(`<div>${button('id="a"')}<dialog>${button('id="b"')}</dialog></div>`)).toEqual([]);
  });
});
