import { describe, expect, it } from "vitest";
import { formatDuration } from "../../format/times.ts";
import { listMarginalCounts } from "../design.ts";
import { manyItemsProtocol } from "../presets/many-items.ts";
import { street2024Protocol } from "../presets/street-2024.ts";
import { listScreens } from "../screens.ts";
import { timeBucket } from "../time-bucket.ts";
import type { LiveStudy } from "./live-study.ts";
import { prepareLiveCells } from "./prepare-cells.ts";
import { computeCompletion, prepareFlow } from "./prepare-flow.ts";
import { prepareStrata } from "./prepare-strata.ts";
import { prepareTimes } from "./prepare-times.ts";

const counts = { strata: 8, items: 140, conditions: 4, perStratumItem: 26, itemsPerSession: 1 };
const street: LiveStudy = {
  items: Array.from({ length: 140 }, (_, place) => ({
    id: `item-${place}`,
    label: `S${place % 20}`,
    text: "",
    story: `Story ${Math.floor(place / 20)}`,
  })),
  conditions: ["a", "b", "c", "d"].map((id) => ({ id, label: id })),
  strata: [
    ...Array.from({ length: 8 }, (_, place) => ({ id: `stratum-${place}`, label: `${place}`, isOpen: false })),
    { id: "open", label: "Outside quotas", isOpen: true },
  ],
  margins: listMarginalCounts(counts),
  itemsPerSession: 1,
};
const streetScreens = listScreens(street2024Protocol(), 1);

describe("cells", () => {
  it("stand in a block for each condition and a row for each story, against the exact target", () => {
    const grid = prepareLiveCells(street, [
      { itemVersionId: "item-21", conditionId: "b", filled: 52, open: 3 },
      { itemVersionId: "item-0", conditionId: "b", filled: 13, open: 0 },
    ]);
    expect(grid.target).toEqual({ low: 52, high: 52 });
    expect(grid.blocks).toHaveLength(4);
    expect(grid.blocks[1]?.rows.map((row) => row.cells.length)).toEqual([20, 20, 20, 20, 20, 20, 20]);
    expect(grid.blocks[1]?.rows[1]?.cells[1]).toMatchObject({ item: 21, filled: 52, open: 3, share: 1 });
    expect(grid.blocks[1]?.rows[0]?.cells[0]).toMatchObject({ filled: 13, share: 0.25 });
    expect(grid).toMatchObject({ cells: 560, full: 1, emptiest: 0, fullest: 52 });
  });

  it("are laid in plain rows where stories have one item each, and long stories go on in the next row", () => {
    const alone = { ...street, items: street.items.map((item, place) => ({ ...item, story: `Story ${place}` })) };
    expect(prepareLiveCells(alone, []).blocks[0]?.rows.map((row) => [row.label, row.cells.length])).toEqual([
      ["", 25],
      ["", 25],
      ["", 25],
      ["", 25],
      ["", 25],
      ["", 15],
    ]);
    const long = { ...street, items: street.items.map((item) => ({ ...item, story: "One" })).slice(0, 30) };
    expect(prepareLiveCells(long, []).blocks[0]?.rows.map((row) => [row.label, row.cells.length])).toEqual([
      ["One", 25],
      ["", 5],
    ]);
  });

  it("are not called full without an answer where the design promises a cell none", () => {
    const margins = street.margins.map((margin) =>
      margin.name === "item x condition" ? { ...margin, low: 0, high: 7 } : margin,
    );
    expect(prepareLiveCells({ ...street, margins }, [])).toMatchObject({ cells: 560, full: 0 });
    const one = { itemVersionId: "item-0", conditionId: "b", filled: 1, open: 0 };
    expect(prepareLiveCells({ ...street, margins }, [one])).toMatchObject({ full: 1 });
  });

  it("are none in a study without items", () => {
    expect(prepareLiveCells({ ...street, items: [] }, [])).toMatchObject({
      cells: 0,
      full: 0,
      emptiest: 0,
      fullest: 0,
    });
  });
});

describe("groups", () => {
  it("count sessions, not answers, against their targets; the open one has none", () => {
    const many = { ...street, itemsPerSession: 20, margins: listMarginalCounts({ ...counts, itemsPerSession: 20 }) };
    const progress = prepareStrata(many, [
      { stratumId: "stratum-0", answers: 40 },
      { stratumId: "open", answers: 20 },
    ]);
    expect(progress.strata[0]).toMatchObject({ sessions: 2, target: 182 });
    expect(progress.strata[8]).toMatchObject({ sessions: 1, target: null });
    expect(progress).toMatchObject({ filled: 2, target: 1456, answers: 40, open: 1 });
  });

  it("of unequal size have targets of their own", () => {
    const strata = street.strata.map((stratum, place) =>
      place < 8 ? { ...stratum, target: 100 * (place + 1) } : stratum,
    );
    const progress = prepareStrata({ ...street, strata }, [{ stratumId: "stratum-1", answers: 50 }]);
    expect(progress.strata.map(({ target }) => target)).toEqual([100, 200, 300, 400, 500, 600, 700, 800, null]);
    expect(progress.strata[1]).toMatchObject({ sessions: 50 });
  });
});

describe("the flow", () => {
  const tallies = [
    { key: "consent", event: "left", count: 60 },
    { key: "consent", event: "left", count: 40 },
    { key: "", event: "no-consent", count: 4 },
    { key: "english", event: "shown", count: 96 },
    { key: "english", event: "left", count: 93 },
    { key: "", event: "screened-out", count: 10 },
    { key: "", event: "over-quota", count: 6 },
    { key: "about-you", event: "shown", count: 83 },
    { key: "about-you", event: "left", count: 83 },
    { key: "statement-story", event: "shown", count: 77 },
    { key: "statement-story", event: "left", count: 70 },
    { key: "statement-answer", event: "shown", count: 70 },
    { key: "statement-answer", event: "left", count: 70 },
    { key: "statement-explanation", event: "shown", count: 70 },
    { key: "statement-explanation", event: "left", count: 68 },
    { key: "", event: "complete", count: 68 },
  ];

  it("adds up: everybody who began has ended somehow or is still under way", () => {
    const flow = prepareFlow(streetScreens, tallies, 67);
    expect(flow).toMatchObject({ started: 100, agreed: 96, unfinished: 12, surplus: 1 });
    expect(flow.steps.map(({ label, shown, standing }) => [label, shown, standing])).toEqual([
      ["Consent", 100, 0],
      ["Residence and languages", 96, 3],
      ["About you", 83, 0],
      ["Story", 77, 7],
      ["Question", 70, 0],
      ["Reason", 70, 2],
    ]);
  });

  it("tells people who wait for a slot from those who dropped out", () => {
    const waiting = { key: "about-you", event: "waiting", count: 3 };
    const shown = [...tallies, { key: "about-you", event: "shown", count: 5 }, waiting];
    const step = prepareFlow(streetScreens, shown, 67).steps.find(({ label }) => label === "About you");
    expect(step).toMatchObject({ shown: 88, left: 83, standing: 2, waiting: 3 });
  });

  it("has one measure of completion: of the sessions that could be completed and have ended", () => {
    const flow = prepareFlow(streetScreens, tallies, 67);
    // 12 have no outcome, of whom five are still in progress.
    expect(computeCompletion(flow, 5)).toMatchObject({
      completed: 68,
      dropped: 7,
      underWay: 5,
      share: { estimate: 68 / 75 },
    });
    expect(computeCompletion(flow, null)).toBeNull();
    expect(computeCompletion(prepareFlow(streetScreens, [], 0), 0)).toMatchObject({
      dropped: 0,
      share: { estimate: null },
    });
  });

  it("is all zeros before anybody came", () => {
    expect(prepareFlow(streetScreens, [], 0)).toMatchObject({ started: 0, unfinished: 0, surplus: 0 });
  });

  it("says how often a session of many items shows a screen", () => {
    const flow = prepareFlow(listScreens(manyItemsProtocol(), 50), [], 0);
    expect(flow.steps.map(({ key, times }) => [key, times])).toEqual([
      ["consent", 1],
      ["how-it-works", 1],
      ["items-answer", 50],
      ["items-explanation", 50],
    ]);
  });
});

describe("times", () => {
  it("have a median, a range and bars without gaps, for screens that were left", () => {
    const bucket = (ms: number) => timeBucket(ms);
    const times = prepareTimes(streetScreens, [
      { key: "statement-story", bucket: bucket(61_000), count: 8 },
      { key: "statement-story", bucket: bucket(240_000), count: 2 },
      { key: "gone", bucket: 3, count: 5 },
      { key: "english", bucket: 0, count: 0 },
    ]);
    expect(times).toHaveLength(1);
    expect(times[0]).toMatchObject({ label: "Story", n: 10, dwellMs: 60_000 });
    expect(times[0]?.medianMs ?? 0).toBeGreaterThan(61_000 * 0.94);
    expect(times[0]?.medianMs ?? 0).toBeLessThan(61_000 * 1.06);
    const bars = times[0]?.bars ?? [];
    expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(10);
    for (const [index, bar] of bars.slice(1).entries()) expect(bar.fromMs).toBe(bars[index]?.toMs);
    expect(bars[0]?.count).toBe(8);
  });

  it("hold every duration inside the bar that counts it", () => {
    for (const ms of [1, 100, 101, 109, 110, 5_000, 60_000, 3_600_000]) {
      const bar = prepareTimes(streetScreens, [{ key: "english", bucket: timeBucket(ms), count: 1 }])[0]?.bars[0];
      expect(bar?.fromMs ?? Number.NaN).toBeLessThan(ms * 1.000001);
      expect(bar?.toMs ?? Number.NaN).toBeGreaterThanOrEqual(ms * 0.999999);
    }
  });

  it("are written for people", () => {
    expect([400, 9_949, 9_950, 12_000, 59_600, 65_000, 120_000, 3_600_000, 3_720_000].map(formatDuration)).toEqual([
      "0.4 s",
      "9.9 s",
      "10 s",
      "12 s",
      "1 min",
      "1 min 5 s",
      "2 min",
      "1 h",
      "1 h 2 min",
    ]);
  });
});
