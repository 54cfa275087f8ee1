import { createChoiceRecord, type ItemRecord, shortHash } from "./item-record.ts";

/** Columns of bigtom.csv, which has no header. */
const fields = [
  "story",
  "aware",
  "notAware",
  "actionAware",
  "actionNotAware",
  "beliefQuestion",
  "desireQuestion",
  "actionQuestion",
  "beliefAware",
  "desireAware",
  "actionAnswerAware",
  "beliefNotAware",
  "desireNotAware",
  "actionAnswerNotAware",
  "randomEvent",
  "awareOfRandom",
  "notAwareOfRandom",
] as const;
type Template = Record<(typeof fields)[number], string>;

const columnsOfFile = 19;

/** Whether the cells of a first row look like bigtom.csv: nineteen cells, with questions in three of them. */
export function isBigTom(cells: readonly string[]): boolean {
  return cells.length === columnsOfFile && [5, 6, 7].every((index) => cells[index]?.trim().endsWith("?"));
}

/**
 * Creates the items that BigToM (Gandhi et al. 2023) builds from one template: all combinations of initial belief
 * (stated or not), question (forward belief, forward action, backward belief) and event (true belief, false belief, and
 * a control of each with an irrelevant event). In the authors' files the correct answer is first. Here answers are in
 * the order of the template, and the key identifies the correct one.
 */
export function readBigTom(cells: readonly string[], number: number): ItemRecord[] {
  const template = Object.fromEntries(fields.map((field, index) => [field, (cells[index] ?? "").trim()])) as Template;
  const sentences = template.story.split(".").map((sentence) => sentence.trim());
  if (cells.length !== columnsOfFile || sentences.filter((sentence) => sentence !== "").length !== 5)
    return [{ rejected: `template ${number} does not have ${columnsOfFile} columns and a story of five sentences` }];
  return [false, true].flatMap((isBeliefStated) =>
    variables.flatMap((variable) =>
      conditions.map((condition) => itemOf(template, sentences, { isBeliefStated, variable, condition })),
    ),
  );
}

const variables = ["forward belief", "forward action", "backward belief"] as const;
const conditions = ["true belief", "false belief", "true control", "false control"] as const;

interface Cell {
  isBeliefStated: boolean;
  variable: (typeof variables)[number];
  condition: (typeof conditions)[number];
}

function itemOf(template: Template, sentences: readonly string[], cell: Cell): ItemRecord {
  const { isBeliefStated, variable, condition } = cell;
  const isControl = condition.endsWith("control");
  const setting = sentences.slice(0, isBeliefStated ? 4 : 3).map((sentence) => `${sentence}.`);
  const event = isControl ? template.randomEvent : `${sentences[4]}.`;
  const story = [...setting, event, buildLastSentence(template, cell)].join(" ");
  const isAction = variable === "forward action";
  const options = isAction
    ? [template.actionAnswerAware, template.actionAnswerNotAware]
    : [template.beliefAware, template.beliefNotAware];
  return createChoiceRecord("bigtom", {
    id: `bigtom-${shortHash(template.story)}-${[isBeliefStated ? "stated" : "hidden", variable, condition].join("-").replaceAll(" ", "-")}`,
    story,
    question: isAction ? template.actionQuestion : template.beliefQuestion,
    options,
    gold: condition === "true belief" ? 0 : 1,
    attributes: { variable, condition, initialBelief: isBeliefStated ? "stated" : "hidden" },
  });
}

/**
 * The last sentence of the story. In backward items the action shows the belief. In a control it shows that nothing
 * relevant was noticed.
 */
function buildLastSentence(template: Template, { variable, condition }: Cell): string {
  if (variable === "backward belief")
    return condition === "true belief" ? template.actionAware : template.actionNotAware;
  switch (condition) {
    case "true belief":
      return template.aware;
    case "false belief":
      return template.notAware;
    case "true control":
      return template.awareOfRandom;
    case "false control":
      return template.notAwareOfRandom;
  }
}
