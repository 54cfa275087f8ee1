import { describe, expect, it } from "vitest";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { findSession } from "../sessions/find-session.ts";
import { hashToken } from "../sessions/session-token.ts";
import { freezeLists, openStudy } from "./run/open-study.ts";

withTestDatabase();

const oneStratum = [{ key: "all", label: "Everybody", criteria: {} }];

describe("a study of lists", () => {
  it("gives each session its list, in order, and saves every answer as it is given", async () => {
    const study = await makeStudy({
      items: 5,
      open: false,
      design: { strata: oneStratum, openStratum: false, factors: [], perStratumItem: 1, itemsPerSession: 3 },
      protocol: (protocol) => ({
        ...protocol,
        steps: protocol.steps
          .filter((step) => step.kind === "items")
          .map((step) => ({ ...step, layout: "one-screen", dwellSeconds: 0, explanation: null })),
      }),
    });
    const list = [4, 0, 2].map((item) => ({ item, condition: 0 }));
    await withTx((client) => freezeLists(client, study.id, [list]));
    await openStudy(study.id);
    const walker = await startWalker(study);
    expect(await walker.post(0, { consent: "yes" })).toMatchObject({ status: "advanced" });
    for (const screen of [1, 2])
      expect(await walker.post(screen, { choice: "true" })).toMatchObject({ status: "advanced" });
    const answered = await pool().query(
      `SELECT item_version.external_id FROM response JOIN item_version ON item_version.id = response.item_version_id
       WHERE study_id = $1 ORDER BY position`,
      [study.id],
    );
    expect(answered.rows.map((row) => row.external_id)).toEqual(["item-4", "item-0"]);
    expect(await walker.post(3, { choice: "false" })).toMatchObject({ stepped: { outcome: "complete" } });
    expect((await findSession(hashToken(walker.token), "only-look"))?.outcome).toBe("complete");
  });

  it("counts as many slots as there are lists, whatever a design would have made of the items", async () => {
    const study = await makeStudy({
      items: 3,
      open: false,
      design: { strata: oneStratum, openStratum: false, factors: [], perStratumItem: 1, itemsPerSession: 2 },
    });
    const lists = [0, 1, 0, 1].map((item) => [item, 2].map((place) => ({ item: place, condition: 0 })));
    await withTx((client) => freezeLists(client, study.id, lists));
    const { rows } = await pool().query("SELECT margins FROM study WHERE id = $1", [study.id]);
    expect(rows[0].margins).toContainEqual({ name: "sessions", low: 4, high: 4, isExact: true });
    expect(rows[0].margins).toContainEqual({ name: "item x condition", low: 2, high: 4, isExact: false });
  });

  it("refuses lists of another length than the session", async () => {
    const study = await makeStudy({ open: false, design: { strata: oneStratum, itemsPerSession: 2 } });
    await expect(withTx((client) => freezeLists(client, study.id, [[{ item: 0, condition: 0 }]]))).rejects.toThrow(
      "a session has 2 items, not 1",
    );
  });
});

describe("many items per person", () => {
  it("shows fifty items in a seeded order, no item twice, and counts them all", async () => {
    const study = await makeStudy({
      items: 60,
      design: { strata: oneStratum, openStratum: false, factors: [], perStratumItem: 5, itemsPerSession: 50 },
      protocol: (protocol) => ({
        ...protocol,
        steps: protocol.steps
          .filter((step) => step.kind === "items")
          .map((step) => ({ ...step, layout: "one-screen", dwellSeconds: 0, explanation: null })),
      }),
    });
    const walker = await startWalker(study);
    await walker.post(0, { consent: "yes" });
    for (let screen = 1; screen <= 50; screen += 1) await walker.post(screen, { choice: "true" });
    const { rows } = await pool().query(
      "SELECT count(*)::int AS answers, count(DISTINCT item_version_id)::int AS items FROM response WHERE study_id = $1",
      [study.id],
    );
    expect(rows[0]).toEqual({ answers: 50, items: 50 });
    const cells = await pool().query("SELECT sum(count)::int AS n FROM cell_count WHERE study_id = $1", [study.id]);
    expect(cells.rows[0].n).toBe(50);
  });
});
