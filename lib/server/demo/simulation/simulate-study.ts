import * as z from "zod";
import { type Random, seededRandom, shuffle } from "@/lib/domain/random.ts";
import {
  computeDropOutProbability,
  computeDropOutShare,
  type GenerativeProfile,
} from "@/lib/domain/results/simulation/generative-profile.ts";
import { normalNumber } from "@/lib/domain/results/simulation/marginal-logistic.ts";
import { computeCorrectProbability } from "@/lib/domain/results/simulation/scripted-chance.ts";
import { behaviourOf } from "@/lib/domain/survey/cleaning/scripted-behaviour.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { InterruptedJobError } from "../../platform/jobs/run-job.ts";
import { decryptStoredSecret } from "../../platform/settings/stored-secret.ts";
import { getRunningProtocol } from "../../sessions/running-study.ts";
import { endLeases } from "../../studies/run/end-leases.ts";
import { openStudy } from "../../studies/run/open-study.ts";
import { studyAddressSql } from "../../studies/study-where.ts";
import { copyForSimulation } from "./copy-for-simulation.ts";
import type { OpenEndpoints } from "./public-endpoints.ts";
import type { ScriptedPerson } from "./scripted-answers.ts";
import { createScreenBehaviour, readResponseLimit } from "./scripted-manner.ts";
import { runScriptedSession } from "./scripted-participant.ts";

/** The behaviour of scripted participants. */
export interface SimulationProfile {
  participants: number;
  seed: string;
  /** Probability of a right answer. */
  accuracy: number;
  /** Probability that a reported error is marked on its own words; 0.6 by default. */
  localisation?: number | undefined;
  /** Share of participants who leave between their first item and their last screen. */
  dropOut: number;
  /** How answers depend on items, stories, people, groups and conditions; replaces `accuracy` and `dropOut`. */
  profile?: GenerativeProfile | undefined;
  /** Attentive and careless behaviour (scripted-behaviour.ts) in a separate study, for rates of the cleaning rules. */
  behaviours?: boolean | undefined;
}

/** Scripted participants, each with a way to answer. */
export interface ScriptedGroup extends Omit<SimulationProfile, "accuracy" | "profile"> {
  /** Whether the participant of this number answers an item correctly (`ScriptedPerson`). */
  judgeOf: (
    number: number,
    random: Random,
    group: string,
  ) => ScriptedPerson["isRight"] | Pick<ScriptedPerson, "isRight" | "leavesAt">;
}

export interface SimulationResult {
  study: string;
  finished: number;
  left: number;
  /** Participants who arrived when their group had no free slot. */
  turnedAway: number;
}

/** Yang et al. 2026 report an overlap of 0.61 for people. */
const defaultLocalisation = 0.6;

/** Number of simultaneous participants. */
const concurrency = 8;

const groupRow = z.strictObject({ key: z.string(), criteria: json<Record<string, string>>(), slots: z.number() });

/**
 * Runs scripted participants through a study, using the same pages and endpoints as people. A study of people gets a
 * copy in the stage "simulation", with the same design, items, texts and analysis plan, and without dwell. People and
 * scripted participants never share a study, because a simulation can be entered only with a link that is signed with
 * its secret, and this secret is never shown.
 *
 * No further participant starts once the study has closed because it is full.
 *
 * @param openEndpoints returns the endpoints of the study with this slug
 * @returns null for an unknown study
 * @throws AppError if not one session could begin; InterruptedJobError when the signal aborts
 */
export function simulateStudy(
  address: string,
  { accuracy, profile: generative, ...profile }: SimulationProfile,
  openEndpoints: OpenEndpoints,
  watch: SimulationObserver = {},
): Promise<SimulationResult | null> {
  if (!generative) {
    const judgeOf = (_number: number, random: Random) => () => random.next() < accuracy;
    return runSimulatedPeople(address, { ...profile, judgeOf }, openEndpoints, watch);
  }
  const judgeOf = (_number: number, random: Random, group: string): Pick<ScriptedPerson, "isRight" | "leavesAt"> => {
    const person = { group, ability: generative.personSd * normalNumber(random) };
    const leavingDraw = random.next();
    return {
      isRight: (item, place) =>
        random.next() <
        computeCorrectProbability(generative, profile.seed, person, { attributes: item.attributes ?? {}, ...place }),
      leavesAt: ({ condition }) =>
        leavingDraw < computeDropOutProbability(generative, computeDropOutShare(generative, condition), person.ability),
    };
  };
  return runSimulatedPeople(address, { ...profile, dropOut: 0, judgeOf }, openEndpoints, watch);
}

interface SimulationObserver {
  /** Called after every hundred participants. */
  onProgress?: (done: number) => void;
  /** When this signal aborts, no further participant starts. */
  signal?: AbortSignal;
}

/** Runs `simulateStudy` with a group. Slots that an interrupted simulation claimed are released first. */
export async function runSimulatedPeople(
  address: string,
  profile: ScriptedGroup,
  openEndpoints: OpenEndpoints,
  { onProgress = () => {}, signal }: SimulationObserver = {},
): Promise<SimulationResult | null> {
  const study = await findSimulatedStudy(address, profile.behaviours === true);
  const runningProtocol = study?.protocolVersionId && (await getRunningProtocol(study.protocolVersionId));
  if (!study || !runningProtocol) return null;
  await releaseInterruptedSessions(study.id);
  const groups = await manyRows(
    pool(),
    groupRow,
    sql`SELECT stratum.key, stratum.criteria, count(slot.id)::int AS slots FROM stratum JOIN slot ON slot.stratum_id = stratum.id
     WHERE stratum.study_id = ${study.id} AND NOT stratum.is_open AND NOT slot.is_done GROUP BY stratum.id
     ORDER BY stratum.ordinal`,
  );
  const freeSlots = shuffle(
    groups.flatMap(({ key, criteria, slots }) => Array.from({ length: slots }, () => ({ key, criteria }))),
    seededRandom(`${profile.seed}/arrivals`),
  );
  const result: SimulationResult = { study: study.slug, finished: 0, left: 0, turnedAway: 0 };
  const endpoints = await openEndpoints(study.slug);
  const minResponseSeconds = profile.behaviours ? await readResponseLimit(study.id) : null;
  let next = 0;
  let closedHeading: string | null = null;
  const runParticipants = async () => {
    for (
      let number = next++;
      number < profile.participants && closedHeading === null && !signal?.aborted;
      number = next++
    ) {
      const random = seededRandom(`${profile.seed}/${number}`);
      const { localisation = defaultLocalisation } = profile;
      const freeSlot = freeSlots[number % freeSlots.length];
      const judge = profile.judgeOf(number, random, freeSlot?.key ?? "");
      const person = {
        criteria: freeSlot?.criteria ?? {},
        ...(typeof judge === "function" ? { isRight: judge } : judge),
        localisation,
        random,
        ...(profile.behaviours ? { behaviour: behaviourOf(number) } : {}),
      };
      const end = await runScriptedSession(
        endpoints,
        runningProtocol,
        study.entrySecret,
        person,
        random.next() < profile.dropOut,
        person.behaviour && createScreenBehaviour(person.behaviour, random, minResponseSeconds),
      );
      if (typeof end === "object") closedHeading = end.closed;
      else result[end] += 1;
      if ((number + 1) % 100 === 0) onProgress(number + 1);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runParticipants));
  if (signal?.aborted) throw new InterruptedJobError("The simulation continues when the application starts again.");
  if (closedHeading !== null && result.finished + result.left + result.turnedAway === 0)
    throw new AppError(
      "conflict",
      `The study "${study.slug}" accepts no participants. Its first page: “${closedHeading}”.`,
    );
  return result;
}

const sessionRow = z.strictObject({ id: z.string() });

/** Ends the leases of sessions that were in progress when an earlier simulation of the study was interrupted. */
async function releaseInterruptedSessions(studyId: string): Promise<void> {
  const interruptedSessions = await manyRows(
    pool(),
    sessionRow,
    sql`SELECT session.id FROM slot JOIN session ON session.id = slot.session_id
     WHERE slot.study_id = ${studyId} AND NOT slot.is_done AND session.outcome IS NULL`,
  );
  await endLeases(
    pool(),
    interruptedSessions.map(({ id }) => id),
  );
}

interface SimulatedStudy {
  id: string;
  slug: string;
  protocolVersionId: string | null;
  entrySecret: string;
}

const simulatedRow = z.strictObject({ id: z.string(), slug: z.string(), is_simulation: z.boolean() });

const studyRow = z.strictObject({
  id: z.string(),
  slug: z.string(),
  protocolVersionId: z.string().nullable(),
  entrySecret: z.string(),
});

async function findSimulatedStudy(address: string, withBehaviours: boolean): Promise<SimulatedStudy | null> {
  const study = await maybeRow(
    pool(),
    simulatedRow,
    sql`SELECT study.id, slug, stage = 'simulation'
     AND NOT document @? '$.steps[*].dwellSeconds ? (@ > 0)' AS is_simulation
     FROM study JOIN protocol_version ON protocol_version.id = study.protocol_version_id WHERE ${studyAddressSql(address)}`,
  );
  if (!study) return null;
  const id = study.is_simulation ? study.id : await copyForSimulation(study.id, study.slug, withBehaviours);
  await openStudy(id);
  const simulatedStudy = await maybeRow(
    pool(),
    studyRow,
    sql`SELECT id, slug, protocol_version_id AS "protocolVersionId", entry_secret AS "entrySecret" FROM study
      WHERE id = ${id}`,
  );
  return simulatedStudy
    ? { ...simulatedStudy, entrySecret: await decryptStoredSecret("entry-links", simulatedStudy.entrySecret) }
    : null;
}
