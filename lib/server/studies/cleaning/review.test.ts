import { beforeAll, describe, expect, it } from "vitest";
import { computeReviewAgreement } from "@/lib/domain/results/figures/review-agreement-figures.ts";
import { defaultAnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { sampleShare } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import type { RatingVerdict } from "@/lib/domain/survey/cleaning/rated-answer.ts";
import { createTableTaskSchema, tableTaskSlug } from "@/lib/domain/tasks/templates/table-task.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { saveAnalysisPlan } from "../draft/study-plan.ts";
import { readDataCollectionState } from "../lock/read-data-collection-state.ts";
import { restoreResponse } from "../responses/restore-response.ts";
import { moveStudy } from "../run/move-study.ts";
import { loadCleaning } from "./load-cleaning.ts";
import { adjudicateAnswer, rateAnswer } from "./rate-answer.ts";
import { getAdjudication, getRatingQueue } from "./rating-queue.ts";
import { startReview } from "./start-review.ts";

withTestDatabase();

const ages = ["18-29", "30-39", "40-49", "50-65"];

describe("the review of flagged answers", () => {
  let study: MadeStudy;
  let researcher: Actor;
  let raters: Actor[];
  const people = 12;
  const flagged = 4;

  beforeAll(async () => {
    study = await makeStudy({ items: 2, open: false });
    const as = async (role: "researcher" | "rater") => (await makePerson({ projectId: study.projectId, role })).actor;
    researcher = await as("researcher");
    raters = [await as("rater"), await as("rater"), await as("rater")];
    const plan = defaultAnalysisPlan();
    const cleaning = [{ rule: "gibberish", limit: 50, action: "review" }];
    await saveAnalysisPlan(researcher, study.id, { ...plan, exclusions: { ...plan.exclusions, cleaning } }, "");
    await moveStudy(researcher, study.id, "open");
    for (let number = 0; number < people; number += 1) {
      await walkTo(await startWalker(study), 5, {
        age: ages[number % 4]!,
        gender: number % 3 === 0 ? "male" : "female",
        explanation:
          number < flagged ? `sdfkjh wlkrj ${"x".repeat(number)}` : `Ana saw the number ${number} and kept it.`,
      });
    }
  });

  it("mixes flagged answers with a random sample of the others, once", async () => {
    await expect(startReview(raters[0]!, study.id)).rejects.toMatchObject({ code: "not-found" });
    expect(await startReview(researcher, study.id)).toEqual({
      flagged,
      sampled: Math.ceil((people - flagged) * sampleShare),
    });
    expect(await startReview(researcher, study.id)).toEqual({ flagged: 0, sampled: 0 });
  });

  it("shows a rater the statement, the explanation and percentiles, and nothing else", async () => {
    const { next, rated, open } = await getRatingQueue(raters[0]!, study.projectId);
    expect({ rated, open }).toEqual({ rated: 0, open: flagged + 1 });
    expect(Object.keys(next!).sort()).toEqual(["explanation", "id", "measures", "statement"]);
    expect(next!.statement).toMatch(/^Ben knows the number \d\.$/);
    expect(Object.keys(next!.measures).sort()).toEqual([
      "explanationLength",
      "hiddenTime",
      "pastedShare",
      "readingTime",
      "responseTime",
    ]);
    const { rows } = await pool().query("SELECT id, response_id, measures FROM cleaning_review");
    expect(rows.every(({ id, response_id: response }) => id !== response)).toBe(true);
    for (const { measures } of rows) {
      for (const known of [measures.responseTime, measures.readingTime, measures.explanationLength]) {
        expect(known).toBeGreaterThanOrEqual(0);
        expect(known).toBeLessThanOrEqual(100);
      }
      // No browser reported how the fields were filled in.
      expect([measures.pastedShare, measures.hiddenTime]).toEqual([null, null]);
    }
    const stranger = await makePerson({ projectId: (await makeStudy()).projectId, role: "rater" });
    expect(await getRatingQueue(stranger.actor, study.projectId)).toEqual({ rated: 0, open: 0, next: null });
    await expect(rateAnswer(stranger.actor, { review: next!.id, verdict: "keep", note: "" })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("decides where two raters agree; of two at once both verdicts count, and a third is refused", async () => {
    const verdictsOf = new Map<string, RatingVerdict>();
    for (const rater of raters.slice(0, 2)) {
      for (let queue = await getRatingQueue(rater, study.projectId); queue.next; ) {
        const { id, explanation } = queue.next;
        // They agree except about one answer, and both are unsure about another.
        const place = explanation!.startsWith("sdf") ? explanation!.split("x").length - 1 : -1;
        const verdict =
          place < 0
            ? "keep"
            : place === 0
              ? rater === raters[0]
                ? "keep"
                : "exclude"
              : place === 1
                ? "unsure"
                : "exclude";
        await rateAnswer(rater, { review: id, verdict, note: "" });
        await expect(rateAnswer(rater, { review: id, verdict, note: "" })).rejects.toMatchObject({ code: "conflict" });
        verdictsOf.set(id, verdict);
        queue = await getRatingQueue(rater, study.projectId);
      }
    }
    expect((await getRatingQueue(raters[2]!, study.projectId)).open).toBe(0);
    for (const review of verdictsOf.keys())
      await expect(rateAnswer(raters[2]!, { review, verdict: "keep", note: "" })).rejects.toMatchObject({
        code: "conflict",
      });
    const { review, pairs } = await loadCleaning(study.id);
    expect(review).toMatchObject({
      answers: 5,
      sampled: 1,
      disputed: 2,
      kept: 1,
      excluded: 2,
      unresolved: 0,
      raters: 2,
    });
    // Four of five pairs agree; the margins are keep 2, unsure 1, exclude 2 and keep 1, unsure 1, exclude 3.
    const [raw, kappa] = computeReviewAgreement(pairs);
    expect(raw).toMatchObject({ measure: "Raw agreement", n: 5, value: 4 / 5 });
    const expected = (2 * 1 + 1 * 1 + 2 * 3) / 25;
    expect(kappa!.measure).toBe("Cohen’s kappa");
    expect(kappa!.value).toBeCloseTo((4 / 5 - expected) / (1 - expected), 12);
  });

  it("excludes with rule, rater, time and reason, and never changes a payment", async () => {
    const { rows } = await pool().query(
      "SELECT reason, rule, actor, created_by_id, created_at FROM exclusion WHERE study_id = $1",
      [study.id],
    );
    const made = {
      reason: "review",
      rule: "exclusions.cleaning.review: gibberish",
      actor: "person",
      created_by_id: raters[1]!.userId,
      created_at: expect.any(Date),
    };
    expect(rows).toEqual([made, made]);
    expect((await pool().query("SELECT FROM session_payment")).rowCount).toBe(0);
  });

  it("lets another person adjudicate, as blind; an unresolved answer is kept and counted", async () => {
    await expect(
      adjudicateAnswer(raters[2]!, { review: crypto.randomUUID(), outcome: "kept", note: "" }),
    ).rejects.toMatchObject({
      code: "not-found",
    });
    const place = { id: study.id, projectId: study.projectId };
    const first = await getAdjudication(researcher, place);
    expect(first.open).toBe(2);
    expect(Object.keys(first.next!).sort()).toEqual(["explanation", "id", "measures", "statement", "verdicts"]);
    await adjudicateAnswer(researcher, { review: first.next!.id, outcome: "excluded", note: "No language." });
    const second = await getAdjudication(researcher, place);
    await adjudicateAnswer(researcher, { review: second.next!.id, outcome: "unresolved", note: "" });
    expect(await getAdjudication(researcher, place)).toEqual({ open: 0, next: null });
    await expect(
      adjudicateAnswer(researcher, { review: second.next!.id, outcome: "excluded", note: "" }),
    ).rejects.toMatchObject({ code: "conflict" });
    const { review } = await loadCleaning(study.id);
    expect(review).toMatchObject({ disputed: 0, kept: 1, excluded: 3, unresolved: 1 });
    expect((await readDataCollectionState(study.id, "main", "current")).filled).toBe(people - 3);
  });

  it("can be reversed for each answer", async () => {
    const { rows } = await pool().query("SELECT response_id FROM exclusion WHERE note = 'No language.'");
    await restoreResponse(researcher, rows[0].response_id);
    expect((await readDataCollectionState(study.id, "main", "current")).filled).toBe(people - 2);
  });
});

it("shows a rater the whole question of a task, not its summary", async () => {
  const slug = tableTaskSlug("text", []);
  const question = `${"Ana counts the boxes. ".repeat(20)}What does she say?`;
  const study = await makeStudy({
    schemas: { [slug]: createTableTaskSchema("text", []) },
    lines: (async function* () {
      yield JSON.stringify({ id: "box", schema: slug, fields: { story: "Ana is in a shop.", question }, gold: {} });
    })(),
    design: {
      ...{ strata: [{ key: "all", label: "Everybody", criteria: {} }], openStratum: false, factors: [] },
      ...{ perStratumItem: 1, itemsPerSession: 1 },
    },
    protocol: (protocol) => ({
      ...protocol,
      steps: protocol.steps
        .filter((step) => step.kind === "items")
        .map((step) => ({ ...step, layout: "one-screen", dwellSeconds: 0, explanation: null })),
    }),
  });
  const walker = await startWalker(study);
  await walker.post(0, { consent: "yes" });
  await walker.post(1, { "task.answer": "Four." });
  await pool().query(
    `INSERT INTO cleaning_review (id, response_id, study_id, rules, measures, ordinal)
     SELECT gen_random_uuid(), id, study_id, '{}', '{}', 1 FROM response WHERE study_id = $1`,
    [study.id],
  );
  const { actor } = await makePerson({ projectId: study.projectId, role: "rater" });
  expect((await getRatingQueue(actor, study.projectId)).next).toMatchObject({ statement: question });
});
