import { z } from "zod";
import { canonicalJson, fingerprint } from "@/lib/domain/fingerprint.ts";
import type { Item } from "@/lib/domain/items/item.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { optionsOf } from "@/lib/domain/items/stimulus.ts";
import { type Random, seededRandom, shuffled } from "@/lib/domain/random.ts";
import { boxKey } from "@/lib/domain/survey/check.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { type Protocol, protocolHash, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { askedQuestions } from "@/lib/domain/survey/questions/apply-rules.ts";
import { confidenceKey, type Question } from "@/lib/domain/survey/questions/question.ts";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import { pool } from "../platform/database/pool.ts";
import { createStudy } from "../studies/create-study.ts";
import { openStudy } from "../studies/open-study.ts";
import { withFreeSlug } from "../studies/with-free-slug.ts";
import { createSession } from "./create-session.ts";
import { readGivenAnswers } from "./read-given-answers.ts";
import { getRunningProtocol, type RunningProtocol } from "./running-study.ts";
import { hashToken, mintToken } from "./session-token.ts";
import { submitScreen } from "./submit-screen.ts";
import { withdraw } from "./withdraw.ts";

/** How scripted participants behave. */
export interface SimulationProfile {
  participants: number;
  seed: string;
  /** Chance that an answer is right. */
  accuracy: number;
  /** Share of participants who leave between their first item and their last screen. */
  dropOut: number;
}

export interface SimulationResult {
  study: string;
  finished: number;
  left: number;
  /** Came when no slot of their group was free. */
  turnedAway: number;
}

/** People who take part at the same time. */
const atOnce = 4;

/**
 * Walks scripted participants through a study by the use cases that real posts go through. A study of people gets a twin
 * in the stage "simulation", with the same design, items and texts and without dwell, so that the two can never mix.
 *
 * @param onProgress told after every hundred participants
 * @returns null for an unknown study
 */
export async function simulateStudy(
  address: string,
  profile: SimulationProfile,
  onProgress: (done: number) => void = () => {},
): Promise<SimulationResult | null> {
  const study = await findSimulated(address);
  const running = study && (await getRunningProtocol(study.protocolVersionId));
  if (!study || !running) return null;
  const { rows: groups } = await pool().query<{ criteria: Record<string, string>; slots: number }>(
    `SELECT stratum.criteria, count(slot.id)::int AS slots FROM stratum JOIN slot ON slot.stratum_id = stratum.id
     WHERE stratum.study_id = $1 AND NOT stratum.is_open GROUP BY stratum.id ORDER BY stratum.ordinal`,
    [study.id],
  );
  const places = shuffled(
    groups.flatMap(({ criteria, slots }) => Array.from({ length: slots }, () => criteria)),
    seededRandom(`${profile.seed}/arrivals`),
  );
  const result: SimulationResult = { study: study.slug, finished: 0, left: 0, turnedAway: 0 };
  let next = 0;
  const walk = async () => {
    for (let person = next++; person < profile.participants; person = next++) {
      const criteria = places[person % places.length] ?? {};
      result[await walkThrough(running, criteria, profile, seededRandom(`${profile.seed}/${person}`))] += 1;
      if ((person + 1) % 100 === 0) onProgress(person + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, walk));
  return result;
}

interface SimulatedStudy {
  id: string;
  slug: string;
  protocolVersionId: string;
}

async function findSimulated(address: string): Promise<SimulatedStudy | null> {
  const { rows } = await pool().query("SELECT id, slug, stage::text FROM study WHERE slug = $1 OR id::text = $1", [
    address,
  ]);
  const study = rows[0];
  if (!study) return null;
  const id: string = study.stage === "simulation" ? study.id : await makeTwin(study.id, study.slug);
  await openStudy(id);
  const { rows: found } = await pool().query(
    `SELECT id, slug, protocol_version_id AS "protocolVersionId" FROM study WHERE id = $1`,
    [id],
  );
  return found[0];
}

/**
 * The twin of a study in the stage "simulation"; one that is not full and has the same design, items and texts is used
 * again.
 */
function makeTwin(studyId: string, address: string): Promise<string> {
  return withFreeSlug(async (client, freeSlug) => {
    const { rows } = await client.query(
      `SELECT study.*, protocol_version.document FROM study
       JOIN protocol_version ON protocol_version.id = study.protocol_version_id WHERE study.id = $1 FOR UPDATE OF study`,
      [studyId],
    );
    const source = rows[0];
    const items = await client.query("SELECT item_version_id FROM study_item WHERE study_id = $1 ORDER BY ordinal", [
      studyId,
    ]);
    const itemIds = items.rows.map((row) => row.item_version_id);
    const design = designSchema.parse(source.design);
    const protocol = withoutDwell(protocolSchema.parse(source.document));
    const hash = fingerprint(canonicalJson({ design, itemIds, protocol: protocolHash(protocol) }));
    const twins = await client.query(
      `SELECT id FROM study WHERE simulation_of_id = $1 AND simulation_hash = $2 AND status <> 'closed'
       ORDER BY created_at DESC LIMIT 1`,
      [studyId, hash],
    );
    if (twins.rows[0]) return twins.rows[0].id;
    const id = await createStudy(client, {
      projectId: source.project_id,
      createdById: null,
      name: `${source.name} (simulation)`.slice(0, 200),
      slug: await freeSlug(`${address.slice(0, 40).replace(/-+$/, "")}-simulation`),
      description: "Scripted participants. Not data about people.",
      language: source.language,
      stage: "simulation",
      benchmarkId: source.benchmark_id,
      itemIds,
      design,
      protocol,
      isDemo: source.is_demo,
    });
    await client.query("UPDATE study SET simulation_of_id = $2, simulation_hash = $3 WHERE id = $1", [
      id,
      studyId,
      hash,
    ]);
    return id;
  });
}

function withoutDwell(protocol: Protocol): Protocol {
  return {
    ...protocol,
    steps: protocol.steps.map((step) => ("dwellSeconds" in step ? { ...step, dwellSeconds: 0 } : step)),
  };
}

async function walkThrough(
  running: RunningProtocol,
  criteria: Readonly<Record<string, string>>,
  profile: SimulationProfile,
  random: Random,
): Promise<"finished" | "left" | "turnedAway"> {
  const token = mintToken();
  const created = await createSession(running.studyId, running.id, hashToken(token), null);
  if (!created.ok) return "turnedAway";
  const firstItem = running.screens.findIndex(({ kind }) => kind === "story" || kind === "answer");
  const leaves = random.next() < profile.dropOut;
  const lastScreen = leaves ? firstItem + random.below(running.screens.length - firstItem) : running.screens.length;
  for (let screen: Screen | null | undefined = running.screens[0]; screen; ) {
    if (screen.index >= lastScreen) {
      await withdraw(hashToken(token), "keep");
      return "left";
    }
    const fields = await answerScreen(running, screen, token, criteria, profile, random);
    const result = await submitScreen(running, token, {
      screen: screen.index,
      fields,
      reported: { visibleMs: null, focusLosses: null },
    });
    if (result.status === "waiting") return "turnedAway";
    if (result.status !== "advanced") {
      throw new RangeError(`a scripted participant was stopped at the screen "${screen.key}": ${result.status}`);
    }
    if (result.stepped.outcome !== null && result.stepped.outcome !== "complete") return "turnedAway";
    screen = result.next;
  }
  return "finished";
}

async function answerScreen(
  running: RunningProtocol,
  screen: Screen,
  token: string,
  criteria: Readonly<Record<string, string>>,
  profile: SimulationProfile,
  random: Random,
): Promise<Record<string, string>> {
  switch (screen.kind) {
    case "consent": {
      const boxes = running.protocol.consent.boxes ?? [];
      return { consent: "yes", ...Object.fromEntries(boxes.map(({ key }) => [boxKey(key), "yes"])) };
    }
    case "questions": {
      const { questions } = screen.step;
      const isAlways = questions.every(({ showIf }) => !showIf);
      const asked = isAlways ? questions : askedQuestions(questions, await readGivenAnswers(hashToken(token)));
      return Object.fromEntries(
        asked.flatMap((question) => [
          [question.key, criteria[question.key] ?? scriptedAnswer(question)],
          ...(question.confidence ? [[confidenceKey(question), "50"]] : []),
        ]),
      );
    }
    case "answer":
      return answerItem(token, screen.position, profile.accuracy, random);
    case "explanation":
      return { explanation: "A scripted participant has no reasons." };
    case "practice": {
      const item = screen.step.items[screen.position];
      return screen.part === "answer" && item ? fieldsFor(item, item.gold, true) : {};
    }
    case "text":
    case "story":
    case "feedback":
      return {};
  }
}

const acceptingSchema = z.object({ accept: z.array(z.string()).min(1) });

/** The first text that a key accepts; keys of kinds without options list them. */
function acceptedText(gold: unknown): string {
  return acceptingSchema.safeParse(gold).data?.accept[0] ?? "something";
}

/** The right answer, else one that goes on, where the question has one. */
function scriptedAnswer(question: Question): string {
  const { oneOf, atLeast, atMost } = question.right ?? {};
  const right = oneOf?.[0] ?? atLeast ?? atMost;
  if (right !== undefined) return String(right);
  switch (question.type) {
    case "choice":
    case "several":
      return question.choices.find(({ endsAs }) => endsAs === null)?.value ?? "";
    case "number":
    case "scale":
      return String(question.minimum ?? question.maximum ?? 0);
    case "text":
      return "A scripted participant.";
  }
}

/** Chooses a right answer with the given chance, else a wrong one. */
async function answerItem(
  token: string,
  position: number,
  accuracy: number,
  random: Random,
): Promise<Record<string, string>> {
  const { rows } = await pool().query(
    `SELECT item_version.kind, item_version.text, item_version.options, item_version.attributes,
       story_version.title, story_version.genre, story_version.text AS story,
       (SELECT gold FROM item_key WHERE item_version_id = item_version.id ORDER BY version DESC LIMIT 1) AS gold
     FROM session JOIN placement ON placement.slot_id = session.slot_id AND placement.position = $2
     JOIN item_version ON item_version.id = placement.item_version_id
     JOIN story_version ON story_version.id = item_version.story_version_id WHERE session.token_hash = $1`,
    [hashToken(token), position],
  );
  const { kind: name, text, options, attributes, title, genre, story, gold } = rows[0];
  const item = { kind: name, text, options, attributes, story: { title, genre, text: story } };
  return fieldsFor(item, gold, random.next() < accuracy);
}

/** The fields of an answer to an item that is right, or is not. */
function fieldsFor(item: Item, gold: unknown, wanted: boolean): Record<string, string> {
  const kind = requireKind(item.kind);
  const offered = optionsOf(item);
  if (offered.length === 0) return { text: wanted ? acceptedText(gold) : "something else" };
  const isRight = (choice: string) => kind.score({ choice }, gold, item).correct === true;
  const choice = offered.find(({ value }) => isRight(value) === wanted)?.value ?? offered[0]?.value ?? "";
  return kind.fieldsOf?.(choice) ?? { choice };
}
