import type { Random } from "@/lib/domain/random.ts";
import { drawScriptedResponse, type ScriptedBehaviour } from "@/lib/domain/survey/cleaning/scripted-behaviour.ts";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import { listCleaningRules } from "../../studies/cleaning/planned-rules.ts";

/** Number of words of a story, for the reading time. Above the limit of the rule, the true length does not matter. */
const wordsOfStory = 80;

/** Additional waiting time beyond the limit of the rule. Waiting even longer would not change any flag. */
const marginMs = 300;

/**
 * Simulates how a scripted participant behaves on each screen. The participant waits on the question for the drawn
 * time, which the server measures, but not longer than the rule's limit requires. Returns what a browser would report.
 *
 * @param responseLimit seconds; null if no rule reads the response time
 */
export function createScreenBehaviour(
  behaviour: ScriptedBehaviour,
  random: Random,
  responseLimit: number | null,
): (screen: Screen) => Promise<Record<string, string>> {
  const { explanation: customExplanation } = drawScriptedResponse("desktop", random, { words: wordsOfStory, own: "" });
  return async (screen): Promise<Record<string, string>> => {
    const manner = drawScriptedResponse(behaviour, random, { words: wordsOfStory, own: customExplanation });
    const process = JSON.stringify(manner.process);
    switch (screen.kind) {
      case "story":
        return { "visible-ms": String(manner.readingMs) };
      case "answer": {
        const waitMs = responseLimit === null ? 0 : Math.min(manner.answerMs, responseLimit * 1_000 + marginMs);
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        return { process, ...(screen.explanation ? { explanation: manner.explanation } : {}) };
      }
      case "explanation":
        return { process, explanation: manner.explanation };
      default:
        return {};
    }
  };
}

/** The limit of the planned rule about response times, in seconds; null if there is no such rule. */
export async function readResponseLimit(studyId: string): Promise<number | null> {
  return (await listCleaningRules(studyId)).find(({ rule }) => rule === "response-time")?.limit ?? null;
}
