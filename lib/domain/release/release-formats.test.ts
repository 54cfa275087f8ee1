import { describe, expect, it } from "vitest";
import { checkCroissant, croissantDocument } from "./croissant.ts";
import { cardMetadata } from "./dataset-card.ts";
import { dataCite, zenodoDeposit } from "./deposits.ts";
import {
  answerAttributeColumns,
  attributeColumns,
  computeAnonymity,
  describeRemedy,
  distinguishingAttributes,
  findPersonalText,
  findRareLevels,
  mergeLevels,
  proposeRemedies,
  selectOmittedAttributes,
} from "./privacy.ts";
import { checkPsychDs, psychDsDescription, psychDsSidecar } from "./psych-ds.ts";
import { qualtricsColumns, qualtricsHeaders, qualtricsRow } from "./qualtrics.ts";
import { type ReleaseDataset, releaseCsvPath } from "./release-dataset.ts";
import { releaseDescriptionSchema } from "./release-description.ts";
import { releaseFacts } from "./testing/release-facts.ts";

const csv = releaseCsvPath("street-2024", "responses");
const sha256 = "a".repeat(64);
const dataset: ReleaseDataset = {
  description: releaseDescriptionSchema.parse({
    title: "Street baseline",
    summary: "Adults judge <statements>.",
    version: "1.0.0",
    published: "2026-11-23",
    authors: [{ given: "Ann", family: "Example", orcid: "0000-0002-1825-0097" }],
    licence: "CC-BY-4.0",
  }),
  facts: releaseFacts,
  tables: [
    {
      table: {
        name: "responses",
        description: "One row for each answer.",
        columns: [
          { name: "participant", description: "number", type: "text" },
          { name: "elapsed_ms", description: "time", type: "integer", unit: "milliseconds" },
        ],
      },
      rows: 9,
      csv: { path: csv, bytes: 100, sha256: "b".repeat(64) },
      parquet: { path: "parquet/responses/test.parquet", bytes: 50, sha256 },
    },
  ],
};

function folder(change: { root?: object; header?: string[]; widths?: number[]; path?: string } = {}) {
  const sidecar = JSON.stringify(psychDsSidecar(dataset.tables[0]!));
  const path = change.path ?? csv;
  return [
    {
      path: "dataset_description.json",
      header: null,
      widths: new Set<number>(),
      text: JSON.stringify(change.root ?? psychDsDescription(dataset)),
    },
    { path, header: change.header ?? ["participant", "elapsed_ms"], widths: new Set(change.widths ?? [2]), text: null },
    { path: path.replace(/csv$/, "json"), header: null, widths: new Set<number>(), text: sidecar },
  ];
}

describe("the rules of the Psych-DS validator", () => {
  it("accepts what a release writes", () => {
    expect(csv).toBe("data/study-street2024_description-responses_data.csv");
    expect(checkPsychDs(folder())).toEqual([]);
  });

  it.each([
    [
      "a column without a description",
      folder({ header: ["participant", "elapsed_ms", "x"], widths: [3] }),
      /^CSV_COLUMN_MISSING_FROM_METADATA .* x$/,
    ],
    [
      "a described column that is not there",
      folder({ header: ["participant"], widths: [1] }),
      /^VARIABLE_MISSING_FROM_CSV_COLUMNS .* elapsed_ms$/,
    ],
    ["a row of another width", folder({ widths: [2, 1] }), /^CSV_HEADER_LENGTH_MISMATCH/],
    [
      "a hyphen in a value of the name",
      folder({ path: "data/study-street-2024_data.csv" }),
      /^FILENAME_KEYWORD_FORMATTING_ERROR/,
    ],
    [
      "a description without a name",
      folder({ root: { "@context": "https://schema.org/", "@type": "Dataset" } }),
      /^JSON_KEY_REQUIRED name$/,
    ],
    [
      "another type",
      folder({ root: { ...psychDsDescription(dataset), "@type": "Thing" } }),
      /^INCORRECT_DATASET_TYPE$/,
    ],
    [
      "an object as context",
      folder({ root: { ...psychDsDescription(dataset), "@context": { "@vocab": "https://schema.org/" } } }),
      /^INVALID_JSONLD_FORMATTING$/,
    ],
  ])("refuses %s", (_name, files, code) => {
    expect(checkPsychDs(files)).toContainEqual(expect.stringMatching(code));
  });
});

describe("Croissant", () => {
  const files = new Map([["parquet/responses/test.parquet", sha256]]);

  it("names every file with its hash and every column with its type, and the RAI fields", () => {
    const document = croissantDocument(dataset, false);
    expect(checkCroissant(document, files)).toEqual([]);
    expect(document.recordSet[0]?.field.map(({ dataType }) => dataType)).toEqual(["sc:Text", "sc:Integer"]);
    expect(document).toMatchObject({
      "rai:annotationsPerItem": "minimum 4, median 4.5, maximum 5",
      "rai:dataCollectionTimeframe": ["2026-10-01", "2026-10-14"],
      "rai:hasSyntheticData": false,
    });
  });

  it("finds a file with another hash", () => {
    expect(
      checkCroissant(croissantDocument(dataset, false), new Map([["parquet/responses/test.parquet", "c"]])),
    ).toEqual(["parquet/responses/test.parquet is missing or has another hash"]);
  });

  it("names no author in a blind review", () => {
    const text = JSON.stringify(croissantDocument(dataset, true));
    expect(text).not.toMatch(/Ann Example|Example, Ann|orcid/);
  });
});

it("projects the description onto card, DataCite and Zenodo", () => {
  expect(cardMetadata(dataset)).toMatchObject({
    license: "cc-by-4.0",
    size_categories: ["n<1K"],
    configs: [{ config_name: "responses", default: true }],
  });
  expect(dataCite(dataset)).toMatchObject({ publicationYear: "2026", dates: [{}, { date: "2026-10-01/2026-10-14" }] });
  expect(zenodoDeposit(dataset).metadata).toMatchObject({
    description: "<p>Adults judge &lt;statements&gt;.</p>",
    language: "eng",
    license: "cc-by-4.0",
  });
});

describe("k-anonymity", () => {
  const people = [
    ...Array.from({ length: 5 }, () => ({ age: "18-29", gender: "female" })),
    ...Array.from({ length: 5 }, () => ({ age: "30-39", gender: "female" })),
    { age: "30-39", gender: "other" },
  ];

  it("is the size of the smallest group, and says how many people are in small groups", () => {
    expect(computeAnonymity(people, ["age", "gender"], 5)).toEqual({ k: 1, people: 11, exposed: 1 });
    expect(computeAnonymity(people, ["age"], 5)).toEqual({ k: 5, people: 11, exposed: 0 });
    expect(computeAnonymity(people, [], 5)).toBeNull();
    expect(computeAnonymity([], ["age"], 5)).toBeNull();
  });

  it("counts boxes of the consent form, language and time option as attributes, if people differ in them", () => {
    const columns = (names: string) => names.split(" ").map((name) => ({ name }));
    const own = attributeColumns(columns("stage stratum source consent consent_version consent_box.share answer_age"));
    expect(own).toEqual(["stratum", "source", "consent_box.share", "answer_age"]);
    const given = answerAttributeColumns(columns("answer answer_text answer_full language shown_item time_option"));
    expect(given).toEqual(["language", "time_option"]);
    const one = { answer_age: "18-29", "consent_box.share": "yes", language: "en" };
    const listed = (...more: object[]) =>
      distinguishingAttributes([one, ...more.map((other) => ({ ...one, ...other }))], [...own, ...given]);
    expect(listed({ language: null })).toEqual(["stratum", "source", "answer_age"]);
    expect(listed({ "consent_box.share": "no" }, { language: "de" })).toEqual([...own, "language"]);
  });

  it("proposes the column whose absence is enough, and names rare levels", () => {
    expect(selectOmittedAttributes(people, ["age", "gender"], 5)).toEqual(["gender"]);
    expect(selectOmittedAttributes(people, ["age"], 5)).toEqual([]);
    expect(findRareLevels(people, "gender", 5)).toEqual(new Set(["other"]));
  });

  it("proposes to merge rare levels if that keeps more columns, and each proposal is enough", () => {
    const two = { gender: "other", age: "30-39" };
    const many = [
      ...people,
      ...Array.from({ length: 3 }, () => two),
      { gender: "undisclosed", age: "30-39" },
      ...Array.from({ length: 5 }, () => ({ gender: "female", age: "40-49" })),
    ];
    const proposed = proposeRemedies(many, ["age", "gender"], 5);
    expect(proposed).toEqual([
      { drop: [], merge: ["gender"] },
      { drop: ["gender"], merge: [] },
    ]);
    expect(proposed.map(describeRemedy)).toEqual(["Merge rare levels of gender", "Omit gender"]);
    expect(describeRemedy({ drop: ["b", "c"], merge: ["a"] })).toBe("Merge rare levels of a, and omit b, c");
    for (const { drop, merge } of proposed) {
      const merged = mergeLevels(many, new Map(merge.map((name) => [name, findRareLevels(many, name, 5)])));
      const left = ["age", "gender"].filter((name) => !drop.includes(name));
      expect(computeAnonymity(merged, left, 5)?.k).toBeGreaterThanOrEqual(5);
    }
    expect(proposeRemedies(people, ["age"], 5)).toEqual([]);
  });
});

it.each([
  ["Write to ann.lee@example.org please", "e-mail address"],
  ["call +44 20 7946 0958", "phone number"],
  ["my page is https://example.org/ann", "web address"],
  ["key sk-abcdefghijklmnop1234", "secret"],
  ["In 2024 there were 12 of 34 people", null],
  ["Because she saw it, at 10.30", null],
])("finds what identifies a person in free text: %s", (text, found) => {
  expect(findPersonalText(text)).toBe(found);
});

describe("the form of a Qualtrics export", () => {
  const columns = qualtricsColumns([{ name: "answer_age", label: "How old - in years?" }], 1);

  it("has three header rows, and JSON without blanks", () => {
    const [names, labels, ids] = qualtricsHeaders(columns);
    expect(names?.slice(0, 3)).toEqual(["StartDate", "EndDate", "Status"]);
    expect(labels?.[2]).toBe("Response Type");
    expect(ids?.[2]).toBe('{"ImportId":"status"}');
    expect(new Set(ids).size).toBe(ids?.length);
    expect(labels).toContain("How old – in years?");
  });

  it("has one row per session, with times in UTC", () => {
    const person = {
      participant: "p-1",
      stage: "main",
      outcome: "complete",
      started_at: "2026-10-01T10:00:00.000Z",
      ended_at: "2026-10-01T10:05:12.400Z",
      duration_ms: 312_400,
      answer_age: "40",
    };
    const answer = {
      item: "i",
      condition: "story=story",
      answer: "true",
      is_correct: true,
      saved_at: "2026-10-01T10:05:00.000Z",
    };
    const row = qualtricsRow(columns, person, [answer], { positions: 1, language: "en" });
    expect(Object.fromEntries(columns.map(({ name }, index) => [name, row[index]]))).toEqual({
      StartDate: "2026-10-01 10:00:00",
      EndDate: "2026-10-01 10:05:12",
      Status: "0",
      Progress: "100",
      "Duration (in seconds)": "312",
      Finished: "1",
      RecordedDate: "2026-10-01 10:05:00",
      ResponseId: "R_p1",
      DistributionChannel: "anonymous",
      UserLanguage: "EN",
      answer_age: "40",
      item_1: "i",
      condition_1: "story=story",
      answer_1: "true",
      correct_1: "1",
    });
  });
});
