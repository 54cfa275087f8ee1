import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, type Walker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { readSession } from "../platform/auth/read-session.ts";
import { pool } from "../platform/database/pool.ts";
import { networkHash } from "../platform/network/network-hash.ts";
import { getArrivals, setArrivalRules } from "../studies/flow/arrivals.ts";
import { releaseSlots } from "../studies/run/release-slots.ts";
import { createSession } from "./create-session.ts";
import { withdraw } from "./erasure/withdraw.ts";
import { findSession } from "./find-session.ts";
import { forgetNonParticipants, recordRefusedArrival } from "./refused-arrivals.ts";
import { hashToken, mintToken } from "./session-token.ts";

withTestDatabase();

const person = (externalId: string, source: Entry["source"] = "pid"): Entry => ({
  source,
  externalId,
  parameters: {},
  toSign: "",
  signature: null,
});

async function researcherOf(projectId: string) {
  const { claims } = await makePerson({ projectId, role: "researcher" });
  const actor = await readSession(claims);
  if (!actor) throw new Error("the researcher has no session");
  return actor;
}

describe("one person", () => {
  it("gets no second session with an id that looks the same, and is marked where only its case differs", async () => {
    const study = await makeStudy();
    const arrive = (entry: Entry) => createSession(study.id, study.protocolVersionId, hashToken(mintToken()), entry);
    expect(await arrive(person("ab1"))).toEqual({ ok: true });
    for (const same of ["ab1", "ａｂ1", "a\u200bb1", "ab1\u2069"])
      expect(await arrive(person(same)), JSON.stringify(same)).toEqual({ ok: false, reason: "known-person" });
    expect(await arrive(person("AB1"))).toEqual({ ok: true });
    expect(await arrive(person("x1", "prolific"))).toEqual({ ok: true });
    expect(await arrive(person("X1", "prolific"))).toEqual({ ok: false, reason: "known-person" });
    const actor = await researcherOf(study.projectId);
    expect(await getArrivals(actor, study.id)).toMatchObject({ caseVariants: 1 });
  });
});

describe("one network", () => {
  const proxied = (address: string) => new Headers({ "x-forwarded-for": address });
  beforeAll(() => {
    process.env.PARALLAX_PROXY = "127.0.0.1";
  });
  afterAll(() => {
    delete process.env.PARALLAX_PROXY;
  });

  async function roomyStudy(networkCap: number | null) {
    const strata = [{ key: "all", label: "All", criteria: {} }];
    const study = await makeStudy({ items: 1, design: { strata, factors: [], perStratumItem: 60 } });
    await setCap(study.id, networkCap);
    return study;
  }

  async function setCap(studyId: string, networkCap: number | null): Promise<void> {
    const rules = JSON.stringify({ ...openArrivalRules, networkCap });
    await pool().query("UPDATE study SET arrival_rules = $2 WHERE id = $1", [studyId, rules]);
  }

  async function walkFrom(study: MadeStudy, hash: string | null): Promise<Walker> {
    const walker = await startWalker(study);
    await pool().query("UPDATE session SET network_hash = $2 WHERE token_hash = $1", [hashToken(walker.token), hash]);
    return walker;
  }

  it("holds no more slots without an answer than the study allows, however many claim at once, and is told why", async () => {
    const study = await roomyStudy(3);
    const walkers = await Promise.all(Array.from({ length: 12 }, () => walkFrom(study, "one")));
    const claims = await Promise.all(walkers.map((walker) => walkTo(walker, 2)));
    expect(claims.filter(({ status }) => status === "advanced")).toHaveLength(3);
    const waiting = claims.flatMap((claim, at) => (claim.status === "waiting" ? [{ claim, walker: walkers[at] }] : []));
    for (const { claim } of waiting) expect(claim.reason).toBe("network");
    // Another network, and someone whose network is not known, get in.
    expect(await walkTo(await walkFrom(study, "other"), 2)).toMatchObject({ status: "advanced" });
    expect(await walkTo(await walkFrom(study, null), 2)).toMatchObject({ status: "advanced" });
    // Anyone who has answered does not count.
    const inside = walkers.find((_, at) => claims[at]?.status === "advanced");
    await inside?.post(3, {});
    await inside?.post(4, { choice: "true" });
    const [first, second] = waiting;
    expect(first && (await walkTo(first.walker as Walker, 2))).toMatchObject({ status: "advanced" });
    expect(second && (await walkTo(second.walker as Walker, 2))).toMatchObject({
      status: "waiting",
      reason: "network",
    });
    // A changed limit applies to the next attempt.
    await setCap(study.id, 4);
    expect(second && (await walkTo(second.walker as Walker, 2))).toMatchObject({ status: "advanced" });
  });

  it("holds 20 where the study says nothing, and as many as come where it says so", async () => {
    const study = await roomyStudy(null);
    await pool().query("UPDATE study SET arrival_rules = NULL WHERE id = $1", [study.id]);
    const claim = async () => walkTo(await walkFrom(study, "campus"), 2);
    for (let count = 0; count < 20; count += 1) expect(await claim()).toMatchObject({ status: "advanced" });
    expect(await claim()).toMatchObject({ status: "waiting", reason: "network" });
    await setCap(study.id, null);
    expect(await claim()).toMatchObject({ status: "advanced" });
  });

  it("claims without waiting for others of the network where the study has no limit", async () => {
    const study = await roomyStudy(null);
    const walker = await walkFrom(study, "campus");
    const other = await pool().connect();
    try {
      await other.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [`${study.id}/campus`]);
      expect(await walkTo(walker, 2)).toMatchObject({ status: "advanced" });
    } finally {
      other.release(true);
    }
  });

  it("is known behind a named proxy only, by a hash, and Live says so where a limit is set without one", async () => {
    const study = await makeStudy();
    const actor = await researcherOf(study.projectId);
    await setArrivalRules(actor, study.id, { ...openArrivalRules, networkCap: 2 });
    const [one, same, other] = await Promise.all(
      ["203.0.113.7", "203.0.113.99", "198.51.100.7"].map((address) => networkHash(proxied(address))),
    );
    expect(one).toMatch(/^[\w-]{43}$/);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
    expect(await getArrivals(actor, study.id)).toMatchObject({ isCapIdle: false, rules: { networkCap: 2 } });
    delete process.env.PARALLAX_PROXY;
    expect(await networkHash(proxied("203.0.113.7"))).toBeNull();
    expect(await getArrivals(actor, study.id)).toMatchObject({ isCapIdle: true });
  });
});

describe("a study whose slots are all held by people who do not go on", () => {
  it("is answerable for others once the unfinished slots are released", async () => {
    const study = await makeStudy({ items: 1, design: { perStratumItem: 2, factors: [] } });
    const held: Awaited<ReturnType<typeof startWalker>>[] = [];
    for (let attacker = 0; attacker < 4; attacker++) {
      const walker = await startWalker(study);
      const result = await walkTo(walker, 2);
      if (result.status === "advanced") held.push(walker);
      else expect(result.status).toBe("waiting");
    }
    expect(held).toHaveLength(2);
    const actor = await researcherOf(study.projectId);
    expect(await releaseSlots(actor, study.id)).toBe(2);
    for (const walker of held) await findSession(hashToken(walker.token), "renew");
    expect(await walkTo(await startWalker(study), 5)).toMatchObject({
      stepped: { outcome: "complete", isSurplus: false },
    });
    const stranger = await makePerson({ projectId: undefined });
    const other = await readSession(stranger.claims);
    if (other) await expect(releaseSlots(other, study.id)).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("people who did not take part", () => {
  it("are forgotten after the stated time, and arrivals that did not fit, too", async () => {
    const study = await makeStudy();
    await createSession(study.id, study.protocolVersionId, hashToken(mintToken()), person("gone"));
    await recordRefusedArrival(study.id, "unsigned", person("misfit"));
    expect(await forgetNonParticipants(30)).toBe(0);
    await pool().query("UPDATE session SET last_seen_at = last_seen_at - interval '31 days' WHERE study_id = $1", [
      study.id,
    ]);
    await pool().query("UPDATE refused_arrival SET at = at - interval '31 days'");
    expect(await forgetNonParticipants(30)).toBe(2);
    const { rows } = await pool().query("SELECT external_id FROM entry_identity WHERE study_id = $1", [study.id]);
    expect(rows[0].external_id).toMatch(/^forgotten:/);
    expect(await forgetNonParticipants(30)).toBe(0);
  });

  it("are forgotten, too, where they withdrew before they had a slot, or their id is compared with none", async () => {
    const study = await makeStudy();
    const tokens = ["withdrew", "old"].map((id) => [id, hashToken(mintToken())] as const);
    for (const [id, token] of tokens) await createSession(study.id, study.protocolVersionId, token, person(id));
    await withdraw(tokens[0]?.[1] ?? "", "keep");
    await pool().query("UPDATE entry_identity SET compared_id = NULL WHERE external_id = 'old'");
    await pool().query("UPDATE session SET last_seen_at = last_seen_at - interval '31 days' WHERE study_id = $1", [
      study.id,
    ]);
    expect(await forgetNonParticipants(30)).toBe(2);
    expect(await forgetNonParticipants(30)).toBe(0);
  });
});
