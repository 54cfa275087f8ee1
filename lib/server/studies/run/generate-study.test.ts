import { describe, expect, it } from "vitest";
import { generateLayout } from "@/lib/domain/survey/composition/generate-layout.ts";
import { layoutItem } from "@/lib/domain/survey/composition/layout-item.ts";
import { plainComposition } from "@/lib/domain/survey/composition/study-composition.ts";
import { layoutDesignOf } from "@/lib/domain/survey/composition/study-layout.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { street2024Design } from "@/lib/domain/survey/presets/street-2024.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { ensureOpenSlots } from "./ensure-open-slots.ts";

withTestDatabase();

const rows = Array.from({ length: 24 }, (_, index) => ({
  id: `item ${index}`,
  kind: "true-false",
  story: { id: `story ${index % 6}`, title: "", genre: "", text: `Once upon a time, ${index % 6}.` },
  text: "It was so.",
  gold: index % 2 === 0,
  attributes: { type: index < 12 ? "tom" : "factual", group: `source ${index % 4}` },
}));

async function* lines() {
  for (const row of rows) yield JSON.stringify(row);
}

const composition = {
  ...plainComposition,
  draw: 12,
  rules: [{ onePer: "group" }, { balance: "type" }, { order: { blocksOf: "story" } }],
} satisfies typeof plainComposition;

async function readSlots(studyId: string, open = false) {
  const { rows: placed } = await pool().query(
    `SELECT slot.id, stratum.key AS stratum, item_version.external_id AS item, condition.levels, placement.story_key,
       placement.source_group
     FROM slot JOIN stratum ON stratum.id = slot.stratum_id JOIN placement ON placement.slot_id = slot.id
     JOIN item_version ON item_version.id = placement.item_version_id JOIN condition ON condition.id = placement.condition_id
     WHERE slot.study_id = $1 AND stratum.is_open = $2 ORDER BY stratum.ordinal, slot.ordinal, placement.position`,
    [studyId, open],
  );
  return placed;
}

describe("a study with rules", () => {
  it("has the slots that its design file has, with the clusters of every placement", async () => {
    const study = await makeStudy({ lines: lines(), design: { itemsPerSession: 2, perStratumItem: 4, composition } });
    const stored = await pool().query("SELECT design, margins FROM study WHERE id = $1", [study.id]);
    const design = designSchema.parse(stored.rows[0].design);
    const file = layoutDesignOf(design, rows.length);
    const result = file && generateLayout(file, rows.map(layoutItem));
    if (!result?.ok) throw new Error("was not laid out");
    const expected = result.slots.flatMap(({ stratum, placements }) =>
      placements.map(({ item, story, group, condition }) => ({
        stratum,
        item,
        levels: condition,
        story_key: story,
        source_group: group,
      })),
    );
    expect((await readSlots(study.id)).map(({ id: _id, ...placement }) => placement)).toEqual(expected);
    const items = await pool().query("SELECT count(*)::int FROM study_item WHERE study_id = $1", [study.id]);
    expect(items.rows[0].count).toBe(12);
    expect(stored.rows[0].margins).toContainEqual({ name: "stratum x item", low: 4, high: 4, isExact: true });
  });

  it("has the file's own slots where a file was read in that names groups and levels in another order", async () => {
    const named = {
      strata: street2024Design("x", 2)
        .strata.map(({ key }) => key)
        .reverse(),
      factors: [{ name: "story", levels: ["story", "no-story"] }],
    };
    const factors = [
      { name: "story", levels: ["no-story", "story"] },
      { name: "questionOrder", levels: ["true-false"] },
    ];
    const study = await makeStudy({
      lines: lines(),
      design: { itemsPerSession: 2, perStratumItem: 4, factors, composition: { ...composition, named } },
    });
    const stored = await pool().query("SELECT design FROM study WHERE id = $1", [study.id]);
    const file = layoutDesignOf(designSchema.parse(stored.rows[0].design), rows.length);
    expect(file).toMatchObject({
      factors: [{ levels: ["story", "no-story"] }],
      strata: { 7: { key: "18-29/female" } },
    });
    const result = file && generateLayout(file, rows.map(layoutItem));
    if (!result?.ok) throw new Error("was not laid out");
    const placed = (await readSlots(study.id)).map(({ stratum, item, levels }) => ({ stratum, item, levels }));
    for (const { key } of file?.strata ?? []) {
      const expected = result.slots
        .filter(({ stratum }) => stratum === key)
        .flatMap(({ stratum, placements }) =>
          placements.map(({ item, condition }) => ({
            stratum,
            item,
            levels: { ...condition, questionOrder: "true-false" },
          })),
        );
      expect(placed.filter(({ stratum }) => stratum === key)).toEqual(expected);
    }
  });

  it("is balanced by the right answers as its design file is", async () => {
    const even = { ...plainComposition, rules: [{ balance: "gold" }] };
    const study = await makeStudy({
      lines: lines(),
      design: { itemsPerSession: 2, perStratumItem: 4, composition: even },
    });
    const stored = await pool().query("SELECT design FROM study WHERE id = $1", [study.id]);
    const file = layoutDesignOf(designSchema.parse(stored.rows[0].design), rows.length);
    const result = file && generateLayout(file, rows.map(layoutItem));
    if (!result?.ok) throw new Error("was not laid out");
    const items = (await readSlots(study.id)).map(({ item }) => item);
    expect(items).toEqual(result.slots.flatMap(({ placements }) => placements.map(({ item }) => item)));
  });

  it("keeps its rules in the slots of people outside all quotas", async () => {
    const study = await makeStudy({
      lines: lines(),
      design: { itemsPerSession: 2, perStratumItem: 4, openStratum: true, composition },
    });
    const open = await pool().query("SELECT id FROM stratum WHERE study_id = $1 AND is_open", [study.id]);
    await ensureOpenSlots(study.id, open.rows[0].id);
    const placed = await readSlots(study.id, true);
    expect(placed.length).toBeGreaterThanOrEqual(1_000);
    const groups = new Map<string, Set<string>>();
    for (const { id, source_group: group } of placed) groups.set(id, new Set(groups.get(id)).add(group));
    expect([...groups.values()].every((met) => met.size === 2)).toBe(true);
  });

  it("is not opened where its rules contradict each other, and is told the nearest number", async () => {
    const rules = [{ onePer: "group" }];
    const design = { itemsPerSession: 6, perStratumItem: 6, composition: { ...plainComposition, rules } };
    await expect(makeStudy({ lines: lines(), design })).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("the nearest exact number of items a session is 4."),
    });
  });
});
