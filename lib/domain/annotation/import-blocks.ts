import { anchorReports } from "../stories/anchors/report.ts";
import type { KsteItem } from "../stories/items/kste-item.ts";
import { worded, wordsOf } from "../words/words.ts";
import { documentFromItem } from "./item-document.ts";

/**
 * What would stop the submission of an item as it is imported, each by a name: `<mark>-<reason>` for a marked span
 * ("event-not-found"), `<mark>-missing`, `<field>-empty`, `options-identical`. Empty for every well-formed item; what a
 * person must still say (the rules of the checklist) is not among them.
 */
export function importBlocks(item: KsteItem): string[] {
  const document = documentFromItem(item);
  const story = worded(document.story);
  const reports = anchorReports(story, document.anchors);
  const marks = reports.filter(({ blocks }) => blocks).map(({ anchor, reason }) => `${anchor.role}-${reason}`);
  const roles = { original: [], error: ["knowledge", "event", "error"], knp: ["knowledge"] }[item.kind];
  const missing = roles.filter((role) => !document.anchors.some((anchor) => anchor.role === role));
  const empty = neededTexts(item).filter(([, text]) => wordsOf(text).length === 0);
  const isSame =
    item.kind === "knp" &&
    plain(item.answerWithKnowledge) !== "" &&
    plain(item.answerWithKnowledge) === plain(item.answerWithoutKnowledge);
  return [
    ...new Set(marks),
    ...missing.map((role) => `${role}-missing`),
    ...empty.map(([field]) => `${field}-empty`),
    ...(isSame ? ["options-identical"] : []),
  ];
}

function neededTexts(item: KsteItem): [string, string][] {
  const story: [string, string] = ["story", item.story];
  if (item.kind === "original") return [story];
  if (item.kind === "error") return [story, ["character", item.character]];
  return [
    story,
    ["question", item.question],
    ["answer_without_knowledge", item.answerWithoutKnowledge],
    ["answer_with_knowledge", item.answerWithKnowledge],
    ["character", item.character],
  ];
}

function plain(text: string): string {
  return wordsOf(text)
    .map((word) => word.text)
    .join(" ");
}
