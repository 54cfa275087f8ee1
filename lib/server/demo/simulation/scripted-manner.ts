import type { Random } from "@/lib/domain/random.ts";
import { drawManner, type ScriptedBehaviour } from "@/lib/domain/survey/cleaning/scripted-behaviour.ts";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import { listCleaningRules } from "../../studies/cleaning/planned-rules.ts";

/** Number of words of a story for the reading time; the true length does not matter above the limit of the rule. */
const wordsOfStory = 80;

/** Time above the limit; waiting longer would change no flag. */
const marginMs = 300;

/**
 * How a scripted participant behaves on each screen: waits on the question for the drawn time, which the server
 * measures, but not longer than the limit of the rule needs, and reports what a browser would.
 *
 * @param responseLimit seconds; null if no rule reads the response time
 */
export function behaviourOnScreens(
  behaviour: ScriptedBehaviour,
  random: Random,
  responseLimit: number | null,
): (screen: Screen) => Promise<Record<string, string>> {
  const { explanation: own } = drawManner("desktop", random, { words: wordsOfStory, own: "" });
  return async (screen): Promise<Record<string, string>> => {
    const manner = drawManner(behaviour, random, { words: wordsOfStory, own });
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
