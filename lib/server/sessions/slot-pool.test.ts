import fc from "fast-check";
import { expect, it } from "vitest";
import { seededRandom } from "@/lib/domain/random.ts";
import { leaseRenewals } from "@/lib/domain/survey/protocol.ts";
import { type PooledSlot, SlotPool } from "@/lib/domain/survey/slots/slot-pool.ts";
import { returnSeed } from "@/lib/domain/survey/slots/slot-queue.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, type Walker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { topUpStudy } from "../studies/run/top-up-study.ts";
import { withdraw } from "./erasure/withdraw.ts";
import { findSession } from "./find-session.ts";
import { requeueReturned } from "./requeue-returned.ts";
import { hashToken } from "./session-token.ts";

withTestDatabase();

const genders = ["female", "male"] as const;
const perCell = 2;

/** Two groups, four statements, two in a session, two conditions: 8 sessions, 2 answers for each statement and condition. */
function made(): Promise<MadeStudy> {
  return makeStudy({
    items: 4,
    design: {
      strata: genders.map((gender) => ({ key: gender, label: gender, criteria: { gender } })),
      openStratum: false,
      factors: [{ name: "story", levels: ["story", "no-story"] }],
      perStratumItem: perCell,
      itemsPerSession: 2,
    },
  });
}

const event = fc.record({
  kind: fc.constantFrom(
    "arrive",
    "arrive",
    "arrive",
    "beat",
    "renew",
    "finish",
    "finish",
    "withdraw",
    "lapse",
    "idle",
    "topUp",
  ),
  who: fc.nat(100),
  gender: fc.constantFrom(...genders),
});

async function readSlots(studyId: string): Promise<PooledSlot[]> {
  const { rows } = await pool().query(
    `SELECT slot.id::text AS id, stratum.key AS stratum, slot.ordinal, slot.session_id AS holder, slot.is_done AS "isDone",
       EXISTS (SELECT FROM slot AS other WHERE other.replaces_slot_id = slot.id) AS "isReplaced",
       slot.queue_position AS "queuePosition", slot.turn, slot.queued_turn AS "queuedTurn",
       (SELECT string_agg(format('%s %s', item_version_id, condition_id), ' ' ORDER BY position)
        FROM placement WHERE slot_id = slot.id) AS content
     FROM slot JOIN stratum ON stratum.id = slot.stratum_id WHERE slot.study_id = $1 ORDER BY slot.id`,
    [studyId],
  );
  return rows.map((row) => ({ ...row, ...unclaimed }));
}

const unclaimed = {
  availableAt: Number.NEGATIVE_INFINITY,
  claimedAt: Number.NEGATIVE_INFINITY,
  releaseAt: Number.NEGATIVE_INFINITY,
  hasAnswered: false,
};

/**
 * The slot state known to both the model and the database; times are the database's, and who has answered is stored
 * with the answers.
 */
const known = (slots: readonly PooledSlot[]) =>
  slots.map(
    ({ availableAt: _until, claimedAt: _claimed, releaseAt: _release, hasAnswered: _answered, ...slot }) => slot,
  );

class Run {
  readonly people: { walker: Walker; id: string; outcome: string | null; hasStepped: boolean; beats: number }[] = [];
  private now = 0;

  private constructor(
    private readonly study: MadeStudy,
    private readonly twin: SlotPool,
    private readonly strata: Map<string, string>,
    private readonly seed: string,
  ) {}

  static async start(): Promise<Run> {
    const study = await made();
    const { rows } = await pool().query("SELECT key, id FROM stratum WHERE study_id = $1", [study.id]);
    const strata = new Map(rows.map(({ key, id }) => [key, id]));
    return new Run(study, new SlotPool(await readSlots(study.id), 30), strata, study.slug);
  }

  async arrive(gender: string): Promise<void> {
    await requeueReturned(this.strata.get(gender) ?? "");
    this.twin.requeue(gender, this.now, ({ id, turn }) => seededRandom(returnSeed(this.seed, id, turn)));
    const walker = await startWalker(this.study);
    const result = await walkTo(walker, 2, { gender });
    const session = await findSession(hashToken(walker.token), "only-look");
    const id = session?.sessionId ?? "";
    let claimed = this.twin.claim(id, gender, this.now);
    if (!claimed) {
      // Anyone who has to wait has idle slots released.
      this.twin.requeue(gender, this.now, ({ id, turn }) => seededRandom(returnSeed(this.seed, id, turn)), true);
      claimed = this.twin.claim(id, gender, this.now);
    }
    const isIn = result.status === "advanced" && result.stepped.outcome === null;
    expect(isIn).toBe(claimed !== null);
    if (claimed) this.people.push({ walker, id, outcome: null, hasStepped: false, beats: 0 });
  }

  async finish(one: Run["people"][number]): Promise<void> {
    const answers: Record<string, string>[] = [{}, { choice: "true" }, { explanation: "So." }];
    for (const [screen, fields] of [...answers, ...answers].entries()) {
      await one.walker.post(3 + screen, fields);
    }
    // The first answer renews the lease as a step does, and takes another slot where this one was lost.
    this.twin.renew(one.id, this.now, true);
    one.outcome = this.twin.finish(one.id, this.now);
    const { rows } = await pool().query("SELECT is_surplus FROM session WHERE id = $1", [one.id]);
    expect(rows[0].is_surplus).toBe(one.outcome === "surplus");
  }

  async happen(kind: string, who: number, gender: string): Promise<void> {
    const running = this.people.filter(({ outcome }) => outcome === null);
    const one = running[who % Math.max(1, running.length)];
    if (kind === "arrive") await this.arrive(gender);
    else if (kind === "finish" && one) await this.finish(one);
    else if ((kind === "beat" || (kind === "renew" && one?.hasStepped)) && one) {
      await findSession(hashToken(one.walker.token), "renew");
      if (one.beats < leaseRenewals && this.twin.heartbeat(one.id, this.now)) one.beats += 1;
    } else if (kind === "renew" && one) {
      // A step forward renews the lease, whether it has ended or not.
      await one.walker.post(3, {});
      this.twin.renew(one.id, this.now);
      one.hasStepped = true;
      one.beats = 0;
    } else if (kind === "withdraw") {
      const leavers = this.people.filter(({ outcome }) => outcome !== "withdrawn" && outcome !== "surplus");
      const leaver = leavers[who % Math.max(1, leavers.length)];
      if (!leaver) return;
      await withdraw(hashToken(leaver.walker.token), "keep");
      this.twin.withdraw(leaver.id);
      leaver.outcome = "withdrawn";
    } else if (kind === "lapse") await this.pass(31);
    else if (kind === "idle") await this.pass(21);
    else if (kind === "topUp") await this.topUp(who);
  }

  /** Lets so many minutes pass, in the database by moving what it knows into the past. */
  private async pass(minutes: number): Promise<void> {
    await pool().query(
      `UPDATE slot SET available_at = available_at - $2::int * interval '1 minute',
         claimed_at = claimed_at - $2::int * interval '1 minute', release_at = release_at - $2::int * interval '1 minute'
       WHERE study_id = $1`,
      [this.study.id, minutes],
    );
    this.now += minutes * 60_000;
  }

  /** Excludes one answer or all of someone who has finished and lets a new slot make up for them. */
  private async topUp(who: number): Promise<void> {
    const finished = this.people.filter(({ outcome }) => outcome === "complete");
    const one = finished[who % Math.max(1, finished.length)];
    if (!one) return;
    const person = "00000000-0000-4000-8000-000000000000";
    const { rowCount } = await pool().query(
      `INSERT INTO exclusion (id, response_id, reason, created_by_id)
       SELECT gen_random_uuid(), id, 'duplicate', $2 FROM counted_response
       WHERE session_id = $1 AND NOT is_excluded ORDER BY position LIMIT $3`,
      [one.id, person, 1 + (who % 2)],
    );
    if (rowCount === 0) return;
    const replaced = this.twin.slots.find(({ holder }) => holder === one.id);
    if (!replaced) throw new Error("somebody complete has no slot");
    // Anyone who makes up for this session already answers all of it.
    expect(await topUpStudy(installation, this.study.id)).toBe(replaced.isReplaced ? 0 : 1);
    if (replaced.isReplaced) return;
    replaced.isReplaced = true;
    const added = (await readSlots(this.study.id)).at(-1);
    if (added) this.twin.slots.push(added);
  }

  async compare(): Promise<void> {
    expect(await readSlots(this.study.id)).toEqual(known(this.twin.slots).map((slot) => expect.objectContaining(slot)));
  }

  /** Everyone who is left goes away and others come, until every slot is filled. */
  async fill(): Promise<void> {
    await this.happen("lapse", 0, "");
    for (const gender of genders) {
      while (this.twin.slots.some(({ stratum, isDone }) => stratum === gender && !isDone)) {
        await this.arrive(gender);
        const last = this.people.at(-1);
        if (last?.outcome !== null) throw new Error("nobody got in");
        await this.finish(last);
      }
    }
    const { rows } = await pool().query(
      `SELECT count(*)::int AS n FROM counted_response AS counted
       WHERE study_id = $1 AND is_complete AND is_newest AND NOT is_surplus AND NOT is_excluded
       GROUP BY item_version_id, condition_id`,
      [this.study.id],
    );
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 8 }, () => perCell));
  }
}

it("decides about slots as the domain does, and ends with every margin exact", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 30 }), async (events) => {
      const run = await Run.start();
      for (const { kind, who, gender } of events) {
        await run.happen(kind, who, gender);
        await run.compare();
      }
      await run.fill();
      await run.compare();
    }),
    { numRuns: 6 },
  );
});
