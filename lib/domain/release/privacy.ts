import type { ExportRecord } from "../interchange/export-table.ts";

/** The smallest number of people who share all released attributes, and how many people are in smaller groups. */
export interface Anonymity {
  k: number;
  people: number;
  /** People in groups of fewer than the required number. */
  exposed: number;
}

/** Columns of the participants' table that describe the person. */
export function attributeColumns(columns: readonly { name: string }[]): string[] {
  return columns.map(({ name }) => name).filter((name) => /^(?:answer_|stratum$|source$)/.test(name));
}

/**
 * k-anonymity over attributes of people (Sweeney 2002); null for no people or no attributes, since then nothing
 * distinguishes them. Linear in the number of people.
 */
export function anonymityOf(
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
export function exposedPeople(
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
 * Attributes to leave out, so that the others reach the required k: each time the one whose absence exposes the fewest
 * people.
 */
export function proposeDropping(
  people: readonly ExportRecord[],
  attributes: readonly string[],
  required: number,
): string[] {
  let left = [...attributes];
  const dropped: string[] = [];
  while (left.length > 0 && (anonymityOf(people, left, required)?.k ?? required) < required) {
    const exposedWithout = (name: string) =>
      anonymityOf(
        people,
        left.filter((other) => other !== name),
        required,
      )?.exposed ?? 0;
    const best = left.reduce((one, other) => (exposedWithout(other) < exposedWithout(one) ? other : one));
    left = left.filter((name) => name !== best);
    dropped.push(best);
  }
  return dropped;
}

/** The levels of an attribute that fewer than `required` people have: merged, they become `other`. */
export function rareLevels(people: readonly ExportRecord[], attribute: string, required: number): Set<unknown> {
  const sizes = countBy(people, (person) => person[attribute] ?? null);
  return new Set([...sizes].filter(([level, size]) => level !== null && size < required).map(([level]) => level));
}

/** A change of the released columns by which all people reach the required k. */
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
 * The changes that reach the required k: leaving out attributes; and, if it keeps more attributes, merging the rare
 * levels of all attributes that have some, and leaving out what is then still needed.
 */
export function proposeRemedies(
  people: readonly ExportRecord[],
  attributes: readonly string[],
  required: number,
): AnonymityRemedy[] {
  const drop = proposeDropping(people, attributes, required);
  if (drop.length === 0) return [];
  const rare = attributes
    .map((name) => [name, rareLevels(people, name, required)] as const)
    .filter(([, levels]) => levels.size > 0);
  const left = rare.length > 0 ? proposeDropping(mergeLevels(people, new Map(rare)), attributes, required) : drop;
  const merging = { drop: left, merge: rare.map(([name]) => name).filter((name) => !left.includes(name)) };
  return left.length < drop.length ? [merging, { drop, merge: [] }] : [{ drop, merge: [] }];
}

/** A remedy as an instruction, which begins with a capital letter. */
export function describeRemedy({ drop, merge }: AnonymityRemedy): string {
  const merged = merge.length > 0 ? `Merge rare levels of ${merge.join(", ")}` : "";
  const omitted = drop.length > 0 ? `omit ${drop.join(", ")}` : "";
  return merged && omitted ? `${merged}, and ${omitted}` : merged || omitted.replace(/^o/, "O");
}

/** What a free text contains that could identify a person or open an account; null for nothing found. */
export function personalText(text: string): "e-mail address" | "phone number" | "web address" | "secret" | null {
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
