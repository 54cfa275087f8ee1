import { createElement, Fragment, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { figureTree } from "@/components/testing/figure-tree.ts";
import { offeredFiles, untaken } from "@/components/testing/untaken.ts";
import type { Worker } from "@/lib/domain/annotation/collection-rows.ts";
import { collectionSettingsSchema } from "@/lib/domain/annotation/collection-settings.ts";
import { foldLabels } from "@/lib/domain/annotation/figures/fold-labels.ts";
import {
  countedShare,
  type FinishedCopy,
  prepareCollectionFigures,
} from "@/lib/domain/annotation/figures/prepare-collection-figures.ts";
import { type PersonVerdict, preparePeople } from "@/lib/domain/annotation/figures/prepare-people.ts";
import { prepareReasons } from "@/lib/domain/annotation/figures/prepare-reasons.ts";
import { prepareWeeks } from "@/lib/domain/annotation/figures/prepare-weeks.ts";
import { payFor } from "@/lib/domain/annotation/pay.ts";
import { auditView } from "@/lib/domain/results/views/collections/audit-view.ts";
import { constructionView } from "@/lib/domain/results/views/collections/construction-view.ts";
import { workersView } from "@/lib/domain/results/views/people/workers-view.ts";
import { listViewViolations, type View } from "@/lib/domain/results/views/view.ts";
import { viewFile, viewFiles } from "@/lib/domain/results/views/view-files.ts";
import type { SetAudit } from "@/lib/domain/stories/artefacts/set-audit.ts";
import { likeNamed } from "../../testing/like-named.ts";
import { AuditTables } from "./audit-tables.tsx";
import { PayTable } from "./people/pay-table.tsx";
import { PairAgreement, PeopleQuality } from "./people/people-quality.tsx";
import { PeopleWeeks } from "./people/people-weeks.tsx";
import { WorkerTable } from "./people/worker-table.tsx";
import { GroupNumbers } from "./report/group-numbers.tsx";
import { LabelTables } from "./report/label-tables.tsx";
import { ReasonTable } from "./report/reason-table.tsx";

const fileHref = (file: string) => `/${file}`;
const links = (name: string) => createElement(TableDownloads, { key: name, name, fileHref });

function expectTaken(view: View, ...parts: ReactElement[]) {
  const tree = figureTree(renderToStaticMarkup(createElement(Fragment, null, ...parts)));
  expect(untaken(tree)).toEqual([]);
  expect(listViewViolations(view)).toEqual([]);
  const names = viewFiles(view, "0", null).map(({ name }) => name);
  for (const file of offeredFiles(tree)) expect(names).toContain(file);
}

function copy(itemId: string, number: number, verdict: FinishedCopy["verdict"]): FinishedCopy {
  return {
    itemId,
    groupKey: itemId,
    copy: number,
    rater: `r${number}`,
    firstVerdict: verdict,
    verdict,
    change: verdict === "refined" ? "text" : null,
    isOverruled: false,
    isUnblinded: false,
    activeMs: 90_000,
    errors: null,
    kind: "knp",
    genre: "mystery",
    knowledgeType: "fact",
  };
}

it("every table of a collection's report can be taken away", () => {
  const copies = ["a", "b", "c"].flatMap((item, place) => [
    copy(item, 0, place === 0 ? "refined" : "sound"),
    copy(item, 1, "sound"),
  ]);
  const numbers = prepareCollectionFigures(copies, []);
  const verdicts = copies.map(
    ({ itemId, rater, verdict, change }, place): PersonVerdict => ({
      userId: rater,
      itemId,
      first: verdict,
      verdict,
      change,
      at: new Date(place * 60_000),
      isUnblinded: false,
      before: null,
      isGoldRight: null,
      activeMs: 2_000,
      characters: 600,
    }),
  );
  const { people, pairs } = preparePeople(verdicts, []);
  const named = {
    people: people.map((person) => ({ ...person, name: `Person ${person.userId}` })),
    pairs: pairs.map((pair) => ({ ...pair, leftName: `Person ${pair.left}`, rightName: `Person ${pair.right}` })),
    weeks: prepareWeeks(verdicts).map((week) => ({ ...week, name: `Person ${week.userId}` })),
  };
  const fold = foldLabels();
  fold.add(
    ["a", "b"].map((id) => ({
      id,
      name: id,
      given: { r0: "refined", r1: "sound" } as const,
      decided: "sound" as const,
    })),
  );
  const { summary } = fold.finish();
  const labels = {
    ...summary,
    people: summary.people.map((person) => ({ ...person, name: `Person ${person.userId}` })),
  };
  const shown = figureTree(renderToStaticMarkup(createElement(LabelTables, { labels, itemsHref: "/items", fileHref })));
  expect(likeNamed(shown)).toEqual([]);
  const reasons = prepareReasons([{ itemId: "a", of: "refined", codes: ["other"] }]);
  const view = constructionView({ numbers, rejected: countedShare(0, 0), reasons, labels, ...named });
  expectTaken(
    view,
    links("report"),
    links("agreement"),
    createElement(PeopleQuality, { people: named.people, itemsHref: "/" }),
    links("people"),
    createElement(PeopleWeeks, { weeks: named.weeks, itemsHref: "/" }),
    links("weeks"),
    createElement(PairAgreement, { pairs: named.pairs, itemsHref: "/" }),
    links("pairs"),
    createElement(LabelTables, { labels, itemsHref: "/", fileHref }),
    createElement(ReasonTable, { reasons, itemsHref: "/" }),
    links("reasons"),
    createElement(GroupNumbers, { key: "groups", numbers, itemsHref: "/", fileHref }),
  );
  expect(viewFile(view, "report", "csv", null)).toContain("Refined,0.3333");
});

it.each([
  ["by the hour", { payPerHour: 1_200, payPerItem: null }],
  ["by the item", { payPerHour: 1_200, payPerItem: 250 }],
])("what people of a collection did and are paid %s can be taken away", (_, terms) => {
  const settings = collectionSettingsSchema.parse({ ...terms, currency: "EUR" });
  const workers = [3, 0].map(
    (finished, place): Worker => ({
      userId: `u${place}`,
      name: `Person ${place}`,
      inHand: 1,
      parked: 0,
      returned: 0,
      finished,
      refined: finished,
      marksOnly: 0,
      skipped: 0,
      reviews: 0,
      activeMs: 600_000 * finished,
      reviewMs: 0,
      idleMs: 0,
      paidItems: finished,
      pay: payFor(settings, { activeMs: 600_000 * finished, items: finished }),
      secondsPerItem: finished === 0 ? null : 600,
      decisions: 0,
    }),
  );
  const view = workersView(workers, settings);
  expectTaken(
    view,
    createElement(WorkerTable, { workers, currency: "EUR", itemsHref: "/" }),
    links("work"),
    createElement(PayTable, { workers, settings, settingsHref: "/", itemsHref: "/" }),
    links("pay"),
  );
  expect(viewFile(view, "pay", "csv", null)).toMatch(/\nPerson 0,3,1800,\d+,\d+,\d+,\d+\r/);
  expect(viewFile(workersView([], settings), "work", "csv", null)).toMatch(/^Person,/);
});

it("what a collection gives away can be taken away", () => {
  const result = { n: 4, right: 3, ties: 0, accuracy: 0.75, low: 0.3, high: 0.95 };
  const feature = { baseline: result, revealingValues: [] };
  const audit: SetAudit = {
    ikd: {
      pairs: 4,
      unpaired: 0,
      longer: result,
      balance: { medianDifference: null } as SetAudit["ikd"]["balance"],
      quotes: feature,
      firstWords: feature,
    },
    knp: {
      questions: 4,
      shorterWords: result,
      shorterCharacters: result,
      farther: { ...result, n: 0, right: 0, accuracy: null, low: 0, high: 1 },
      quotes: feature,
      firstWords: feature,
    },
    nearDuplicatePairs: 1,
    nearDuplicates: [{ left: "one", right: "other", overlap: 0.61 }],
    mixedQuotes: [],
  };
  for (const one of [audit, { ...audit, knp: { ...audit.knp, questions: 0 }, nearDuplicates: [] }])
    expectTaken(
      auditView(one),
      createElement(AuditTables, { audit: one, hrefOf: () => null, figureHref: () => "/items", fileHref }),
    );
});
