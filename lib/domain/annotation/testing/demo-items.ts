import { readFileSync } from "node:fs";
import type { KsteItem } from "../../stories/items/kste-item.ts";

/** The project's own demo stories as items. Their rows are known to be valid, so they are only renamed. */
export function demoItems(): KsteItem[] {
  return ["ikd", "knp"].flatMap((name) => {
    const text = readFileSync(new URL(`../../../../content/kste/${name}.jsonl`, import.meta.url), "utf8");
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => itemOf(JSON.parse(line)));
  });
}

function itemOf(row: Record<string, string>): KsteItem {
  const field = (name: string) => row[name] ?? "";
  const common = {
    id: field("id"),
    genre: field("genre"),
    story: field("story"),
    sourceId: null,
    provenance: null,
    extra: {},
  };
  const marked = { character: field("character"), implausibleKnowledge: field("implausible_knowledge") };
  if (row.kind === "original") return { ...common, kind: "original" };
  if (row.kind === "error")
    return {
      ...common,
      ...marked,
      kind: "error",
      error: field("error"),
      erroneousEvent: field("erroneous_event"),
      originalEvent: null,
      knowledgeExplanation: null,
      modifiedExplanation: null,
    };
  return {
    ...common,
    ...marked,
    kind: "knp",
    question: field("question"),
    answerWithKnowledge: field("answer_with_knowledge"),
    answerWithoutKnowledge: field("answer_without_knowledge"),
    knowledgeExplanation: null,
    explanation: null,
  };
}
