import { createWordPattern } from "./strip-marks.ts";
import type { Vocabulary } from "./vocabulary.ts";

const adverbs =
  "probably|possibly|perhaps|maybe|likely|likelier|unlikely|presumably|apparently|seemingly|arguably|conceivably|plausibly|partly|partially";
const verbs = "seems?|seemed|appears?|appeared|lean|leans|leaning|leaned|suspect|guess|inclined|tend|tends";
const modals = "(?:might|may|could)(?! ?n[o']t\\b)(?! never\\b)(?!n't)";
const unsure = "not (?:\\w+ )?(?:sure|certain)|unsure|uncertain|cannot say|can't say|hard to say|doubt";

/** Words that make an answer a guess. "I think", "I would say" and "I conclude" are not such words. */
const hedge = new RegExp(`(?<![\\p{L}'-])(?:${adverbs}|${verbs}|${modals}|${unsure})(?![\\p{L}'])`, "iu");

/** The same, at the beginning of a text. */
const openingHedge = new RegExp(
  `^\\W*(?:it |this |that |i |most |very |quite |i'm |i am )*(?:${adverbs}|${verbs}|${modals}|${unsure})(?![\\p{L}'])`,
  "iu",
);

/** Whether a text contains a word of doubt. */
export function isHedged(text: string): boolean {
  return hedge.test(text);
}

/**
 * Whether doubt before an answer applies to the answer: the doubt is in the same clause, or is a separate remark before
 * the comma ("Perhaps, the statement is true"). Doubt about something else in an earlier clause does not apply.
 */
export function isAnswerHedged(before: string): boolean {
  const clauses = before.split(/[,;:\u2013\u2014]|\bbut\b|\bstill\b|\bhowever\b|\byet\b/iu);
  const lastClause = clauses.at(-1) ?? "";
  if (isHedged(lastClause)) return true;
  const earlierClauses = clauses.slice(0, -1).filter((clause) => clause.trim() !== "");
  const last = earlierClauses.at(-1);
  if (last === undefined || /\b(?:but|still|however|yet)\b/iu.test(before)) return false;
  const isThatClause = /^\s*that\b/iu.test(lastClause);
  return openingHedge.test(isThatClause ? (earlierClauses[0] ?? "") : last) && (isThatClause || wordsIn(last) <= 5);
}

/** The effect that the rest of a sentence has on the answer before it. */
export type TailEffect = "plain" | "hedge" | "contradiction" | "exclusion" | "condition";

/**
 * Reads the rest of the sentence after an answer. "or possibly B" and "it seems" weaken the answer, "and no"
 * contradicts it, "if" makes it conditional. Doubt in an explanation after a colon or "because" is ignored.
 */
export function readTail(tail: string, answerWord: string, vocabulary: Vocabulary): TailEffect {
  if (/^\W*(?:only )?(?:if|when|unless|provided|assuming|otherwise)\b/iu.test(tail)) return "condition";
  if (
    /^\W*(?:but )?(?:that |this |it |which )?(?:is |was |can be |must be |seems )?(?:wrong|incorrect|ruled out|excluded|out of the question|implausible|not (?:right|correct|it|the answer|possible))\b/iu.test(
      tail,
    )
  )
    return "exclusion";
  if (vocabulary.isLettered && /^\W*(?:no|false|not? correct)\W*$/iu.test(tail)) return "exclusion";
  const otherAnswerWords = listOtherWords(answerWord, vocabulary);
  if (otherAnswerWords !== "") {
    const end = "(?=[\\s.,;:!)\\]}]|$)(?! one\\b| longer\\b| other\\b| way\\b)";
    const doubtedOther = new RegExp(
      `\\b(?:or|but|though|although|and|then again)\\b([^.!?]*?)\\b(?:${otherAnswerWords})${end}`,
      "iu",
    ).exec(tail);
    if (doubtedOther !== null && isHedged(doubtedOther[1] ?? "")) return "hedge";
    if (
      new RegExp(
        `^[\\s,;)]*(?:and|&|or|but)[\\s,]+(?:also |it is |is |it's |at the same time |partly )*(?:${otherAnswerWords})${end}`,
        "iu",
      ).test(tail)
    )
      return "contradiction";
    // The answer may be repeated before its contradiction: "No, no, yes".
    const again = `(?:[\\s,;)]*\\b${answerWord}\\b(?=\\s*[,;]))*`;
    if (new RegExp(`^${again}[\\s,;)]*(?:${otherAnswerWords})\\s*(?:$|[.,;!)])`, "iu").test(tail))
      return "contradiction";
    if (
      new RegExp(
        `\\b(?:but|and|while|yet)\\b(?: [\\p{L}']+){0,6}? (?:${otherAnswerWords})(?=\\W*$|\\s*[.,;]|\\s+(?:in|for|from|on)\\b)`,
        "iu",
      ).test(tail) &&
      !/\bnot\b|\brather\b/iu.test(tail)
    )
      return vocabulary.isLettered ? "plain" : "contradiction";
  }
  return isWeakened(tail) ? "hedge" : "plain";
}

/** Whether the next clause weakens the answer. */
function isWeakened(tail: string): boolean {
  const reason = /\b(?:because|since|as|given|for|due|so)\b|[:;\u2013\u2014]|\s-\s/iu.exec(tail);
  const beforeReason = reason === null ? tail : tail.slice(0, reason.index);
  const clauses = beforeReason.split(",").filter((clause) => clause.trim() !== "");
  return clauses.some((clause) => {
    if (!isHedged(clause)) return false;
    const afterContrast = /^\s*(?:but|though|although|however|yet|while|whereas)\b(.*)/iu.exec(clause)?.[1];
    if (afterContrast !== undefined)
      return (
        openingHedge.test(afterContrast) ||
        /^\s*(?:it|this|that|i|i'm|the answer|the statement|not|there)\b/iu.test(afterContrast)
      );
    if (
      /\bcould\b/iu.test(clause) &&
      !/\bcould be\b/iu.test(clause) &&
      !new RegExp(`\\b(?:${adverbs}|might|may)\\b`, "iu").test(clause)
    )
      return false;
    return true;
  });
}

function listOtherWords(answerWord: string, vocabulary: Vocabulary): string {
  const ownKey = vocabulary.words.get(answerWord);
  const others = [...vocabulary.words].flatMap(([word, key]) => (key === ownKey ? [] : [word]));
  // A lower-case "a" inside a sentence is usually an article, not an option.
  return vocabulary.isLettered
    ? others
        .filter((word) => word !== "a")
        .concat(others.includes("a") ? ["a(?=\\W*$)"] : [])
        .join("|")
    : others.join("|") || createWordPattern(vocabulary);
}

export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
