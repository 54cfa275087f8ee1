import { expect, it } from "vitest";
import { generateLayout } from "@/lib/domain/survey/composition/generate-layout.ts";
import { layoutDesignOf } from "@/lib/domain/survey/composition/study-layout.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { prepareFlow } from "@/lib/domain/survey/live/prepare-flow.ts";
import type { Protocol } from "@/lib/domain/survey/protocol.ts";
import { protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { simulateStudy } from "@/lib/server/demo/simulation/simulate-study.ts";
import { pool } from "@/lib/server/platform/database/pool.ts";
import { readStudyItems, toLayoutItem } from "@/lib/server/studies/study-items.ts";
import { exportTables } from "@/prisma/factories/export-tables.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { inProcessEndpoints } from "./own-endpoints.ts";

withTestDatabase();

const yesNo = (key: string, change: object = {}) => ({
  type: "choice" as const,
  key,
  label: key,
  choices: ["yes", "no"].map((value) => ({ value, label: value })),
  ...change,
});
const page = (key: string, change: object = {}) => ({
  kind: "questions" as const,
  key,
  title: key,
  text: "",
  questions: [yesNo(key)],
  ...change,
});

function branched(made: Protocol): Protocol {
  const items = made.steps.filter((step) => step.kind === "items");
  const steps = [
    page("minor"),
    {
      kind: "exit",
      key: "too-young",
      title: "Too young",
      text: "",
      returnUrl: "",
      showIf: { question: "minor", oneOf: ["yes"] },
      endsAs: "screened-out",
    },
    page("pets"),
    page("cats", { showIf: { question: "pets", oneOf: ["yes"] } }),
    page("attention", {
      amongItems: { from: 1, to: 3 },
      check: { policy: "flag", tries: 1 },
      questions: [yesNo("awake", { right: { oneOf: ["yes"] } })],
    }),
    ...items,
  ];
  return protocolSchema.parse({ ...made, steps });
}

const design = {
  strata: [{ key: "all", label: "All", criteria: {} }],
  openStratum: false,
  factors: [],
  itemsPerSession: 4,
  perStratumItem: 9,
  composition: {
    varies: {},
    rules: [],
    draw: null,
    sessions: null,
    shares: null,
    checks: [{ key: "attention", from: 1, to: 3 }],
  },
};

it("leads scripted people along their branches, with the positions of the layout and every placement", async () => {
  const made = await makeStudy({ items: 4, design, protocol: branched });
  const profile = { participants: 40, seed: "7", accuracy: 1, dropOut: 0 };
  const result = await simulateStudy(made.slug, profile, () => inProcessEndpoints);
  expect(result?.finished).toBe(9);

  const { rows } = await pool().query(
    `SELECT study.id, study.design, protocol_version.document FROM study
     JOIN protocol_version ON protocol_version.id = study.protocol_version_id WHERE study.slug = $1`,
    [`${made.slug}-simulation`],
  );
  const [study] = rows;
  const screens = listScreens(protocolSchema.parse(study.document), 4);
  const exit = screens.findIndex(({ kind }) => kind === "exit");
  const sessions = await pool().query(
    `SELECT session.id, outcome::text, session.screen, slot.ordinal,
       (SELECT array_agg(key ORDER BY session_screen.screen) FROM session_screen WHERE session_id = session.id) AS keys,
       (SELECT count(*)::int FROM response WHERE session_id = session.id) AS responses
     FROM session LEFT JOIN slot ON slot.id = session.slot_id WHERE session.study_id = $1`,
    [study.id],
  );

  // People who left by the exit answered no item, and are counted as such.
  const left = sessions.rows.filter(({ outcome }) => outcome === "screened-out");
  expect(left.length).toBeGreaterThan(0);
  for (const one of left) expect(one).toMatchObject({ screen: exit, ordinal: null, responses: 0 });
  const tallies = await pool().query(
    "SELECT key, event, sum(count)::int AS count FROM session_count WHERE study_id = $1 GROUP BY key, event",
    [study.id],
  );
  const flow = prepareFlow(screens, tallies.rows, 9);
  expect(flow.exits).toEqual([{ key: "too-young", label: "Too young", endsAs: "screened-out", count: left.length }]);
  expect(flow.ended["screened-out"]).toBe(left.length);

  // Everyone else answered every item, and saw the check once, where `design layout` places it.
  const stored = designSchema.parse(study.design);
  const items = await readStudyItems(study.id);
  const file = layoutDesignOf(stored, items.length);
  const layout = file && generateLayout(file, items.map(toLayoutItem));
  if (!layout?.ok) throw new Error("no layout");
  const complete = sessions.rows.filter(({ outcome }) => outcome === "complete");
  for (const { keys, responses, ordinal } of complete) {
    expect(responses).toBe(4);
    const before = keys.slice(0, keys.indexOf("attention"));
    expect(keys.filter((key: string) => key === "attention")).toHaveLength(1);
    const after = before.filter((key: string) => key.endsWith("-answer")).length;
    expect(layout.slots[ordinal]?.checks).toEqual([{ check: "attention", after }]);
  }
  const places = layout.slots.map(({ checks = [] }) => checks[0]?.after);
  expect([...places].sort()).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);

  const { files, lines } = await exportTables({ id: study.id, projectId: made.projectId });
  const people = lines("participants.jsonl") as Record<string, string | null>[];
  for (const { outcome, answer_pets: pets, answer_cats: cats } of people) {
    if (outcome === "screened-out") expect([pets, cats]).toEqual([null, null]);
    if (outcome === "complete" && pets === "yes") expect(["yes", "no"]).toContain(cats);
    if (outcome === "complete" && pets === "no") expect(cats).toBe("not-asked");
  }
  expect(new Set(people.map((person) => person.answer_cats))).toContain("not-asked");
  expect(Object.entries(files).find(([name]) => name.startsWith("codebook"))?.[1]).toContain(
    "not asked: an earlier answer",
  );
});
