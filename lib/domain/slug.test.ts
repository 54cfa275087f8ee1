import fc from "fast-check";
import { expect, it } from "vitest";
import { slugify } from "./slug.ts";
import { choiceValue, shortName } from "./survey/studies/edit-draft.ts";
import { suggestSlugs } from "./survey/studies/slug.ts";
import { anyCharacter } from "./words/testing/any-character.ts";

it("writes a name the same way wherever a name becomes an address, a key or a value", () => {
  expect(slugify("Théorie de l’esprit!")).toBe("theorie-de-lesprit");
  expect(choiceValue("Théorie de l’esprit!", [])).toBe("theorie-de-lesprit");
  expect(shortName("Théorie de l’esprit!", [])).toBe("theorie-de-lesprit");
  expect(suggestSlugs("Théorie de l’esprit!")[0]).toBe("theorie-de-lesprit");
  expect(slugify("O\u2018Brien & sons")).toBe("obrien-sons");
  expect(slugify("漢字")).toBe("");
});

it("leaves letters, digits and single hyphens, never at an edge, never too many, whatever the name", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 120 }), fc.integer({ min: 1, max: 60 }), (name, longest) => {
      const slug = slugify(name, longest);
      expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      expect(slug.length).toBeLessThanOrEqual(longest);
      expect(slugify(slug, longest)).toBe(slug);
    }),
  );
});
