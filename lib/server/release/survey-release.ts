import type { PoolClient } from "pg";
import * as z from "zod";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ExportCell, ExportRecord } from "@/lib/domain/interchange/export-table.ts";
import { NameFinder } from "@/lib/domain/release/possible-names.ts";
import {
  type Anonymity,
  answerAttributeColumns,
  attributeColumns,
  columnsToDrop,
  computeAnonymity,
  describeRemedy,
  distinguishingAttributes,
  findExposedPeople,
  findPersonalText,
  findRareLevels,
  mergeLevels,
  proposeRemedies,
} from "@/lib/domain/release/privacy.ts";
import type { ReleaseFacts } from "@/lib/domain/release/release-dataset.ts";
import { maxFindingRows, type ReleaseFinding } from "@/lib/domain/release/release-finding.ts";
import { medianOf } from "@/lib/domain/statistics/basics/percentiles.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import type { ExportContext } from "../studies/export/export-context.ts";
import { chooseParticipantNaming } from "../studies/export/record-parts.ts";
import { countLockedExclusions } from "./count-locked-exclusions.ts";
import { readSessionFacts } from "./read-session-facts.ts";
import { type Coarsening, listReleaseTables, releaseRecords } from "./release-records.ts";

/** The results of one pass over the data before anything is written. */
export interface ReleaseSurvey {
  findings: ReleaseFinding[];
  coarsening: Coarsening;
  anonymity: Anonymity | null;
  facts: Pick<
    ReleaseFacts,
    | "collected"
    | "started"
    | "completed"
    | "outcomes"
    | "reopened"
    | "counted"
    | "excluded"
    | "answersPerItem"
    | "recruiters"
    | "models"
    | "k"
  >;
}

/**
 * Reads the data of a release once, and computes k-anonymity over all attributes of people, free text that could
 * identify someone, and the numbers that every format contains. Memory use grows with the number of people (their
 * attributes) and items.
 *
 * @param required the k of the project
 */
export async function surveyRelease(
  client: PoolClient,
  context: ExportContext,
  options: { drop: readonly string[]; merge: readonly string[]; required: number },
): Promise<ReleaseSurvey> {
  const allTables = listReleaseTables(context, { dropped: new Set() });
  const knownColumns = new Set(allTables.flatMap(({ columns }) => columns.map(({ name }) => name)));
  const unknownColumns = [...options.drop, ...options.merge].filter((name) => !knownColumns.has(name));
  if (unknownColumns.length > 0) throw new RangeError(`no table has a column "${unknownColumns[0]}"`);
  const droppedNames = columnsToDrop(options.drop, options.merge);
  const people: Record<string, ExportCell>[] = [];
  const names: string[] = [];
  const recruiters = new Set<string>();
  const codes = new Set<unknown>();
  const texts = createTextFinder(new NameFinder(ownTexts(context), context.study.language));
  const columnsOf = (table: string) =>
    (allTables.find(({ name }) => name === table)?.columns ?? []).filter(({ name }) => !droppedNames.has(name));
  const ownAttributes = attributeColumns(columnsOf("participants"));
  const answerAttributes = answerAttributeColumns(columnsOf("responses"));
  const personByName = new Map<string, Record<string, ExportCell>>();
  for await (const person of releaseRecords(client, context, "participants", { merged: new Map() }, codes)) {
    if (typeof person.source === "string" && person.source !== "") recruiters.add(person.source);
    const attributesOfPerson = Object.fromEntries(ownAttributes.map((name) => [name, person[name] ?? null]));
    people.push(attributesOfPerson);
    names.push(String(person.participant));
    personByName.set(String(person.participant), attributesOfPerson);
    texts.look("participants", people.length, person, ownAttributes);
  }
  const freeTextColumns = columnsOf("responses").flatMap(({ name }) =>
    /^(?:explanation|answer_full)$/.test(name) ? [name] : [],
  );
  const answers = await scanAnswers(client, context, codes, (row, answer) => {
    texts.look("responses", row, answer, freeTextColumns);
    const person = personByName.get(String(answer.participant));
    if (person) for (const name of answerAttributes) person[name] = answer[name] ?? person[name] ?? null;
  });
  const attributes = distinguishingAttributes(people, [...ownAttributes, ...answerAttributes]);
  const rareLevelsByName = new Map(options.merge.map((name) => [name, findRareLevels(people, name, options.required)]));
  const coarsenedPeople = mergeLevels(people, rareLevelsByName);
  const anonymity = computeAnonymity(coarsenedPeople, attributes, options.required);
  const models = new Set<string>();
  for await (const { model } of releaseRecords(client, context, "models", { merged: new Map() }, codes))
    models.add(String(model));
  const answersPerItem = [...answers.perItem.values()].sort((left, right) => left - right);
  const findings: UnresolvedFinding[] = [
    ...(people.length === 0 ? [createFinding("warning", "empty", "The released stage has no participants.")] : []),
    ...(anonymity && anonymity.k < options.required
      ? [createAnonymityFinding(anonymity, { people: coarsenedPeople, names }, attributes, options.required)]
      : []),
    ...texts.findings(),
    ...(context.level === "identified"
      ? [
          createFinding(
            "warning",
            "external ids",
            "The table “identities” contains recruiters' IDs: do not publish this archive.",
          ),
        ]
      : []),
    ...(context.locks.length === 0
      ? [createFinding("warning", "data lock", "The data are not locked, so later answers can change them.")]
      : []),
  ];
  return {
    coarsening: { dropped: droppedNames, merged: rareLevelsByName },
    anonymity,
    findings: await resolveSessions(client, context, findings),
    facts: {
      ...(await readSessionFacts(client, context)),
      counted: answers.counted,
      excluded: (await countLockedExclusions(client, context)) ?? answers.excluded,
      answersPerItem:
        answersPerItem.length > 0
          ? { fewest: answersPerItem[0]!, median: medianOf(answersPerItem).median ?? 0, most: answersPerItem.at(-1)! }
          : null,
      recruiters: [...recruiters].sort(),
      models: [...models].sort(),
      k: anonymity?.k ?? null,
    },
  };
}

async function scanAnswers(
  client: PoolClient,
  context: ExportContext,
  codes: Set<unknown>,
  look: (row: number, answer: ExportRecord) => void,
) {
  const perItem = new Map<string, number>([...context.items.values()].map(({ row }) => [row.id, 0]));
  let countedAnswers = 0;
  let excludedAnswers = 0;
  let row = 0;
  for await (const answer of releaseRecords(client, context, "responses", { merged: new Map() }, codes)) {
    row += 1;
    look(row, answer);
    if (answer.is_excluded === true) excludedAnswers += 1;
    if (answer.is_counted !== true) continue;
    countedAnswers += 1;
    perItem.set(String(answer.item), (perItem.get(String(answer.item)) ?? 0) + 1);
  }
  return { perItem, counted: countedAnswers, excluded: excludedAnswers };
}

/** A finding whose rows are not yet resolved to sessions. */
type UnresolvedFinding = Omit<ReleaseFinding, "rows"> & { rows: { text: string; participant: string }[] };

/** Resolves the participants of an export to their sessions, so that a finding can link to its rows. */
async function resolveSessions(
  client: PoolClient,
  context: ExportContext,
  findings: readonly UnresolvedFinding[],
): Promise<ReleaseFinding[]> {
  const namedParticipants = [...new Set(findings.flatMap(({ rows }) => rows.map(({ participant }) => participant)))];
  const naming = chooseParticipantNaming(context, fragment`session.id`);
  const sessions = new Map<string, string>();
  const statement = sql`${naming.with}
    SELECT session.id, ${naming.name} AS participant FROM session ${naming.join}
    WHERE session.study_id = ${context.study.id} AND ${naming.name} = ANY (${namedParticipants}::text[])`;
  for await (const { id, participant } of readCursor(client, sessionRow, statement)) sessions.set(participant, id);
  return findings.map((one) => ({
    ...one,
    rows: one.rows.map(({ text, participant }) => ({ text, session: sessions.get(participant) ?? null })),
  }));
}

const sessionRow = z.strictObject({ id: z.string(), participant: z.string() });

function createAnonymityFinding(
  { k, exposed }: Anonymity,
  { people, names }: { people: readonly ExportRecord[]; names: readonly string[] },
  attributes: readonly string[],
  required: number,
): UnresolvedFinding {
  const remedies = proposeRemedies(people, attributes, required);
  const finding = createFinding(
    "error",
    "anonymity",
    `${formatNumberOf(exposed, "person shares", "people share")} their attributes (${attributes.join(", ")}) with fewer than ${required - 1} others; the smallest group has ${k}. ${[...remedies.map(describeRemedy), "give a reason to release them"].join("; or ")}.`,
    findExposedPeople(people, attributes, required)
      .slice(0, maxFindingRows)
      .map((index) => ({
        text: `participants, row ${index + 1}: ${attributes.map((name) => `${name} = ${people[index]?.[name] ?? ""}`).join(", ")}`,
        participant: names[index] ?? "",
      })),
  );
  return { ...finding, remedies };
}

/** All texts that participants saw. */
function* ownTexts({ items, translations, protocols }: ExportContext): Generator<string> {
  const documents = [...protocols.values()].map(({ document }) => document);
  for (const shown of [...items.values(), ...translations.values(), ...documents])
    yield JSON.stringify(shown).replaceAll(/\\[nrt]/g, " ");
}

function createTextFinder(names: NameFinder) {
  const foundTexts: UnresolvedFinding["rows"] = [];
  const textsWithNames: (UnresolvedFinding["rows"][number] & { names: string[] })[] = [];
  let count = 0;
  return {
    look(table: string, row: number, record: ExportRecord, columns: readonly string[]) {
      for (const column of columns) {
        const value = record[column];
        const text =
          typeof value === "string" ? value : value && typeof value === "object" ? JSON.stringify(value) : "";
        const participant = String(record.participant);
        const possibleNames = text === "" ? [] : names.look(text);
        if (possibleNames.length > 0 && textsWithNames.length < maxNamedTexts)
          textsWithNames.push({
            text: `${table}, row ${row}, ${column}: ${possibleNames.join(", ")}`,
            participant,
            names: possibleNames,
          });
        const findingKind = text === "" ? null : findPersonalText(text);
        if (!findingKind) continue;
        count += 1;
        if (foundTexts.length < maxFindingRows)
          foundTexts.push({ text: `${table}, row ${row}, ${column}: ${findingKind}`, participant });
      }
    },
    findings(): UnresolvedFinding[] {
      const listedNames = names.names();
      const listedNameSet = new Set(listedNames.map(({ name }) => name));
      const rows = textsWithNames
        .filter((row) => row.names.some((name) => listedNameSet.has(name)))
        .slice(0, maxFindingRows);
      const shownNames = listedNames.slice(0, maxFindingRows).map(({ name, texts }) => `${name} (${texts})`);
      return [
        ...(count === 0
          ? []
          : [
              createFinding(
                "error",
                "free text",
                `${formatNumberOf(count, "text")} may identify a person or contain access credentials. Exclude the answers, drop the columns, or release the public level.`,
                foundTexts,
              ),
            ]),
        ...(listedNames.length === 0
          ? []
          : [
              createFinding(
                "warning",
                "names",
                `${formatNumberOf(listedNames.length, "word")} in free texts may be names of people; check them: ${shownNames.join(", ")}${listedNames.length > shownNames.length ? ", …" : ""}.`,
                rows.map(({ text, participant }) => ({ text, participant })),
              ),
            ]),
      ];
    },
  };
}

/** The number of texts with possible names that are kept: later texts may show that a word is not a name. */
const maxNamedTexts = 1_000;

function createFinding(
  severity: ReleaseFinding["severity"],
  check: ReleaseFinding["check"],
  message: string,
  rows: UnresolvedFinding["rows"] = [],
): UnresolvedFinding {
  return { severity, check, message, rows };
}
