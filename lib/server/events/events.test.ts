import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findOwnName } from "@/prisma/factories/find-own-name.ts";
import { giveVerdict, makeCollection } from "@/prisma/factories/make-collection.ts";
import { makeEvaluation } from "@/prisma/factories/make-evaluation.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { claimNextTask } from "../annotation/work/next-task.ts";
import { pauseEvaluation } from "../models/evaluations/control-evaluation.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { excludeResponse } from "../studies/responses/exclude-response.ts";
import { deliverEvent, deliveryJobKind } from "./deliver-event.ts";
import {
  addEventAddress,
  type EventAddressInput,
  listEventAddresses,
  removeEventAddress,
  sendTestEvent,
} from "./event-addresses.ts";
import { sendDueStudyEvents } from "./watch-studies.ts";

withTestDatabase();

const ownName = await findOwnName();

interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

let server: Server;
let address: string;
let received: Received[] = [];
/** The statuses of the next responses; afterwards 204. */
let statuses: number[] = [];
let study: MadeStudy;
let actor: Actor;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(statuses.shift() ?? 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=hidden`;
});
afterAll(() => server.close());

beforeEach(async () => {
  process.env.PARALLAX_PRIVATE_ENDPOINTS = "allow";
  [received, statuses] = [[], []];
  await pool().query("DELETE FROM job");
  study = await makeStudy({
    items: 1,
    design: {
      strata: [{ key: "all", label: "All", criteria: {} }],
      openStratum: false,
      factors: [],
      perStratumItem: 2,
    },
  });
  ({ actor } = await makePerson({ projectId: study.projectId, role: "admin" }));
});

const add = (changes: Partial<EventAddressInput>, by = actor) =>
  addEventAddress(by, study.id, { kind: "webhook", address, events: ["study.full"], dropOutPercent: 50, ...changes });

/** Runs every delivery that is due, and those that wait for their next attempt. */
async function deliver(): Promise<void> {
  while (await runNextJob({ [deliveryJobKind]: deliverEvent }));
}
const letTimePass = () => pool().query("UPDATE job SET run_after = clock_timestamp() WHERE state = 'waiting'");
const events = () => received.map(({ body }) => JSON.parse(body).event as string);
const log = async () => (await listEventAddresses(study.id)).deliveries;

describe("an address of a study", () => {
  it("receives chosen events in signed messages without an answer or a person", async () => {
    const { secret } = await add({ events: ["session.completed", "session.excluded", "study.full"] });
    const walker = await startWalker(study);
    await walkTo(walker, 5);
    await walkTo(await startWalker(study), 5);
    const { rows } = await pool().query("SELECT id, session_id FROM response WHERE study_id = $1", [study.id]);
    await excludeResponse(actor, rows[0].id, { reason: "duplicate", note: "The same person." });
    await deliver();
    expect(events().sort()).toEqual(["session.completed", "session.completed", "session.excluded", "study.full"]);
    for (const { headers, body } of received) {
      const key = Buffer.from((secret as string).slice("whsec_".length), "base64");
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
      expect(Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"]))).toBeLessThan(60);
      const said = JSON.parse(body);
      expect(said).toMatchObject({ id: headers["webhook-id"], study: { id: study.id } });
      for (const { id, session_id } of rows) for (const hidden of [id, session_id]) expect(body).not.toContain(hidden);
      expect(body).not.toContain("The same person");
    }
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(4);
    expect(
      (await log()).every(({ deliveredAt, status, attempts }) => deliveredAt && status === 204 && attempts === 1),
    ).toBe(true);
  });

  it("gets nothing that was not chosen, and nothing of another study", async () => {
    await add({ events: ["session.completed"] });
    await walkTo(await startWalker(await makeStudy({ items: 1 })), 5);
    expect(await log()).toEqual([]);
    const screened = await startWalker(study);
    await screened.post(0, { consent: "yes" });
    await screened.post(1, { residence: "uk", "first-language": "no", "most-used-language": "other" });
    expect(await log()).toEqual([]);
  });

  it("of Slack gets a text, and its address is not shown", async () => {
    const { secret } = await add({ kind: "slack" });
    expect(secret).toBeNull();
    const { addresses } = await listEventAddresses(study.id);
    expect(addresses[0]?.label).toBe(new URL(address).origin);
    await pool().query("UPDATE study SET name = 'A <b> & c' WHERE id = $1", [study.id]);
    await sendTestEvent(actor, study.id, addresses[0]?.id as string);
    await deliver();
    expect(JSON.parse(received[0]?.body ?? "")).toEqual({
      text: expect.stringMatching(/^<http:\/\/.+\|Test message: A &lt;b&gt; &amp; c>$/),
    });
    expect(received[0]?.headers["webhook-signature"]).toBeUndefined();
    const { rows } = await pool().query("SELECT row_to_json(event_address)::text AS row FROM event_address");
    expect(rows.map(({ row }) => row).join()).not.toContain("hidden");
  });

  it("is removed with its waiting deliveries, by people of the project only", async () => {
    await add({});
    const id = (await listEventAddresses(study.id)).addresses[0]?.id as string;
    await sendTestEvent(actor, study.id, id);
    const { actor: stranger } = await makePerson({ projectId: (await makeStudy()).projectId, role: "admin" });
    for (const act of [removeEventAddress, sendTestEvent])
      await expect(act(stranger, study.id, id)).rejects.toMatchObject({ code: "not-found" });
    await expect(add({}, stranger)).rejects.toMatchObject({ code: "not-found" });
    await removeEventAddress(actor, study.id, id);
    await deliver();
    expect(received).toEqual([]);
    await expect(removeEventAddress(actor, study.id, id)).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("an e-mail address", () => {
  it("receives e-mail from the operator's mail server, and is refused where there is none", async () => {
    const email = { kind: "email", address: "lab@example.org" } as const;
    await expect(add(email)).rejects.toMatchObject({ code: "invalid", field: "address" });
    const mails: string[] = [];
    const mailServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData: async (stream, _session, done) => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        mails.push(Buffer.concat(chunks).toString());
        done(null);
      },
    });
    await new Promise<void>((resolve) => mailServer.listen(0, "127.0.0.1", resolve));
    process.env.PARALLAX_SMTP_URL = `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`;
    process.env.PARALLAX_MAIL_FROM = "parallax@example.org";
    try {
      await expect(add({ ...email, address: "nobody" })).rejects.toMatchObject({ code: "invalid", field: "address" });
      expect(await add({ ...email, events: ["session.completed"] })).toEqual({ secret: null });
      await walkTo(await startWalker(study), 5);
      await deliver();
      expect(mails).toEqual([expect.stringMatching(/^To: lab@example\.org\r\nSubject: Session completed: /mu)]);
      expect(await log()).toMatchObject([{ label: "lab@example.org", status: 250, deliveredAt: expect.any(Date) }]);
    } finally {
      for (const name of ["PARALLAX_SMTP_URL", "PARALLAX_MAIL_FROM"]) delete process.env[name];
      await new Promise<void>((resolve) => mailServer.close(resolve));
    }
  });
});

describe("a delivery", () => {
  async function send(): Promise<void> {
    await add({});
    await sendTestEvent(actor, study.id, (await listEventAddresses(study.id)).addresses[0]?.id as string);
    await deliver();
  }

  it("that fails is tried again with the same id and a new signature", async () => {
    statuses = [503, 429];
    await send();
    expect(await log()).toMatchObject([{ attempts: 1, status: 503, deliveredAt: null, failedAt: null }]);
    await letTimePass();
    await deliver();
    await letTimePass();
    await deliver();
    expect(await log()).toMatchObject([{ attempts: 3, status: 204, problem: "", deliveredAt: expect.any(Date) }]);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  it("that is refused for good ends at once", async () => {
    statuses = [410];
    await send();
    expect(await log()).toMatchObject([{ attempts: 1, status: 410, failedAt: expect.any(Date) }]);
    await letTimePass();
    await deliver();
    expect(received).toHaveLength(1);
  });

  it("ends after twelve attempts", async () => {
    statuses = Array.from({ length: 20 }, () => 500);
    await send();
    for (let more = 0; more < 14; more += 1) {
      await letTimePass();
      await deliver();
    }
    expect(received).toHaveLength(12);
    expect(await log()).toMatchObject([{ attempts: 12, status: 500, failedAt: expect.any(Date) }]);
  });
});

describe("an address of the server's own network", () => {
  it("is refused unless the operator allows it, and then for admins only", async () => {
    const { actor: researcher } = await makePerson({ projectId: study.projectId, role: "researcher" });
    await expect(add({}, researcher)).rejects.toMatchObject({ code: "invalid", field: "address" });
    await add({});
    process.env.PARALLAX_PRIVATE_ENDPOINTS = "refuse";
    await expect(add({})).rejects.toMatchObject({ code: "invalid", field: "address" });
    // What was allowed once is checked again at each delivery.
    await sendTestEvent(actor, study.id, (await listEventAddresses(study.id)).addresses[0]?.id as string);
    await deliver();
    expect(received).toEqual([]);
    expect(await log()).toMatchObject([{ status: null, problem: expect.stringContaining("own network") }]);
  });

  it.skipIf(!ownName)("is refused at the delivery if a name that was accepted leads to it then", async () => {
    process.env.PARALLAX_PRIVATE_ENDPOINTS = "refuse";
    await add({ address: address.replace("127.0.0.1", ownName ?? "") });
    await sendTestEvent(actor, study.id, (await listEventAddresses(study.id)).addresses[0]?.id as string);
    await deliver();
    await letTimePass();
    await deliver();
    expect(received).toEqual([]);
    const problem = expect.stringContaining("own network");
    expect(await log()).toMatchObject([{ attempts: 1, status: null, problem, failedAt: expect.any(Date) }]);
  });

  it("is never link-local", async () => {
    await expect(add({ address: "http://169.254.169.254/latest" })).rejects.toMatchObject({ field: "address" });
  });
});

describe("events of the project", () => {
  it("tell every study of a benchmark that an evaluation is done or stopped by an error, and not by a person", async () => {
    await add({ events: ["evaluation.done", "evaluation.failed"] });
    const { evaluation } = await makeEvaluation(study.projectId);
    const become = (state: string, reason = "") =>
      pool().query("UPDATE evaluation SET state = $2, reason = $3 WHERE id = $1", [evaluation, state, reason]);
    await become("running");
    await pauseEvaluation(actor, evaluation);
    expect(await log()).toEqual([]);
    await become("running");
    await become("paused", "The endpoint refused the key.");
    await become("running");
    await become("done");
    await deliver();
    expect(events()).toEqual(["evaluation.failed", "evaluation.done"]);
    expect(JSON.parse(received[0]?.body ?? "").facts).toMatchObject({
      evaluation,
      reason: "The endpoint refused the key.",
    });
  });

  it("tell that annotations wait for review, once an hour for each collection", async () => {
    const collection = await makeCollection({ pairs: 2, settings: { reviewShareUntouched: 1 } });
    await pool().query("UPDATE study SET project_id = $2 WHERE id = $1", [study.id, collection.projectId]);
    ({ actor } = await makePerson({ projectId: collection.projectId, role: "admin" }));
    await add({ events: ["review.waiting"] });
    const annotator = await collection.annotator();
    let { task } = await claimNextTask(annotator, { collectionId: collection.id });
    while (task) task = (await giveVerdict(annotator, task, "sound")).next;
    const { rows } = await pool().query(
      "SELECT count(*)::int AS n FROM annotation_item WHERE collection_id = $1 AND status = 'submitted'",
      [collection.id],
    );
    expect(rows[0].n).toBeGreaterThan(1);
    await deliver();
    expect(events()).toEqual(["review.waiting"]);
  });
});

describe("events that no write causes", () => {
  it("are sent once: no arrival for a day, and drop-out above the share", async () => {
    await add({ events: ["study.stalled", "study.drop-out"], dropOutPercent: 60 });
    await sendDueStudyEvents();
    expect(await log()).toEqual([]);
    await pool().query("UPDATE study SET opened_at = clock_timestamp() - interval '30 hours' WHERE id = $1", [
      study.id,
    ]);
    await Promise.all([sendDueStudyEvents(), sendDueStudyEvents()]);
    expect((await log()).map(({ event }) => event)).toEqual(["study.stalled"]);
  });

  it("tell of drop-out only above the share of the address", async () => {
    const wide = await makeStudy({
      items: 1,
      design: { strata: [{ key: "all", label: "All", criteria: {} }], openStratum: false, perStratumItem: 20 },
    });
    study = wide;
    ({ actor } = await makePerson({ projectId: wide.projectId, role: "admin" }));
    await add({ events: ["study.drop-out"], dropOutPercent: 50 });
    for (let person = 0; person < 10; person += 1) await walkTo(await startWalker(wide), person < 5 ? 5 : 3);
    await pool().query(
      "UPDATE session SET last_seen_at = last_seen_at - interval '11 hours' WHERE study_id = $1 AND outcome IS NULL",
      [wide.id],
    );
    await sendDueStudyEvents();
    expect(await log()).toEqual([]);
    await pool().query("UPDATE event_address SET drop_out_percent = 49 WHERE study_id = $1", [wide.id]);
    await sendDueStudyEvents();
    await deliver();
    expect(events()).toEqual(["study.drop-out"]);
    expect(JSON.parse(received[0]?.body ?? "").facts).toEqual({ ofTheLast: 10, completed: 5, abovePercent: 49 });
  });
});
