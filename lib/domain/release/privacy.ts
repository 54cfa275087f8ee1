import type { ExportRecord } from "../interchange/export-table.ts";

/**
 * The size of the smallest group of people with the same released attributes, and the number of people in groups that
 * are too small.
 */
export interface Anonymity {
  k: number;
  people: number;
  /** People in groups of fewer than the required number. */
  exposed: number;
}

/** Columns of the participants' table that describe the person: answers, quota group, recruiter, boxes of the consent. */
export function attributeColumns(columns: readonly { name: string }[]): string[] {
  return columns.map(({ name }) => name).filter((name) => /^(?:answer_|stratum$|source$)/.test(name) || isBox(name));
}

/** Columns of the responses' table that describe the person. */
export function answerAttributeColumns(columns: readonly { name: string }[]): string[] {
  return columns.map(({ name }) => name).filter((name) => /^(?:language|time_option)$/.test(name));
}

/** Columns of the responses' table that reveal the language: the translation that was shown, and hashes of its texts. */
const languageColumns = [
  "shown_item",
  "shown_item_version",
  "shown_item_version_id",
  "content_fingerprint",
  "presentation_fingerprint",
];

/** The columns to drop: also those that reveal the language, if it is dropped or its rare levels are merged. */
export function columnsToDrop(drop: readonly string[], merge: readonly string[]): Set<string> {
  return new Set([...drop, ...([...drop, ...merge].includes("language") ? languageColumns : [])]);
}

/**
 * The attributes that may distinguish people. Boxes, language and time option are omitted if everyone who has a value
 * has the same.
 */
export function distinguishingAttributes(people: readonly ExportRecord[], attributes: readonly string[]): string[] {
  return attributes.filter((name) => {
    if (!isBox(name) && answerAttributeColumns([{ name }]).length === 0) return true;
    const values = new Set(people.map((person) => person[name] ?? null));
    values.delete(null);
    return values.size > 1;
  });
}

function isBox(name: string): boolean {
  return name.startsWith("consent_box.");
}

/**
 * k-anonymity over attributes of people (Sweeney 2002); null if there are no people or no attributes. The time is
 * linear in the number of people.
 */
export function computeAnonymity(
  people: readonly ExportRecord[],
  attributes: readonly string[],
  required: number,
): Anonymity | null {
  if (people.length === 0 || attributes.length === 0) return null;
  const sizes = [...groupSizes(people, attributes).values()];
  return {
    k: sizes.reduce((least, size) => Math.min(least, size)),
    people: people.length,
    exposed: sizes.filter((size) => size < required).reduce((sum, size) => sum + size, 0),
  };
}

/** The people in groups of fewer than `required`, as indices into the list. */
export function findExposedPeople(
  people: readonly ExportRecord[],
  attributes: readonly string[],
  required: number,
): number[] {
  const sizes = groupSizes(people, attributes);
  return people.flatMap((person, index) => ((sizes.get(groupOf(person, attributes)) ?? 0) < required ? [index] : []));
}

function groupSizes(people: readonly ExportRecord[], attributes: readonly string[]): Map<string, number> {
  return countBy(people, (person) => groupOf(person, attributes));
}

function groupOf(person: ExportRecord, attributes: readonly string[]): string {
  return JSON.stringify(attributes.map((name) => person[name] ?? null));
}

/**
 * Selects attributes to omit until the others reach the required k. Each step omits the attribute whose omission leaves
 * the fewest people in groups that are too small.
 */
export function selectOmittedAttributes(
  people: readonly ExportRecord[],
  attributes: readonly string[],
  required: number,
): string[] {
  let remaining = [...attributes];
  const dropped: string[] = [];
  while (remaining.length > 0 && (computeAnonymity(people, remaining, required)?.k ?? required) < required) {
    const exposedWithout = (name: string) =>
      computeAnonymity(
        people,
        remaining.filter((other) => other !== name),
        required,
      )?.exposed ?? 0;
    const best = remaining.reduce((one, other) => (exposedWithout(other) < exposedWithout(one) ? other : one));
    remaining = remaining.filter((name) => name !== best);
    dropped.push(best);
  }
  return dropped;
}

/** The levels of an attribute that fewer than `required` people have; merging replaces them by `other`. */
export function findRareLevels(people: readonly ExportRecord[], attribute: string, required: number): Set<unknown> {
  const sizes = countBy(people, (person) => person[attribute] ?? null);
  return new Set([...sizes].filter(([level, size]) => level !== null && size < required).map(([level]) => level));
}

/** A change of the released columns with which every group of people reaches the required k. */
export interface AnonymityRemedy {
  /** Attributes to leave out. */
  drop: string[];
  /** Attributes whose rare levels become `other`. */
  merge: string[];
}

/** The table with the rare levels of some attributes merged into `other`. */
export function mergeLevels(
  people: readonly ExportRecord[],
  merged: ReadonlyMap<string, ReadonlySet<unknown>>,
): ExportRecord[] {
  return people.map((person) => ({
    ...person,
    ...Object.fromEntries(
      [...merged].filter(([name, levels]) => levels.has(person[name])).map(([name]) => [name, "other"]),
    ),
  }));
}

/**
 * Proposes changes that reach the required k: (1) omit attributes; (2) merge the rare levels of all attributes, then
 * omit further attributes if necessary. The second change is listed first, and only if it keeps more attributes.
 */
export function proposeRemedies(
  people: readonly ExportRecord[],
  attributes: readonly string[],
  required: number,
): AnonymityRemedy[] {
  const drop = selectOmittedAttributes(people, attributes, required);
  if (drop.length === 0) return [];
  const rare = attributes
    .map((name) => [name, findRareLevels(people, name, required)] as const)
    .filter(([, levels]) => levels.size > 0);
  const dropAfterMerge =
    rare.length > 0 ? selectOmittedAttributes(mergeLevels(people, new Map(rare)), attributes, required) : drop;
  const mergeRemedy = {
    drop: dropAfterMerge,
    merge: rare.map(([name]) => name).filter((name) => !dropAfterMerge.includes(name)),
  };
  return dropAfterMerge.length < drop.length ? [mergeRemedy, { drop, merge: [] }] : [{ drop, merge: [] }];
}

/** A remedy as an instruction to the user. */
export function describeRemedy({ drop, merge }: AnonymityRemedy): string {
  const mergeText = merge.length > 0 ? `Merge rare levels of ${merge.join(", ")}` : "";
  const omitText = drop.length > 0 ? `omit ${drop.join(", ")}` : "";
  return mergeText && omitText ? `${mergeText}, and ${omitText}` : mergeText || omitText.replace(/^o/, "O");
}

/** The kind of personal text: text that could identify a person or open an account. Null if none is found. */
export function findPersonalText(text: string): "e-mail address" | "phone number" | "web address" | "secret" | null {
  if (/[\w.+-]+@[\w-]+\.[\w.-]*\w/u.test(text)) return "e-mail address";
  if (/\b(?:sk|pk|ghp|hf|xox[a-z])[-_][A-Za-z0-9_-]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    return "secret";
  if (/https?:\/\/\S+/iu.test(text)) return "web address";
  const digits = /(?:\+|\b0)[\d ()/.-]{7,}\d/u.exec(text)?.[0].replaceAll(/\D/g, "") ?? "";
  return digits.length >= 8 && digits.length <= 15 ? "phone number" : null;
}

function countBy<Member, Key>(members: readonly Member[], keyOf: (member: Member) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const member of members) {
    const key = keyOf(member);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
