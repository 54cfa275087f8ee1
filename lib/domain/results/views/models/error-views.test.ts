import { describe, expect, it } from "vitest";
import type { ScoredErrorAnswer } from "../../model/error-evaluation.ts";
import { type EstimateCell, listViewViolations, viewSchema } from "../view.ts";
import type { ErrorSubject } from "./error-differences.ts";
import { type ErrorRules, errorView } from "./error-views.ts";

/** Ten stories, half of them with an error, shown plainly and with knowledge marked; right if `isRight` says so. */
function answersOf(
  sessions: readonly (string | null)[],
  isRight: (story: number, ablation: string, person: number) => boolean,
): ScoredErrorAnswer[] {
  return sessions.flatMap((sessionId, person) =>
    ["plain", "event"].flatMap((ablation) =>
      Array.from({ length: 10 }, (_, story): ScoredErrorAnswer => {
        const right = isRight(story, ablation, person);
        return {
          sessionId,
          itemId: `i${story}`,
          cluster: { kind: "story", id: `s${story}` },
          genre: story % 2 === 0 ? "fable" : "news",
          ablation,
          hasError: story < 5,
          isRight: right,
          localisation: right ? 1 : 0,
          words: null,
        };
      }),
    ),
  );
}

const people: ErrorSubject = {
  label: "People",
  side: "person",
  answers: answersOf(
    ["a", "b", "c", "d", "e", "f"],
    (story, ablation, person) => ablation === "event" || (story + person) % 3 > 0,
  ),
  unparsed: 0,
};
const model = (label: string, every: number): ErrorSubject => ({
  label,
  side: "model",
  answers: answersOf([null], (story) => story % every === 0),
  unparsed: 0,
});
const usual = { ties: "half", unparsed: "wrong" } as const;
const view = errorView([people, model("weak", 4), model("weaker", 5)], (ablation) => ablation, usual);
const rowsOf = (name: string) => view.tables.find((table) => table.name === name)!.rows;

describe("people and models who look for errors in stories", () => {
  it("are compared on every column of the paper's table, under every display, within stories", () => {
    expect(listViewViolations(view)).toEqual([]);
    expect(viewSchema.parse(JSON.parse(JSON.stringify(view)))).toEqual(view);
    // Two models, five columns, two displays; two measures of one pair of models; two measures of one display, three subjects.
    expect(rowsOf("people-against-models")).toHaveLength(20);
    expect(rowsOf("models")).toHaveLength(4);
    expect(rowsOf("attention")).toHaveLength(6);
    expect(view.findings).toHaveLength(30);
    const full = rowsOf("people-against-models").find(
      ([, measure]) => "text" in measure! && measure.text === "all stories, event",
    )!;
    expect((full[2] as EstimateCell).value).toBeCloseTo(0.7, 12);
    expect((full[2] as EstimateCell).low).toBeGreaterThan(0);
    expect(full[3]).toMatchObject({ kind: "test", adjusted: expect.any(Number), signPatterns: expect.any(Number) });
  });

  it("are drawn with how far people agree among themselves", () => {
    const genre = view.figures.find(({ name }) => name === "genre")!;
    expect(genre.lines.map(({ label }) => label).join("; ")).toContain("two halves of the people agree");
  });

  it("are drawn with a majority that counts ties as the plan does", () => {
    // Two of four people are wrong about eight of ten stories.
    const four: ErrorSubject = {
      ...people,
      answers: answersOf(["a", "b", "c", "d"], (story, _ablation, person) => person < 2 || story > 7),
    };
    const lineOf = (ties: ErrorRules["ties"]) =>
      errorView([four], (ablation) => ablation, { ...usual, ties }).figures[0]!.lines.at(-1);
    expect([lineOf("half"), lineOf("incorrect"), lineOf("false"), lineOf("exclude")]).toMatchObject([
      { value: 0.6 },
      { value: 0.2 },
      { value: 0.2 },
      { value: 1 },
    ]);
  });
});
