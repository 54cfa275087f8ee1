import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { CollectionSettings } from "../../lib/domain/annotation/collection-settings.ts";
import { documentHash } from "../../lib/domain/annotation/documents/copy-document.ts";
import type { KsteDocument } from "../../lib/domain/annotation/documents/kste-document.ts";
import type { TaskPayload } from "../../lib/domain/annotation/task.ts";
import { formatKsteLine } from "../../lib/domain/interchange/kste/jsonl.ts";
import type { KsteItem } from "../../lib/domain/stories/items/kste-item.ts";
import { createCollection } from "../../lib/server/annotation/collections/create-collection.ts";
import { importCollection } from "../../lib/server/annotation/import/import-collection.ts";
import { saveRevision } from "../../lib/server/annotation/work/save-revision.ts";
import { submitVerdict, type VerdictAnswer } from "../../lib/server/annotation/work/submit-verdict.ts";
import { readKsteStream } from "../../lib/server/interchange/kste/source.ts";
import { type Actor, installation } from "../../lib/server/platform/access/access.ts";
import { makePerson, makeProject } from "./make-person.ts";

export interface MadeCollection {
  id: string;
  projectId: string;
  /** A new annotator of the project. */
  annotator(): Promise<Actor>;
  reviewer(): Promise<Actor>;
  researcher: Actor;
}

/**
 * A collection in a separate project with synthetic pairs: originals `story_N`, and `erroneous_story_N` made from them.
 */
export async function makeCollection(
  options: { pairs?: number; settings?: Partial<CollectionSettings>; items?: KsteItem[] } = {},
): Promise<MadeCollection> {
  const { id: projectId } = await makeProject();
  const { id } = await createCollection(installation, {
    projectId,
    name: `Collection ${randomUUID()}`,
    settings: { reviewShareUntouched: 0, ...options.settings },
  });
  const items = options.items ?? makePairs(options.pairs ?? 2);
  const source = await readKsteStream(Readable.from(items.map((item) => Buffer.from(`${formatKsteLine(item)}\n`))));
  await importCollection(installation, { collectionId: id, fileName: "made.jsonl", source });
  const person = async (role: "annotator" | "reviewer" | "researcher") => (await makePerson({ projectId, role })).actor;
  return {
    id,
    projectId,
    annotator: () => person("annotator"),
    reviewer: () => person("reviewer"),
    researcher: await person("researcher"),
  };
}

const people = ["Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana"];

/** Short stories whose words differ from pair to pair, so that the linter distinguishes them. */
export function makePairs(count: number): KsteItem[] {
  return Array.from({ length: count }, (_, index) => makePair(index + 1)).flat();
}

function makePair(number: number): [KsteItem, KsteItem] {
  const name = people[number % people.length] as string;
  const place = `harbour number ${number} of town ${number * 7}`;
  const common = { genre: "mystery", sourceId: null, provenance: null, extra: {} };
  const knowledge = `Nobody but the keeper knew that chest ${number} stood empty in ${place}.`;
  const opening = `${knowledge} In the morning ${name} walked down to the water of pier ${number}.`;
  const sound = `${name} opened the chest and looked inside for the ${number} coins.`;
  const faulty = `${name} passed the empty chest ${number} without a glance.`;
  const closing = `Later that day the boats of quay ${number} came home with fish, and the ${number} bells rang.`;
  return [
    { ...common, kind: "original", id: `story_${number}`, story: `${opening} ${sound} ${closing}` },
    {
      ...common,
      kind: "error",
      id: `erroneous_story_${number}`,
      sourceId: `story_${number}`,
      story: `${opening} ${faulty} ${closing}`,
      character: name,
      implausibleKnowledge: knowledge,
      error: faulty,
      erroneousEvent: `<error>${faulty}</error>`,
      originalEvent: sound,
      knowledgeExplanation: null,
      modifiedExplanation: null,
    },
  ];
}

/** A text with an additional last sentence, which no anchor covers. */
export function withSentence(document: KsteDocument, sentence: string): KsteDocument {
  return { ...document, story: `${document.story} ${sentence}` };
}

/** Saves a text as a revision of the payload's text, and returns the new revision's ID. */
export async function saveText(
  actor: Actor,
  payload: TaskPayload,
  document: KsteDocument,
  changes: { base?: string | null; revisionId?: string; fence?: number } = {},
) {
  const revisionId = changes.revisionId ?? randomUUID();
  const answer = await saveRevision(actor, payload.task.id, revisionId, {
    base: changes.base === undefined ? payload.revisionId : changes.base,
    fence: changes.fence ?? (payload.task.fence as number),
    document,
    undo: null,
    sha256: documentHash(document),
  });
  return { ...answer, revisionId };
}

/** A verdict without reasons or comment. */
export function giveVerdict(
  actor: Actor,
  payload: TaskPayload,
  verdict: "sound" | "refined",
  revisionId: string | null = payload.revisionId,
  codes: string[] = verdict === "refined" ? ["language"] : [],
): Promise<VerdictAnswer> {
  return submitVerdict(actor, payload.task.id, {
    revisionId,
    fence: payload.task.fence as number,
    verdict,
    checklist: {},
    dismissals: [],
    reason: "",
    activeMs: 0,
    codes,
  });
}
