import { formatCount, formatNumberOf, formatPercent, formatShare } from "../../format/figures.ts";
import { formatCost } from "../../format/money.ts";
import { formatDay } from "../../format/times.ts";
import { runSettings } from "../../models/registry.ts";
import { type TimeOption, timedOutKey } from "../../survey/time-limit.ts";
import type { SideComparisons } from "../comparison/compare-sides.ts";
import { unparsedWording } from "../model/unparsed-policy.ts";
import type { AnalysisPlan } from "../plan/analysis-plan.ts";
import type { FrozenChange } from "../plan/frozen-protocol.ts";

/** How the data of a study were collected: the content of a methods section in addition to the analysis. */
export interface CollectionFacts {
  /** "Parallax 0.1.0" */
  software: string;
  /** Sessions of the analysed stage; of locked data, those that were started until the data were first locked. */
  sessions: CollectedSessions;
  /** Sessions that were started after the study was reopened; null or omitted if there are none. */
  laterSessions?: CollectedSessions | null;
  /** Excluded answers by reason; of locked data, as they were excluded when the data were first locked. */
  exclusions: { reason: string; byPlan: boolean; answers: number; people: number }[];
  quotas: string[];
  recruiter: string;
  /** Planned pay for an hour; null if the study states no pay. */
  pay: { perHour: number; currency: string; minutes: number } | null;
  consent: { version: string; boxes: number };
  itemsPerSession: number;
  /** The time limit of an item in each version of the protocol that people used; null if no version has a limit. */
  timeLimits?: readonly VersionTimeLimit[] | null;
  amendments: { number: number; at: Date; reason: string; hasData: boolean; paths: string[] }[];
  /** The runs of the models, with their settings; null if a view does not name the models. */
  runs: { model: string; source: string; settings: Readonly<Record<string, unknown>> }[] | null;
}

/** What became of sessions. */
export interface CollectedSessions {
  started: number;
  complete: number;
  /** Of the complete ones. */
  surplus: number;
  outsideQuotas: number;
  /** Sessions that ended without completion, by reason; people who left without reaching an end are `left`. */
  ended: { outcome: string; count: number }[];
  left: number;
  from: Date | null;
  to: Date | null;
}

/** The time limit of an item under some versions of a protocol. */
export interface VersionTimeLimit {
  versions: readonly number[];
  /** Null for no limit. */
  seconds: number | null;
  /** The number of people for each choice about the limit. */
  chosen: Readonly<Record<TimeOption, number>>;
}

const outcomeLabels: Readonly<Record<string, string>> = {
  "screened-out": "did not meet the criteria",
  "over-quota": "belonged to a full group",
  "no-consent": "did not consent",
  quality: "failed a check that ends the session",
  withdrawn: "withdrew",
};

/**
 * Participants, recruitment, exclusions, amendments and software, one paragraph each.
 *
 * @param dataChanges the changes of the data after results could be seen, which are listed with the amendments
 */
export function collectionMethods(facts: CollectionFacts, dataChanges: readonly FrozenChange[] = []): string[] {
  const { sessions, laterSessions, exclusions, amendments } = facts;
  return [
    `Participants: ${sessionsText(sessions)} Slots of people who left were given to others.`,
    ...(laterSessions
      ? [
          `Planned, amended after data: after the data had been locked, the study was reopened. ${sessionsText(laterSessions)} Their answers are not part of the locked data.`,
        ]
      : []),
    `Recruitment: ${facts.recruiter || "through links of the researchers"}. ${facts.quotas.length > 1 ? `Quotas: ${formatNumberOf(facts.quotas.length, "group")} (${facts.quotas.slice(0, maxListedNames).join("; ")}${facts.quotas.length > maxListedNames ? "; …" : ""}).` : "No quotas."} Each session had ${formatNumberOf(facts.itemsPerSession, "item")}. ${facts.pay ? `Planned pay: ${formatCost(facts.pay.perHour, facts.pay.currency)} per hour, for about ${facts.pay.minutes} minutes.` : "Pay is not recorded."} Consent text: version ${facts.consent.version}${facts.consent.boxes > 0 ? `, with ${formatNumberOf(facts.consent.boxes, "box", "boxes")} to tick` : ""}.`,
    exclusions.length === 0
      ? "Exclusions: no answer was excluded."
      : `Exclusions: ${exclusions.map(({ reason, byPlan, answers, people }) => `${formatNumberOf(answers, "answer")} of ${formatNumberOf(people, "person", "people")} (“${reason}”, ${byPlan ? "by a rule of the plan" : "by decision of a person"})`).join("; ")}.`,
    `${
      amendments.length === 0
        ? "Amendments of the frozen protocol: none."
        : `Amendments of the frozen protocol: ${amendments.map(({ number, at, reason, hasData, paths }) => `no. ${number} of ${formatDay(at)}, ${hasData ? "after" : "before"} answers had been collected, changed ${paths.slice(0, maxListedNames).join(", ") || "nothing but its record"}${paths.length > maxListedNames ? " and more" : ""} (“${reason}”)`).join("; ")}.`
    }${dataChangesText(dataChanges)}`,
    facts.runs === null
      ? "The names, runs and settings of the models are not shown in this view."
      : `Models were run as follows. ${facts.runs.map(runText).join(" ") || "No run is recorded."}`,
    `Software: ${facts.software}.`,
  ];
}

function sessionsText({ started, complete, surplus, outsideQuotas, ended, left, from, to }: CollectedSessions): string {
  const endings = [
    ...ended.map(({ outcome, count }) => `${formatCount(count)} ${outcomeLabels[outcome] ?? outcome}`),
    `${formatCount(left)} left before the end`,
  ];
  return `${formatNumberOf(started, "session was", "sessions were")} started${from && to ? ` between ${formatDay(from)} and ${formatDay(to)}` : ""}; ${formatNumberOf(complete, "was", "were")} completed, of these ${formatCount(surplus)} surplus (finished after their slot had been given to another person) and ${formatCount(outsideQuotas)} by people outside the quotas. ${endings.join(", ")}.`;
}

function dataChangesText(changes: readonly FrozenChange[]): string {
  if (changes.length === 0) return "";
  return ` Changes of the data after results could be seen: ${changes.map(({ path, after }) => `${path}: ${after}`).join("; ")}.`;
}

const maxListedNames = 8;

/**
 * Describes the time limits of the items, the choices of people about the limits, and how many analysed answers timed
 * out; empty without a limit. Versions of the protocol are named if their limits differ.
 */
export function timeLimitMethods(
  limits: CollectionFacts["timeLimits"],
  counts: readonly { answerKey: string; count: number }[],
  unparsed: AnalysisPlan["unparsed"],
): string {
  const lateCount = counts.reduce((sum, { answerKey, count }) => (answerKey === timedOutKey ? sum + count : sum), 0);
  if (!limits && lateCount === 0) return "";
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const limitTexts = (limits ?? []).map((limit) => `${limitText(limit, limits?.length === 1)} `).join("");
  return `${limitTexts}${formatCount(lateCount)} of ${formatNumberOf(all, "answer")} timed out: the draft is stored and not read as an answer. Under the plan, answers that timed out ${unparsedWording(unparsed)}.`;
}

function limitText({ versions, seconds, chosen }: VersionTimeLimit, isOnly: boolean): string {
  const versionsPhrase = `Under ${versions.length === 1 ? "version" : "versions"} ${versions.map(formatCount).join(", ")} of the protocol`;
  if (seconds === null) return `${versionsPhrase}, items had no time limit.`;
  return `${isOnly ? "Each" : `${versionsPhrase}, each`} item had a time limit of ${formatNumberOf(seconds, "second")}, announced before the first item and counted by the server from the first display of the question. Of the people who chose, ${formatCount(chosen.standard)} kept it, ${formatCount(chosen.double)} took twice the time and ${formatCount(chosen.none)} no limit.`;
}

/**
 * The numbers of answers, unparsed answers and missing answers of each model, and how unparsed answers and ties count.
 */
export function readingMethods({ models }: SideComparisons, { ties, unparsed }: AnalysisPlan): string {
  const modelTexts = models.map(({ label, reading, mismatched }) => {
    const missing = Math.max(0, reading.called - reading.asked);
    return `${label}: ${formatCount(reading.asked)} answers, ${formatCount(reading.unparsed)} unparsed${reading.share === null ? "" : ` (${formatShare(reading.share)})`}, ${formatCount(missing)} missing, ${formatNumberOf(mismatched, "cell")} with another text`;
  });
  return modelTexts.length === 0
    ? ""
    : `Answers of models (unparsed ones count as “${unparsed}”, ties as “${ties}”): ${modelTexts.join("; ")}.`;
}

/** The chance level and the margin with its justification. */
export function levelMethods({ margin, marginReason }: AnalysisPlan, chance: number | null): string {
  const guessing =
    chance === null
      ? "The items do not all have the same chance level."
      : `The chance level is ${formatShare(chance)}.`;
  if (margin === null) return guessing;
  return `${guessing} The margin of ${formatPercent(margin)} points ${marginReason ? `was justified as follows: ${marginReason}` : "was fixed without a stated justification."}`;
}

function runText({ model, source, settings }: NonNullable<CollectionFacts["runs"]>[number]): string {
  const statedSettings = runSettings.flatMap(([name, label]) => {
    const value = settings[name];
    return value === undefined || value === null || value === "" || name === "notes"
      ? []
      : [`${label.toLowerCase()} ${String(value)}`];
  });
  return `${model} (${source}): ${statedSettings.join(", ") || "no settings recorded"}.`;
}
