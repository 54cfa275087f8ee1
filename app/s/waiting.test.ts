import { describe, expect, it } from "vitest";
import { POST as takeScreen } from "@/app/api/v1/sessions/[token]/screens/[screen]/route.ts";
import { sayIn, tables } from "@/lib/domain/survey/languages/messages.ts";
import { pool } from "@/lib/server/platform/database/pool.ts";
import { withdraw } from "@/lib/server/sessions/erasure/withdraw.ts";
import { hashToken } from "@/lib/server/sessions/session-token.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, type Walker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { waitNotice } from "../participant/notices.ts";
import { respondWithNotice } from "../participant/respond.tsx";
import { GET as dataPage } from "./[study]/[token]/data/route.ts";
import { GET as sessionPage } from "./[study]/[token]/route.ts";

withTestDatabase();

const about = { age: "18-29", gender: "female" };

/** A study of one group with this number of slots, all for statements without conditions. */
function makeGroup(slots: number): Promise<MadeStudy> {
  return makeStudy({
    items: 1,
    design: { strata: [{ key: "all", label: "All", criteria: {} }], factors: [], perStratumItem: slots },
  });
}

/** A participant who has reached the questions that decide the group. */
async function arrive(study: MadeStudy): Promise<Walker> {
  const walker = await startWalker(study);
  await walkTo(walker, 1);
  return walker;
}

function post(study: MadeStudy, { token }: Walker, type: "json" | "form"): Promise<Response> {
  const fields = { protocol: study.protocolVersionId, ...about };
  const request = new Request("http://localhost/api", {
    method: "POST",
    body: type === "json" ? JSON.stringify(fields) : new URLSearchParams(fields),
    headers: { "content-type": type === "json" ? "application/json" : "application/x-www-form-urlencoded" },
  });
  return takeScreen(request, { params: Promise.resolve({ token, screen: "2" }) });
}

async function show(study: MadeStudy, { token }: Walker, read = sessionPage) {
  const request = new Request(`http://localhost/s/${study.slug}/${token}`);
  const response = await read(request, { params: Promise.resolve({ study: study.slug, token }) });
  return { response, html: await response.text() };
}

describe("somebody who comes while all slots are held", () => {
  it.each(["json", "form"] as const)(
    "waits on a page that asks again by itself, and goes on when one is given back (%s)",
    async (type) => {
      const study = await makeGroup(1);
      const holder = await arrive(study);
      await holder.post(2, about);
      const waiter = await arrive(study);
      const sent = await post(study, waiter, type);
      const address = `/s/${study.slug}/${waiter.token}`;
      if (type === "form") {
        expect([sent.status, sent.headers.get("location")]).toEqual([303, address]);
      } else {
        expect(sent.status).toBe(409);
        expect(await sent.json()).toMatchObject({ status: "waiting", receipt: null, url: address });
      }
      const { html } = await show(study, waiter);
      expect(html).toContain(sayIn("en")("waitTitle"));
      // Without a script the page is reloaded; with one it is fetched, and a status message informs screen readers.
      expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="10"\/?><\/noscript>/i);
      expect(html).toMatch(/<p data-wait="true" role="status"/);
      expect(html).toContain(`${address}/withdraw`);
      expect((await show(study, waiter, dataPage)).html).toContain("18");

      await withdraw(hashToken(holder.token), "keep");
      const moved = await show(study, waiter);
      expect([moved.response.status, moved.response.headers.get("location")]).toEqual([303, address]);
      expect((await show(study, waiter)).html).toContain('data-screen="3"');
      const { rows } = await pool().query(
        `SELECT given, (SELECT count(*)::int FROM slot WHERE session_id = session.id) AS slots
       FROM step_answer JOIN session ON session.id = session_id WHERE token_hash = $1 AND step_answer.screen = 2`,
        [hashToken(waiter.token)],
      );
      expect(rows).toEqual([{ given: about, slots: 1 }]);
    },
  );

  it("is told that all places are taken as soon as the last is filled", async () => {
    const study = await makeGroup(1);
    const holder = await arrive(study);
    await holder.post(2, about);
    const waiter = await arrive(study);
    await post(study, waiter, "form");
    for (const [screen, fields] of [{}, { choice: "true" }, { explanation: "So." }].entries()) {
      await holder.post(3 + screen, fields as Record<string, string>);
    }
    expect((await show(study, waiter)).response.headers.get("location")).toMatch(/\?done$/);
    const { rows } = await pool().query("SELECT outcome, waiting_post FROM session WHERE token_hash = $1", [
      hashToken(waiter.token),
    ]);
    expect(rows).toEqual([{ outcome: "over-quota", waiting_post: null }]);
  });

  it("is one of the first of several who wait: each free slot goes to one of them", async () => {
    const study = await makeGroup(2);
    const holders = [await arrive(study), await arrive(study)];
    for (const holder of holders) await holder.post(2, about);
    const waiters = await Promise.all(Array.from({ length: 4 }, () => arrive(study)));
    for (const waiter of waiters) await post(study, waiter, "form");
    await withdraw(hashToken(holders[0]?.token ?? ""), "keep");
    const shown = await Promise.all(waiters.map((waiter) => show(study, waiter)));
    expect(shown.filter(({ response }) => response.status === 303)).toHaveLength(1);
    expect(shown.filter(({ html }) => html.includes("<p data-wait="))).toHaveLength(3);
  });
});

describe("somebody who comes while nearly all slots of the group are held", () => {
  it("waits for twenty seconds and then takes what is free", async () => {
    const study = await makeGroup(10);
    for (let holder = 0; holder < 9; holder += 1) await (await arrive(study)).post(2, about);
    const last = await arrive(study);
    const first = await last.post(2, about);
    if (first.status !== "waiting") throw new Error(`expected to wait, not ${first.status}`);
    expect(first.until.getTime()).toBeLessThan(Date.now() + 21_000);
    expect((await show(study, last)).html).toContain("<p data-wait=");
    await pool().query(
      "UPDATE session SET waiting_since = waiting_since - interval '20 seconds' WHERE token_hash = $1",
      [hashToken(last.token)],
    );
    expect((await show(study, last)).response.status).toBe(303);
  });
});

describe("the page of somebody who waits", () => {
  it("says so in each of our languages, with the time", async () => {
    for (const language of ["en", ...Object.keys(tables)]) {
      const say = sayIn(language);
      const frame = { name: "Study", language, words: {}, frameAncestors: [], formTargets: [] };
      const network = waitNotice(say, { until: new Date(0), reason: "network" }, null);
      expect(
        (await respondWithNotice(network, frame, 200).then((page) => page.text())).includes(say("networkFullTitle")),
      ).toBe(true);
      const response = await respondWithNotice(
        waitNotice(say, { until: new Date(0), reason: "slots" }, null),
        frame,
        200,
      );
      const html = await response.text();
      expect(html).toContain(`lang="${language}"`);
      expect(html).toContain(say("waitTitle"));
      expect(html).toContain("1970-01-01T00:00:00.000Z");
      expect(say("waitStill", { time: "9:00" })).toContain("9:00");
    }
  });
});
