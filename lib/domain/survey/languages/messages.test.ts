import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { en } from "./en.ts";
import {
  argumentsOf,
  chooseLanguage,
  directionOf,
  findMessageProblem,
  interfaceLanguage,
  messageKeys,
  sayIn,
  tableOf,
  tables,
} from "./messages.ts";

describe("the tables of words", () => {
  for (const [tag, { messages }] of Object.entries(tables)) {
    it(`${tag}: every message is there, can be read and names what the English one names`, () => {
      expect(Object.keys(messages).sort()).toEqual([...messageKeys].sort());
      for (const key of messageKeys) {
        expect(messages[key].trim(), key).not.toBe("");
        expect([...argumentsOf(messages[key])].sort(), key).toEqual([...argumentsOf(en[key])].sort());
      }
    });

    it(`${tag}: the button of an answer has the label of every other screen`, () => {
      expect(messages.saveAnswer).toBe(messages.continue);
    });

    it(`${tag}: every plural has the forms that the language distinguishes`, () => {
      const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
      for (const key of messageKeys.filter((candidate) => messages[candidate].includes(", plural,"))) {
        const plurals = new IntlMessageFormat(messages[key], tag)
          .getAst()
          .filter((node) => (node as { type: number }).type === 6) as unknown as { options: object }[];
        expect(plurals.length, key).toBeGreaterThan(0);
        for (const { options } of plurals)
          expect(Object.keys(options), key).toEqual(expect.arrayContaining(categories));
      }
    });
  }

  it("say one and many in each language's own forms", () => {
    const dwell = (language: string, seconds: number) => sayIn(language)("dwellLeft", { seconds });
    expect(dwell("en", 1)).toContain("1 second.");
    expect(dwell("en", 60)).toContain("60 seconds.");
    expect(dwell("de", 1)).toContain("1 Sekunde ");
    expect(dwell("ar", 2)).toContain("ثانيتين");
    expect(dwell("ar", 3)).toContain("ثوانٍ");
    expect(dwell("zh-Hans", 5)).toContain("5 秒");
  });
});

describe("the language of a page", () => {
  it("finds the table of a tag with a region, and none of a language that has none", () => {
    expect(tableOf("de-AT")).toBe("de");
    expect(tableOf("en-GB")).toBe("en");
    expect(tableOf("zh")).toBe("zh-Hans");
    expect(tableOf("zh-CN")).toBe("zh-Hans");
    expect(tableOf("zh-Hant")).toBeNull();
    expect(tableOf("zh-TW")).toBeNull();
    expect(tableOf("he")).toBeNull();
    expect(tableOf("constructor")).toBeNull();
  });

  it("surrounds a study without a table with English, unless the study brings every word", () => {
    expect(interfaceLanguage("he")).toBe("en");
    expect(interfaceLanguage("ar")).toBe("ar");
    expect(interfaceLanguage("he", en)).toBe("he");
    expect(sayIn("he")("continue")).toBe("Continue");
    expect(sayIn("he", { continue: "המשך" })("continue")).toBe("המשך");
  });

  it("is written from right to left where its script is", () => {
    for (const tag of ["ar", "ar-EG", "he", "fa", "ur", "pa-Arab"]) expect(directionOf(tag), tag).toBe("rtl");
    for (const tag of ["en", "de", "zh-Hans", "pa", "ar-Latn"]) expect(directionOf(tag), tag).toBe("ltr");
  });

  it("is the one asked for, else the best that the browser accepts, else the study's own", () => {
    const offered = ["en", "de", "zh-Hans"];
    expect(chooseLanguage(offered, "de", "zh")).toBe("de");
    expect(chooseLanguage(offered, "DE", null)).toBe("de");
    expect(chooseLanguage(offered, "fr", "zh-CN,zh;q=0.9,en;q=0.8")).toBe("zh-Hans");
    expect(chooseLanguage(offered, null, "fr;q=1, en;q=0.2, de-CH;q=0.7")).toBe("de");
    expect(chooseLanguage(offered, null, "de;q=0, *")).toBe("en");
    expect(chooseLanguage(offered, null, null)).toBe("en");
    expect(chooseLanguage(["de"], null, ";;;,q=,\u0000")).toBe("de");
  });

  it("is the language of a tag that was asked for with a region, before what the browser accepts", () => {
    expect(chooseLanguage(["en", "de"], "de-AT", "en")).toBe("de");
    expect(chooseLanguage(["en", "de-DE"], "de", "en")).toBe("de-DE");
    expect(chooseLanguage(["en", "zh-Hans"], "zh-CN", "en")).toBe("zh-Hans");
    expect(chooseLanguage(["en", "de"], "not a tag", "de")).toBe("de");
  });

  it("is never another script of the person's language, unless nothing else is offered", () => {
    for (const tag of ["zh-TW", "zh-Hant", "zh-HK"]) {
      expect(chooseLanguage(["en", "zh-Hans"], null, `${tag},en;q=0.5`), tag).toBe("en");
      expect(chooseLanguage(["en", "zh-Hans", "de"], tag, "de"), tag).toBe("de");
      expect(chooseLanguage(["zh-Hans"], tag, tag), tag).toBe("zh-Hans");
    }
    expect(chooseLanguage(["en", "zh-Hans", "zh-Hant"], null, "zh-TW")).toBe("zh-Hant");
  });
});

describe("a study's own words", () => {
  it("may name what the message is given, and nothing else", () => {
    expect(findMessageProblem("continue", "Go on")).toBeNull();
    expect(findMessageProblem("progress", "{current}/{total}")).toBeNull();
    expect(findMessageProblem("progress", "{page}")).toMatch(/names \{page\}; it may name \{current\}, \{total\}/);
    expect(findMessageProblem("continue", "{name}")).toMatch(/has no values/);
    expect(findMessageProblem("continue", "{name")).toMatch(/is not a readable message/);
  });

  it("are text and never markup", () => {
    expect(sayIn("en", { continue: "<b>Go</b>" })("continue")).toBe("<b>Go</b>");
  });
});
