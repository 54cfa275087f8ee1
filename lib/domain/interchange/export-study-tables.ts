import { boxKey, checkKey } from "../survey/check.ts";
import { timedOutKey } from "../survey/time-limit.ts";
import { assignmentsTable, identitiesTable } from "./export-slot-tables.ts";
import {
  canary,
  codebookValues,
  type ExportShape,
  factorColumn,
  flagColumn,
  integerColumn,
  jsonColumn,
  listColumn,
  millisecondsColumn,
  outcomeMeanings,
  participantColumn,
  questionColumns,
  textColumn,
  timeColumn,
  verdictMeanings,
} from "./export-study-columns.ts";
import type { ExportTable } from "./export-table.ts";
import { createWideTable, wideTableInCodebook } from "./wide-table.ts";

/** Every table of a study's export, in the order of its files. */
export function listExportTables(shape: ExportShape): ExportTable[] {
  const wide = createWideTable(shape);
  return [
    responsesTable(shape),
    ...(wide ? [wide] : []),
    participantsTable(shape),
    screensTable(shape),
    checksTable(shape),
    itemsTable(shape),
    exclusionsTable(shape),
    assignmentsTable(shape),
    ...(shape.level === "identified" ? [identitiesTable()] : []),
  ];
}

/** The tables of a codebook: as in `listExportTables`, but the wide table has one column for all items. */
export function listTablesOfCodebook(shape: ExportShape): ExportTable[] {
  return listExportTables(shape).map((table) => (table.name === "wide" && wideTableInCodebook(shape)) || table);
}

function responsesTable(shape: ExportShape): ExportTable {
  const answerCodes = Object.assign(
    {},
    ...shape.kinds.map((kind) => codebookValues(kind, "answer")),
    shape.hasTimeLimit ? { [timedOutKey]: "arrived after the time limit" } : {},
  );
  return {
    name: "responses",
    description:
      "One row for each answer of a participant to an item, counted or not. To count the answers of the design, keep the rows with is_counted true, one stage at a time.",
    columns: [
      participantColumn(shape),
      textColumn("stage", "stage of the study in which the answer was given; stages are never mixed", {
        preview: "a preview",
        simulation: "simulated",
        pilot: "pilot",
        main: "main stage",
        "re-solve": "re-solved items",
      }),
      textColumn("outcome", "how the participant's session ended; empty while it is in progress", outcomeMeanings),
      flagColumn("in_design", "whether the answer fills a slot of the design"),
      flagColumn("is_surplus", "whether the slot had been reassigned when the participant finished"),
      flagColumn("is_excluded", "whether the answer is excluded now; the marks are in the file exclusions"),
      flagColumn(
        "is_counted",
        "whether the answer counts by default: of a complete session that fills its slot, the newest revision, not excluded. If data are locked, whether it counted when they were first locked",
      ),
      listColumn("exclusion_reasons", "reasons why it is excluded"),
      integerColumn("protocol_version", "version of the protocol that the participant went through"),
      integerColumn(
        "amendment",
        "amendments of the frozen protocol and plan when the answer was stored: 0 before the first; empty where nothing was frozen",
      ),
      textColumn("stratum", "quota group of the participant"),
      textColumn("item", "name of the item in its item file"),
      integerColumn("item_version", "version of the item"),
      textColumn("story", "name of the story in its item file"),
      textColumn("kind", "item kind", Object.fromEntries(shape.kinds.map((kind) => [kind.name, kind.label]))),
      textColumn("language", "language of the participant's screens"),
      textColumn(
        "shown_item",
        "name of the item that was shown: another one than item where it is a translation of it",
      ),
      integerColumn("shown_item_version", "version of the item that was shown"),
      textColumn("shown_item_version_id", "id of that version, as in the database"),
      ...shape.attributes.map((name) => textColumn(`item_${name}`, `attribute "${name}" of the item`)),
      textColumn("condition", "condition, as sorted factor=level pairs"),
      ...shape.factors.map((name) => factorColumn(shape, name)),
      integerColumn("position", "index of the item in the session, from 0"),
      integerColumn("revision", "1 for the answer that was given first"),
      textColumn("answer", "the answer as one word", answerCodes),
      textColumn(
        "answer_text",
        "the chosen option in words; empty for texts and marked words, which are in answer_full",
      ),
      jsonColumn("answer_full", "the answer in full"),
      jsonColumn("gold", "the key's answer"),
      textColumn("gold_text", "the key in words, written as in answer_text"),
      integerColumn("key_version", "version of the key that scored it"),
      flagColumn("is_correct", "whether the answer agrees with the key; empty if it cannot be decided"),
      ...(shape.hasTimeLimit ? timeLimitColumns : []),
      ...(shape.level === "anonymous"
        ? []
        : [textColumn("explanation", "why the participant chose this, in their own words")]),
      millisecondsColumn(
        "elapsed_ms",
        "server's clock: from the first sending of the question to the arrival of the answer",
      ),
      millisecondsColumn(
        "visible_ms",
        "reported by the browser: how long the question was visible; empty without JavaScript",
      ),
      integerColumn("focus_losses", "reported by the browser: how often another window was in front"),
      ...(shape.level === "anonymous" ? [] : [timeColumn("saved_at", "when the answer was stored")]),
      textColumn("content_fingerprint", "SHA-256 of story, question, statement and options as they were shown"),
      textColumn("presentation_fingerprint", "SHA-256 of instructions and layout as they were shown"),
      canary,
    ],
  };
}

const timeLimitColumns = [
  flagColumn(
    "timed_out",
    "whether the time limit of the item had passed when the answer arrived: answer_full then contains the draft, is_correct is false, and under a plan that does not count unparsed answers as wrong the row is not counted",
  ),
  textColumn("time_option", "the participant's choice about the time limit, before the first item", {
    standard: "the time limit of the protocol",
    double: "twice the time",
    none: "no time limit",
  }),
];

function participantsTable(shape: ExportShape): ExportTable {
  const hidesText = shape.level === "anonymous";
  return {
    name: "participants",
    description: "One row for each session that was started, with any outcome.",
    columns: [
      participantColumn(shape),
      textColumn("stage", "stage of the study"),
      textColumn("outcome", "how the session ended; empty while it is in progress", outcomeMeanings),
      flagColumn("is_surplus", "finished after the slot had been reassigned: kept and paid, not in the design"),
      flagColumn("is_erased", "whether answers were removed on withdrawal"),
      textColumn("stratum", "quota group"),
      integerColumn("protocol_version", "version of the protocol"),
      textColumn("protocol_hash", "SHA-256 of the protocol"),
      textColumn("source", "recruiter that the link named; empty for none"),
      ...(shape.level === "identified"
        ? [
            textColumn("completion_code", "code that the participant was given; it opens and withdraws the session"),
            timeColumn("paid_at", "when the session was marked as paid; empty if it was not"),
          ]
        : []),
      ...(hidesText
        ? []
        : [
            timeColumn("started_at", "when consent was asked"),
            timeColumn("last_seen_at", "time of the last request"),
            timeColumn("ended_at", "when the session ended"),
          ]),
      millisecondsColumn("duration_ms", "from start to end by the server's clock"),
      textColumn("consent", "answer to the consent form"),
      textColumn("consent_version", "version of the consent text"),
      textColumn("consent_hash", "SHA-256 of the consent text that was shown"),
      ...shape.boxes.map(({ key, label }) =>
        textColumn(`consent_${boxKey(key)}`, `box of the consent form: ${label}`, { yes: "ticked", no: "not ticked" }),
      ),
      ...shape.checks.map(({ key, title }) =>
        textColumn(
          checkKey({ key }),
          `how the check "${title}" came out; empty if it was not reached`,
          verdictMeanings,
        ),
      ),
      ...shape.questions
        .filter((question) => question.type !== "text" || !hidesText)
        .flatMap((question) => questionColumns(question, shape.conditional.includes(question.key))),
      canary,
    ],
  };
}

function screensTable(shape: ExportShape): ExportTable {
  return {
    name: "screens",
    description: "One row for each screen that was shown to a participant.",
    columns: [
      participantColumn(shape),
      integerColumn("screen", "index of the screen in the session, from 0"),
      textColumn("key", "name of the screen"),
      ...(shape.level === "anonymous"
        ? []
        : [
            timeColumn("shown_at", "when it was first sent"),
            timeColumn("left_at", "when it was left; empty if it never was"),
          ]),
      millisecondsColumn("elapsed_ms", "server's clock, from shown to left"),
      millisecondsColumn("visible_ms", "reported by the browser: how long it was visible"),
      integerColumn("focus_losses", "reported by the browser: how often another window was in front"),
      integerColumn("early_attempts", "how often the participant tried to continue before the dwell time was over"),
      canary,
    ],
  };
}

function checksTable(shape: ExportShape): ExportTable {
  return {
    name: "checks",
    description: "One row for each attempt at an attention check, a comprehension check or a practice item.",
    columns: [
      participantColumn(shape),
      textColumn("check", "short name of the page"),
      integerColumn("item", "index of the practice item on its page, from 0; empty for a page of questions"),
      integerColumn("attempt", "1 for the first attempt"),
      integerColumn("screen", "index of the screen in the session, from 0"),
      textColumn("verdict", "the result of this attempt; empty if the practice gives no feedback", verdictMeanings),
      ...(shape.level === "anonymous" ? [] : [jsonColumn("answers", "the answers of this attempt")]),
      canary,
    ],
  };
}

function itemsTable(shape: ExportShape): ExportTable {
  return {
    name: "items",
    description: "The items of the study in plan order. items.jsonl is an item file, which can be imported again.",
    columns: [
      textColumn("item", "name of the item in its item file"),
      integerColumn("item_version", "version of the item"),
      textColumn("kind", "item kind"),
      textColumn("story", "name of the story in its item file"),
      integerColumn("story_version", "version of the story"),
      textColumn("story_title", "title of the story"),
      textColumn("story_genre", "genre of the story"),
      textColumn("story_text", "the story"),
      textColumn("text", "statement, hypothesis, query or question"),
      listColumn("options", "options in file order"),
      jsonColumn("gold", "the key's answer"),
      textColumn("gold_text", "the key in words: the letter and the text of an option"),
      integerColumn("key_version", "version of the key"),
      ...shape.attributes.map((name) => textColumn(`item_${name}`, `attribute "${name}"`)),
      canary,
    ],
  };
}

function exclusionsTable(shape: ExportShape): ExportTable {
  const hidesText = shape.level === "anonymous";
  return {
    name: "exclusions",
    description: "Every mark that excludes or once excluded an answer. Marks are revoked, never deleted.",
    columns: [
      participantColumn(shape),
      integerColumn("position", "index of the item in the session, from 0"),
      integerColumn("revision", "revision of the answer"),
      textColumn("reason", "why the answer was excluded"),
      textColumn("actor", "who decided it: a person, or the analysis plan by a rule"),
      textColumn("rule", "the rule of the analysis plan; empty for a person's mark"),
      ...(hidesText
        ? []
        : [
            textColumn("note", "the researcher's explanation"),
            timeColumn("created_at", "when it was excluded"),
            timeColumn("revoked_at", "when the exclusion was revoked; empty while it is in effect"),
            textColumn("revoke_reason", "why it was revoked; empty where no reason was needed"),
          ]),
      flagColumn("holds", "whether the exclusion is in effect"),
      canary,
    ],
  };
}
