import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { scoreParticipants } from "@/lib/domain/beliefs/participants/score-participants.ts";
import type { RankingTable } from "@/lib/domain/beliefs/prepare/ranking-table.ts";
import { exploratory, type ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { BeliefNotes } from "./belief-notes.tsx";
import type { BeliefPeopleView } from "./people-view.ts";
import { RankingView } from "./ranking-view.tsx";

const interim: ResultStatus = { kind: "interim" };

const study = {
  id: "s",
  slug: "s",
  name: "Facts",
  stage: "main",
  status: "open",
  slots: 9,
  complete: 9,
  isDemo: false,
};

const notesUnder = (status: ResultStatus) => {
  const people: BeliefPeopleView = {
    study: study as BeliefPeopleView["study"],
    score: scoreParticipants("People", []),
    uncounted: { excluded: 0, surplus: 0, alsoTrue: 0, fromOtherStudies: 0 },
    status,
  };
  return renderToStaticMarkup(createElement(BeliefNotes, { models: [], people }));
};

const row = {
  category: "explicit",
  label: "Explicit",
  dimensionLabel: "",
  meanRank: 2.5,
  models: 4,
  p: 0.0012,
  q: 0.004,
};
const table = {
  rows: [{ ...row, stars: 2, starText: "**", direction: "high" }],
  ...{ models: ["A", "B", "C", "D"], method: "exact", expected: 10 },
} as unknown as RankingTable;

const rankingUnder = (status: ResultStatus) =>
  renderToStaticMarkup(
    createElement(RankingView, { table, status, ranks: new Map([["explicit", 3]]), categories: 19, hrefOf: () => "/" }),
  );

describe("pages about expressions with people whose data are not locked", () => {
  it("are marked interim, and with locked data exploratory", () => {
    expect(notesUnder(interim)).toMatch(/Interim, data not locked.*People of “Facts”.*nothing is tested/);
    expect(notesUnder(exploratory)).toMatch(/Exploratory.*People of “Facts”/);
    expect(notesUnder(exploratory)).not.toContain("nothing is tested");
  });

  it("rank the categories without p, q and stars beside such people", () => {
    for (const text of ["0.004", "followed more", ">p<", ">q<"]) {
      expect(rankingUnder(exploratory)).toContain(text);
      expect(rankingUnder(interim)).not.toContain(text);
    }
    expect(rankingUnder(interim)).toContain("2.50");
  });
});
