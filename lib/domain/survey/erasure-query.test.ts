import { describe, expect, it } from "vitest";
import { parseErasureQuery } from "./erasure-query.ts";

const token = `${"aB3_-".repeat(6)}xy`;

describe("what a person is searched by", () => {
  it("is a code in any notation, which can be an ID, too", () => {
    expect(parseErasureQuery(" abcd efgh-jklm ")).toEqual({
      code: "ABCDEFGHJKLM",
      tokens: [],
      ids: ["abcd efgh-jklm"],
    });
    expect(parseErasureQuery("5f0c1")).toEqual({ code: null, tokens: [], ids: ["5f0c1"] });
    expect(parseErasureQuery("  ")).toEqual({ code: null, tokens: [], ids: [] });
  });

  it("is a private link, with or without its host and the page after the token", () => {
    for (const link of [`https://lab.example/s/tales/${token}`, `/s/tales/${token}/data?lang=en`, `/s/tales/${token}/`])
      expect(parseErasureQuery(link).tokens).toEqual([token]);
    expect(parseErasureQuery(`https://lab.example/s/tales/${token}x`).tokens).toEqual([]);
  });

  it("is a recruiter's link, by each of its values", () => {
    expect(parseErasureQuery("https://lab.example/s/tales?PROLIFIC_PID=p1&STUDY_ID=s&SESSION_ID=x&sig=")).toEqual({
      code: null,
      tokens: [],
      ids: ["p1", "s", "x"],
    });
    expect(parseErasureQuery("http://")).toEqual({ code: null, tokens: [], ids: ["http://"] });
  });
});
