import { randomBytes } from "node:crypto";
import { Agent, request as httpRequest } from "node:http";
import * as z from "zod";
import { readHiddenFields } from "../../e2e/load-test/hidden-fields.ts";
import { openArrivalRules } from "../../lib/domain/survey/arrival-rules.ts";
import { installation } from "../../lib/server/platform/access/access.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { oneRow } from "../../lib/server/platform/database/rows.ts";
import { sql } from "../../lib/server/platform/database/sql.ts";
import { setArrivalRules } from "../../lib/server/studies/flow/arrivals.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { type Flow, streetFlow } from "./load.ts";

/**
 * The longest response time of `readyz` while the given number of connections request the first screen without a pause.
 */
export async function measureReadyz(
  url: string,
  flow: Flow,
  connections: number,
  seconds: number,
): Promise<{ longestMs: number; asked: number; notReady: number }> {
  const end = performance.now() + seconds * 1_000;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const visitors = Array.from({ length: connections }, async () => {
    while (performance.now() < end) await get(agent, url + flow.path).catch(() => undefined);
  });
  const result = { longestMs: 0, asked: 0, notReady: 0 };
  while (performance.now() < end) {
    const began = performance.now();
    const status = await get(undefined, `${url}/api/readyz`).catch(() => 0);
    result.asked += 1;
    if (status !== 200) result.notReady += 1;
    result.longestMs = Math.max(result.longestMs, Math.round(performance.now() - began));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await Promise.all(visitors);
  agent.destroy();
  return result;
}

/**
 * Opens the given number of sessions from one network as fast as possible, each up to the screen that claims a slot, in
 * a study of 560 slots with a limit of open sessions per network; then fifty other people arrive from other networks.
 */
export async function openInBulk(
  url: string,
  openings: number,
): Promise<{ slots: number; held: number; refused: number; others: number; othersComplete: number; seconds: number }> {
  const study = await makeStudy({ items: 35, design: { perStratumItem: 2 } });
  await setArrivalRules(installation, study.id, { ...openArrivalRules, networkCap: 10 });
  const { n: slots } = await oneRow(
    pool(),
    z.strictObject({ n: z.number() }),
    sql`SELECT count(*)::int AS n FROM slot JOIN stratum ON stratum.id = stratum_id WHERE slot.study_id = ${study.id}
      AND NOT is_open`,
  );
  const began = performance.now();
  let next = 0;
  const counts = { held: 0, refused: 0, othersComplete: 0 };
  const attack = async () => {
    for (let number = next++; number < openings; number = next++) {
      const reached = await walk(url, streetFlow(study.slug), `203.0.113.${number % 250}`, 4);
      counts[reached === 4 ? "held" : "refused"] += 1;
    }
  };
  await Promise.all(Array.from({ length: 50 }, attack));
  const seconds = Math.round((performance.now() - began) / 1_000);
  const others = 50;
  await Promise.all(
    Array.from({ length: others }, async (_, number) => {
      if ((await walk(url, streetFlow(study.slug), `198.51.${number}.7`, Number.POSITIVE_INFINITY)) === 7)
        counts.othersComplete += 1;
    }),
  );
  return { slots, ...counts, others, seconds };
}

/** How many steps of the flow were answered with the next screen, for someone at that address. */
async function walk(url: string, flow: Flow, address: string, most: number): Promise<number> {
  let path = flow.path;
  let carried: Record<string, string> = {};
  let done = 0;
  for (const step of flow.steps.slice(0, most)) {
    const body = step.body(carried);
    const reply = await fetch(url + path, {
      headers: { "x-forwarded-for": address, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    const text = await reply.text();
    if (!reply.ok) return done;
    const html: string = body ? (JSON.parse(text).html ?? "") : text;
    done += 1;
    if (html.includes("Your code:")) return done;
    path = html.match(/action="([^"]+)"/)?.[1] ?? "";
    if (path === "") return done;
    carried = readHiddenFields(html);
    if (body === null) carried.token ??= randomBytes(24).toString("base64url");
  }
  return done;
}

function get(agent: Agent | undefined, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { ...(agent ? { agent } : {}) }, (incoming) => {
      incoming.resume();
      incoming.once("end", () => resolve(incoming.statusCode ?? 0));
    });
    outgoing.once("error", reject);
    outgoing.end();
  });
}
