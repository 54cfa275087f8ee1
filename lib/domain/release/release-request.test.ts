import { describe, expect, it } from "vitest";
import { type ReleaseFields, readReleaseFields, releaseFieldNames, releaseFieldsOf } from "./release-request.ts";

const empty = Object.fromEntries(releaseFieldNames.map((name) => [name, ""])) as ReleaseFields;
const fields: ReleaseFields = {
  ...empty,
  level: "coded",
  version: "1.1.0",
  title: "Short stories",
  summary: "Adults judge statements.",
  changes: "Ten more people.",
  authors: "Example, Ann; 0000-0002-1825-0097; University of Examples\nLee, Bo",
  licence: "CC-BY-4.0",
  keywords: "theory of mind, baselines",
  limitations: "One language.\n\nOne country.",
  drop: "answer_age",
  k: "3",
  anonymous: "on",
};

describe("the form of a release", () => {
  it("becomes a request, and a request becomes the same form", () => {
    const read = readReleaseFields(fields, "2026-11-27");
    if (!read.ok) throw new Error(read.message);
    expect(read.request).toMatchObject({
      level: "coded",
      k: 3,
      drop: ["answer_age"],
      reason: null,
      isAnonymous: true,
      description: {
        published: "2026-11-27",
        keywords: ["theory of mind", "baselines"],
        limitations: ["One language.", "One country."],
        authors: [
          { given: "Ann", family: "Example", orcid: "0000-0002-1825-0097", affiliation: "University of Examples" },
          { given: "Bo", family: "Lee" },
        ],
      },
    });
    expect(readReleaseFields(releaseFieldsOf(read.request), "2026-11-27")).toEqual(read);
  });

  it.each([
    [{ version: "1.1" }, "version"],
    [{ authors: "" }, "authors"],
    [{ authors: "Ann Example" }, "authors"],
    [{ licence: "MIT" }, "licence"],
    [{ ethicsNumber: "12" }, "ethicsInstitution"],
    [{ k: "0" }, "k"],
    [{ k: "many" }, "k"],
    [{ doi: "none" }, "doi"],
  ])("names the field that is wrong: %o", (wrong, field) => {
    expect(readReleaseFields({ ...fields, ...wrong }, "2026-11-27")).toMatchObject({ ok: false, field });
  });
});
