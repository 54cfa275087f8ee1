import { describe, expect, it } from "vitest";
import { readSuppliedStories } from "./supplied-stories.ts";

describe("stories brought along", () => {
  it("are cut at lines of dashes, each with what its head says of it", () => {
    const text =
      "Title: The Mill\r\nAuthor: A. Miller\r\nURL: https://example.org/mill\r\nLicense: CC BY 4.0\r\nGenre: Kids\r\n\r\nOnce.\r\n\r\nTwice.\n\n---\n\nAnother one,\nwithout a head.";
    expect(readSuppliedStories(text)).toEqual([
      {
        text: "Once.\n\nTwice.",
        genre: "kids",
        source: { title: "The Mill", author: "A. Miller", address: "https://example.org/mill", licence: "CC BY 4.0" },
      },
      { text: "Another one,\nwithout a head.", genre: null, source: {} },
    ]);
  });

  it("may be lines of JSON, and take what they do not state from what holds for all", () => {
    const text =
      '{"text":" One. ","title":"First","url":"https://example.org/1"}\n\n{"story":"Two.","genre":"mystery"}\n';
    expect(readSuppliedStories(text, { title: "All", licence: "CC0", author: " " })).toEqual([
      { text: "One.", genre: null, source: { title: "First", licence: "CC0", address: "https://example.org/1" } },
      { text: "Two.", genre: "mystery", source: { title: "All", licence: "CC0" } },
    ]);
  });

  it("are taken as plain text where they only look like something else", () => {
    expect(readSuppliedStories('{"no": "story"}')).toEqual([{ text: '{"no": "story"}', genre: null, source: {} }]);
    expect(readSuppliedStories("Title: nothing follows")).toEqual([
      { text: "Title: nothing follows", genre: null, source: {} },
    ]);
    expect(readSuppliedStories("Ann said:\nno.\n\nBen left.")[0]?.text).toBe("Ann said:\nno.\n\nBen left.");
    expect(readSuppliedStories(" \n---\n ")).toEqual([]);
  });
});
