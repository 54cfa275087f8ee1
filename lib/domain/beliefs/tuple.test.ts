import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rows, tupleRow, tuples } from "./fixtures/load.ts";
import malformed from "./fixtures/malformed-tuples.json";
import { namesOverlap } from "./plain-name.ts";
import { formatOpenQuery, formatYesNoQuery, listAcceptedNames, readYesNoQuery } from "./queries.ts";
import { formatTuple, parseTuple } from "./tuple.ts";

const row = rows[0] as Record<string, unknown>;

describe("the paper's listings", () => {
  it("reads Listing 1, whose relation ends with “of”", () => {
    const read = parseTuple({
      subject: "France",
      relation: "capital of",
      object: "London",
      object_pri: "Paris",
      extra_info_obj: "contains Buckingham Palace",
      authority_src: "The White House",
      belief_src: "My friend Jane",
      condition: "Berlin is the capital of Germany",
      counterfactual: "Berlin were the capital of Germany",
    });
    expect(read).toMatchObject({
      ok: true,
      tuple: {
        subject: "France",
        relation: "capital",
        subjectRelation: "the capital of France",
        objectContext: "London",
        objectPrior: "Paris",
        extraInformation: "contains Buckingham Palace",
        counterfactualCondition: "Berlin were the capital of Germany",
      },
    });
  });

  it("reads Listing 3, whose subject is the whole phrase", () => {
    const read = parseTuple({
      subject: "the author of Harry Potter",
      object: "F. Scott Fitzgerald",
      object_true: "J.K. Rowling",
      subject_relation: "author",
      object_relation: "author",
      condition: "Berlin is the capital of Germany",
      extra_information: "has also written other books with pseudonyms",
      counterfactual_condition: "Berlin were the capital of Germany",
    });
    expect(read).toMatchObject({
      ok: true,
      tuple: {
        subject: "Harry Potter",
        relation: "author",
        subjectRelation: "the author of Harry Potter",
        objectPrior: "J.K. Rowling",
      },
    });
  });
});

describe("reading tuples", () => {
  it("accepts the well-formed ones and gives each an id of its own", () => {
    expect(new Set(tuples.map(({ id }) => id)).size).toBe(tuples.length);
  });

  it("refuses those with a stray comma or space, with field and reason", () => {
    expect(malformed.map(parseTuple).map((parsed) => (parsed.ok ? null : [parsed.reason, parsed.field]))).toEqual([
      ["strayComma", "object_pri"],
      ["strayComma", "object_ctx"],
      ["strayComma", "object_ctx"],
    ]);
    for (const field of ["object_ctx", "object_pri", "subject_relation", "condition", "counterfactual_condition"]) {
      for (const text of [" x", "x ", ",x", "x,"]) {
        expect(parseTuple({ ...row, [field]: text })).toMatchObject({ ok: false, field });
      }
    }
  });

  it("refuses missing, empty and mistyped fields", () => {
    const { condition: _, ...rest } = row;
    expect(parseTuple(rest)).toMatchObject({ ok: false, reason: "wrongShape", field: "condition" });
    expect(parseTuple({ ...row, subject: "" })).toMatchObject({ ok: false, field: "subject" });
    expect(parseTuple({ ...row, subj_pop: "12" })).toMatchObject({ ok: false, field: "subj_pop" });
    expect(parseTuple({ ...row, object_ctx: "steven  gould" })).toMatchObject({ ok: false, reason: "sameObjects" });
    expect(parseTuple(null)).toMatchObject({ ok: false, reason: "wrongShape" });
  });

  it("refuses half a surrogate pair where it is shown, and reports it where it is an alias", () => {
    expect(parseTuple({ ...row, object_ctx: "Jack \ud83d" })).toMatchObject({ ok: false, reason: "brokenUnicode" });
    const parsed = parseTuple({ ...row, object_ctx_aliases: ["J. Finney", "\ude00 Jack"] });
    if (!parsed.ok) throw new RangeError("an alias must not cost the tuple");
    expect(parsed.tuple.contextAliases).toEqual(["J. Finney"]);
    expect(parsed.notes).toMatchObject([{ reason: "aliasDropped", field: "object_ctx_aliases" }]);
  });

  it("notes false objects that an accepted name of the true one covers", () => {
    const accepted = parseTuple({ ...row, possible_prior_answers: ["JACK FINNEY"] });
    expect(accepted).toMatchObject({ ok: true, notes: [{ reason: "contextIsAccepted" }] });
    const overlapping = parseTuple({ ...row, object_pri: "New York", object_ctx: "New York City" });
    expect(overlapping).toMatchObject({ ok: true, notes: [{ reason: "objectsOverlap" }] });
    expect(namesOverlap("red", "Fred")).toBe(false);
  });

  it("loses nothing: a tuple survives writing and reading", () => {
    fc.assert(
      fc.property(tupleRow, (any) => {
        const parsed = parseTuple(any);
        if (!parsed.ok) throw new RangeError(parsed.message);
        const again = parseTuple(JSON.parse(JSON.stringify(formatTuple(parsed.tuple))));
        expect(again).toMatchObject({ ok: true, tuple: parsed.tuple });
      }),
    );
  });
});

describe("queries", () => {
  it("ask about each object, and openly about none", () => {
    const opening = (relation: string) => {
      const tuple = tuples.find((candidate) => candidate.relation === relation);
      return tuple ? formatOpenQuery(tuple).replace(tuple.subject, "S") : null;
    };
    expect(["author", "mother", "place of birth", "capital", "color"].map(opening)).toEqual([
      "Who is the author of S?",
      "Who is the mother of S?",
      "Where was S born?",
      "What is the capital of S?",
      "What is the color of S?",
    ]);
  });

  it("can be read back from their words, even where one object begins like the other", () => {
    for (const tuple of tuples) {
      for (const queryType of ["prior_yes", "ctx_yes"] as const) {
        const read = readYesNoQuery(formatYesNoQuery(tuple, queryType), tuple.objectPrior, tuple.objectContext);
        expect(read).toEqual({ queryType, subjectRelation: tuple.subjectRelation });
      }
    }
    expect(readYesNoQuery("Is York Castle the seat of X?", "York", "York Castle")?.queryType).toBe("ctx_yes");
    expect(readYesNoQuery("Was it?", "a", "b")).toBeNull();
  });

  it("accept every name once", () => {
    const names = listAcceptedNames(tuples.find(({ subject }) => subject === "Reflex") as (typeof tuples)[number]);
    expect(names.prior).toEqual(["Steven Gould", "Steven Charles Gould"]);
  });
});
