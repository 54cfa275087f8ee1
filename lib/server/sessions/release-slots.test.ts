import { describe, expect, it } from "vitest";
import { makeStudy, withDwell, withoutDwell } from "@/prisma/factories/make-study.ts";
import { startWalker, type Walker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { findSession } from "./find-session.ts";
import { hashToken } from "./session-token.ts";

withTestDatabase();

/** Lets minutes pass for the slots of a study. */
async function pass(studyId: string, minutes: number): Promise<void> {
  await pool().query(
    `UPDATE slot SET available_at = available_at - $2::int * interval '1 minute',
       claimed_at = claimed_at - $2::int * interval '1 minute', release_at = release_at - $2::int * interval '1 minute'
     WHERE study_id = $1`,
    [studyId, minutes],
  );
}

const oneStratum = { strata: [{ key: "all", label: "All", criteria: {} }], openStratum: false, factors: [] };
const look = (walker: Walker) => findSession(hashToken(walker.token), "renew");

async function logOf(walker: Walker): Promise<string[]> {
  const { rows } = await pool().query(
    `SELECT event FROM assignment_event JOIN session ON session.id = session_id WHERE token_hash = $1
     AND event <> 'requeued' ORDER BY assignment_event.id`,
    [hashToken(walker.token)],
  );
  return rows.map(({ event }) => event);
}

describe("slots that a script holds", () => {
  it("go to people who wait after 20 minutes without a screen, however often the script shows signs of life", async () => {
    const study = await makeStudy({ items: 1, design: { ...oneStratum, perStratumItem: 12 } });
    const bots: Walker[] = [];
    for (let count = 0; count < 12; count += 1) {
      const bot = await startWalker(study);
      // Where nearly all slots are held, arrivals wait briefly; this test is not about that wait.
      if ((await walkTo(bot, 2)).status === "waiting") await skipBriefWait(bot);
      bots.push(bot);
    }
    const person = await startWalker(study);
    expect(await walkTo(person, 2)).toMatchObject({ status: "waiting" });
    await pass(study.id, 19);
    for (const bot of bots) await look(bot);
    expect(await walkTo(person, 2)).toMatchObject({ status: "waiting" });
    await pass(study.id, 1);
    for (const bot of bots) await look(bot);
    const got = await walkTo(person, 2);
    expect(got).toMatchObject({ status: "advanced" });
    for (const bot of bots) await look(bot);
    const people = await Promise.all(Array.from({ length: 3 }, () => startWalker(study)));
    for (const one of people) expect(await walkTo(one, 5)).toMatchObject({ stepped: { isSurplus: false } });
  });

  async function skipBriefWait(walker: Walker): Promise<void> {
    await pool().query(
      "UPDATE session SET waiting_since = clock_timestamp() - interval '1 minute' WHERE token_hash = $1",
      [hashToken(walker.token)],
    );
    expect(await walkTo(walker, 2)).toMatchObject({ status: "advanced" });
  }

  it("are kept for 30 minutes before the first answer, and for the protocol's time after it", async () => {
    const study = await makeStudy({
      items: 2,
      design: { ...oneStratum, perStratumItem: 1, itemsPerSession: 2 },
      protocol: (protocol) => ({ ...withoutDwell(protocol), leaseMinutes: 240 }),
    });
    const walker = await startWalker(study);
    await walkTo(walker, 2);
    const minutesKept = async () => {
      const session = await look(walker);
      return Math.round(((session?.keptUntil?.getTime() ?? 0) - (session?.now.getTime() ?? 0)) / 60_000);
    };
    expect(await minutesKept()).toBe(30);
    await pass(study.id, 20);
    expect(await minutesKept()).toBe(10);
    await walker.post(3, {});
    expect(await minutesKept()).toBe(10);
    await walker.post(4, { choice: "true" });
    expect(await minutesKept()).toBe(240);
  });
});

it.each([
  [300, 20],
  [900, 45],
])("a slot whose step is planned to take %i s may be released after %i minutes", async (dwellSeconds, minutes) => {
  const study = await makeStudy({ items: 1, protocol: (protocol) => withDwell(protocol, dwellSeconds) });
  await walkTo(await startWalker(study), 2);
  const { rows } = await pool().query(
    `SELECT round(extract(epoch FROM release_at - claimed_at) / 60)::int AS minutes FROM slot
     WHERE study_id = $1 AND session_id IS NOT NULL`,
    [study.id],
  );
  expect(rows).toEqual([{ minutes }]);
});

describe("somebody whose slot was given to another person", () => {
  it("gets a free slot with the same content when they return, and counts", async () => {
    const study = await makeStudy({ items: 1, design: { ...oneStratum, perStratumItem: 2 } });
    const away = await startWalker(study);
    await walkTo(away, 2);
    await pass(study.id, 31);
    // Two others take both slots, and one of them leaves again.
    const others = [await startWalker(study), await startWalker(study)];
    for (const other of others) await walkTo(other, 2);
    expect((await look(away))?.lostSlot).toBe(true);
    await away.post(3, {});
    expect((await look(away))?.lostSlot).toBe(true);
    await pass(study.id, 31);
    const third = await startWalker(study);
    await walkTo(third, 2);
    await away.post(4, { choice: "true" });
    expect((await look(away))?.lostSlot).toBe(false);
    expect(await away.post(5, { explanation: "So." })).toMatchObject({
      stepped: { outcome: "complete", isSurplus: false },
    });
    expect(await logOf(away)).toEqual(["claimed", "reclaimed", "completed"]);
    const { rows } = await pool().query(
      "SELECT count(*)::int AS done, count(DISTINCT session_id)::int AS holders FROM slot WHERE study_id = $1 AND is_done",
      [study.id],
    );
    expect(rows).toEqual([{ done: 1, holders: 1 }]);
  });

  it("finishes as surplus with a code where no slot with that content is free", async () => {
    const study = await makeStudy({ items: 1, design: { ...oneStratum, perStratumItem: 1 } });
    const away = await startWalker(study);
    await walkTo(away, 2);
    await pass(study.id, 31);
    expect(await walkTo(await startWalker(study), 5)).toMatchObject({ stepped: { isSurplus: false } });
    const answers: Record<string, string>[] = [{}, { choice: "true" }, { explanation: "So." }];
    for (const [screen, fields] of answers.entries()) await away.post(3 + screen, fields);
    const { rows } = await pool().query(
      "SELECT outcome::text, is_surplus, completion_code IS NOT NULL AS has_code FROM session WHERE token_hash = $1",
      [hashToken(away.token)],
    );
    expect(rows).toEqual([{ outcome: "complete", is_surplus: true, has_code: true }]);
    expect(await logOf(away)).toEqual(["claimed", "surplus"]);
  });

  it("never shares a slot with anybody, however many return at once", async () => {
    const study = await makeStudy({ items: 1, design: { ...oneStratum, perStratumItem: 3 } });
    const away = await Promise.all(Array.from({ length: 3 }, () => startWalker(study)));
    for (const one of away) await walkTo(one, 3);
    await pass(study.id, 31);
    for (let count = 0; count < 3; count += 1) await walkTo(await startWalker(study), 2);
    await pass(study.id, 31);
    // One slot comes back into the queue and is taken; the two others are free for three who return.
    await walkTo(await startWalker(study), 2);
    await Promise.all(away.map((one) => one.post(4, { choice: "true" })));
    const ends = await Promise.all(away.map((one) => one.post(5, { explanation: "So." })));
    const surplus = ends.filter((end) => end.status === "advanced" && end.stepped.isSurplus);
    expect(surplus).toHaveLength(1);
    const { rows } = await pool().query(
      `SELECT (SELECT count(*)::int FROM slot WHERE study_id = $1 AND is_done) AS done,
              (SELECT count(*)::int FROM session WHERE study_id = $1 AND outcome = 'complete' AND NOT is_surplus) AS counted`,
      [study.id],
    );
    expect(rows).toEqual([{ done: 2, counted: 2 }]);
  });
});
