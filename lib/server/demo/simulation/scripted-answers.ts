import * as z from "zod";
import type { Item } from "@/lib/domain/items/item.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { optionsOf } from "@/lib/domain/items/stimulus.ts";
import type { Random } from "@/lib/domain/random.ts";
import { branchQuestions } from "@/lib/domain/survey/branching/map-branches.ts";
import { boxKey } from "@/lib/domain/survey/check.ts";
import type { ScriptedBehaviour } from "@/lib/domain/survey/cleaning/scripted-behaviour.ts";
import { askedQuestions } from "@/lib/domain/survey/questions/apply-rules.ts";
import { confidenceKey, type Question } from "@/lib/domain/survey/questions/question.ts";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import { timeOptionKey } from "@/lib/domain/survey/time-limit.ts";
import { createScriptedForm } from "@/lib/domain/tasks/forms/scripted-form.ts";
import { itemOfRow, itemRowColumns } from "../../items/item-of-row.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { readGivenAnswers } from "../../sessions/read-given-answers.ts";
import type { RunningProtocol } from "../../sessions/running-study.ts";
import { hashToken } from "../../sessions/session-token.ts";

/** Where an item is in the design. */
export interface ScriptedPlacement {
  itemVersionId: string;
  storyKey: string;
  condition: { id: string; levels: Readonly<Record<string, string>> };
}

/** The properties of a scripted participant. */
export interface ScriptedPerson {
  /** Answers that determine the person's group. */
  criteria: Readonly<Record<string, string>>;
  /** Decides whether the person answers an item correctly. Called once for each item, in the order of the session. */
  isRight: (item: Item, place: ScriptedPlacement) => boolean;
  /** Probability that a reported error is marked on its own words, if a question asks for the position. */
  localisation: number;
  /**
   * Decides at each item whether the person leaves, at this item or on a later screen. Without it, the person never
   * does.
   */
  leavesAt?: (place: ScriptedPlacement) => boolean;
  random: Random;
  /** The person's behaviour, for the rates of the cleaning rules. Without it, no times and reports are generated. */
  behaviour?: ScriptedBehaviour;
}

/** The fields of a form; several values of one name are a list. */
export type ScriptedFields = Record<string, string | string[]>;

/**
 * A scripted participant's answers to a screen. The right answer to an item is read from the key, which participants'
 * pages never contain.
 */
export async function answerScreen(
  running: RunningProtocol,
  screen: Screen,
  token: string,
  person: ScriptedPerson,
): Promise<ScriptedFields> {
  const { criteria } = person;
  switch (screen.kind) {
    case "consent": {
      const boxes = running.protocol.consent.boxes ?? [];
      return { consent: "yes", ...Object.fromEntries(boxes.map(({ key }) => [boxKey(key), "yes"])) };
    }
    case "questions": {
      const { questions } = screen.step;
      const isUnconditional = questions.every(({ showIf }) => !showIf);
      const asked = isUnconditional
        ? questions
        : askedQuestions(questions, await readGivenAnswers(running, hashToken(token)));
      return Object.fromEntries(
        asked.flatMap((question) => [
          [
            question.key,
            criteria[question.key] ??
              branchAnswer(question, running, person.random) ??
              (person.behaviour === "fails-checks" ? failingAnswer(question) : scriptedAnswer(question)),
          ],
          ...(question.confidence ? [[confidenceKey(question), "50"]] : []),
        ]),
      );
    }
    case "time-limit":
      return { [timeOptionKey]: "standard" };
    case "answer":
      return answerItem(token, screen.position, person);
    case "explanation":
      return { explanation: "A scripted participant has no reasons." };
    case "practice": {
      const item = screen.step.items[screen.position];
      return screen.part === "answer" && item
        ? createAnswerFields(item, item.gold, {
            wanted: person.behaviour !== "fails-checks",
            isLocated: true,
            random: person.random,
          })
        : {};
    }
    case "text":
    case "story":
    case "feedback":
    case "exit":
      return {};
  }
}

const acceptingSchema = z.object({ accept: z.array(z.string()).min(1) });

/** The first text that a key accepts; keys of kinds without options list accepted texts. */
function acceptedText(gold: unknown): string {
  return acceptingSchema.safeParse(gold).data?.accept[0] ?? "something";
}

/** A random choice if a page or an exit depends on the answer, so that scripted participants take every branch. */
function branchAnswer(question: Question, { protocol }: RunningProtocol, random: Random): string | null {
  if (question.type !== "choice" || question.right || !branchQuestions(protocol.steps).has(question.key)) return null;
  const continuingChoices = question.choices.filter(({ endsAs }) => endsAs === null);
  return continuingChoices[random.below(continuingChoices.length)]?.value ?? null;
}

/** A wrong answer to a question that has a correct one. */
function failingAnswer(question: Question): string {
  const { oneOf = [], atLeast, atMost } = question.right ?? {};
  if (question.type === "choice" && oneOf.length > 0)
    return question.choices.find(({ value }) => !oneOf.includes(value))?.value ?? scriptedAnswer(question);
  if (atLeast !== undefined) return String(Number(atLeast) - 1);
  return atMost === undefined ? scriptedAnswer(question) : String(Number(atMost) + 1);
}

/** The right answer of a question that has one; otherwise any valid answer. */
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

const placementRow = z.strictObject({
  itemVersionId: z.string(),
  storyKey: z.string(),
  key: z.string(),
  levels: json<Record<string, string>>(),
});

/** The item at a position of a session and its condition. */
export async function readScriptedPlacement(token: string, position: number): Promise<ScriptedPlacement> {
  const { key, levels, ...placementFields } = await oneRow(
    pool(),
    placementRow,
    sql`SELECT placement.item_version_id AS "itemVersionId", placement.story_key AS "storyKey", condition.key,
       condition.levels
     FROM session JOIN placement ON placement.slot_id = session.slot_id AND placement.position = ${position}
     JOIN condition ON condition.id = placement.condition_id WHERE session.token_hash = ${hashToken(token)}`,
  );
  return { ...placementFields, condition: { id: key, levels } };
}

const answerItemRow = z.strictObject({
  ...itemRowColumns,
  gold: json().nullable(),
});

/** Chooses a correct answer with the given probability, otherwise a wrong one. */
async function answerItem(
  token: string,
  position: number,
  { isRight: decide, localisation, random, behaviour }: ScriptedPerson,
): Promise<ScriptedFields> {
  const row = await oneRow(
    pool(),
    answerItemRow,
    sql`SELECT item_version.kind, item_version.text, item_version.options, item_version.attributes,
       item_task(item_version.task_schema_version_id, item_version.task_fields) AS task,
       story_version.title, story_version.genre, story_version.text AS story,
       (SELECT gold FROM item_key WHERE item_version_id = item_version.id ORDER BY version DESC LIMIT 1) AS gold
     FROM session JOIN placement ON placement.slot_id = session.slot_id AND placement.position = ${position}
     JOIN item_version ON item_version.id = placement.item_version_id
     JOIN story_version ON story_version.id = item_version.story_version_id
     WHERE session.token_hash = ${hashToken(token)}`,
  );
  const { kind: name, gold } = row;
  const item = itemOfRow(row);
  const mustBeRight = decide(item, await readScriptedPlacement(token, position));
  const [first] = optionsOf(item);
  if (behaviour === "straight-liner" && first && !requireKind(name).fieldsOf) return { choice: first.value };
  // The number is drawn only for kinds that ask for a position, so that the answers to other kinds do not change for a
  // given seed.
  const isLocated = requireKind(name).fieldsOf !== undefined && random.next() < localisation;
  return createAnswerFields(item, gold, { wanted: mustBeRight, isLocated, random });
}

/** The fields of a right or a wrong answer to an item. */
function createAnswerFields(
  item: Item,
  gold: unknown,
  { wanted, isLocated, random }: { wanted: boolean; isLocated: boolean; random: Random },
): ScriptedFields {
  if (item.task) return createScriptedForm(item.task, gold, { wanted, random });
  const kind = requireKind(item.kind);
  const options = optionsOf(item);
  if (options.length === 0) return { text: wanted ? acceptedText(gold) : "something else" };
  const isRight = (choice: string) => kind.score({ choice }, gold, item).correct === true;
  const choice = options.find(({ value }) => isRight(value) === wanted)?.value ?? options[0]?.value ?? "";
  return kind.fieldsOf?.(choice, { item, gold, isLocated }) ?? { choice };
}
