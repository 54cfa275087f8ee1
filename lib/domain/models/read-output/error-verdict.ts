import { isHedged } from "./doubt.ts";

const fault = "(?:errors?|inconsistenc(?:y|ies)|contradictions?|mistakes?|flaws?)";
const adjectives =
  "(?:(?:clear|obvious|real|such|actual|apparent|major|single|other|logical|factual|internal|explicit|evident) )*";
const story = "(?:the |this )?(?:story|text|passage|narrative|account|it)";

const sound = [
  new RegExp(`\\bno ${adjectives}${fault}\\b`, "iu"),
  new RegExp(
    `\\b(?:not|n't) (?:any|an?|contain(?: an?| any)?|have(?: an?| any)?|find(?: an?| any)?|see(?: an?| any)?) ${adjectives}${fault}\\b`,
    "iu",
  ),
  new RegExp(
    `\\b${story} (?:is|remains|stays) (?:(?:logically|fully|entirely|internally|perfectly|completely|wholly|quite) )*(?:consistent|coherent)\\b`,
    "iu",
  ),
  new RegExp(`\\b(?:free (?:of|from) ${adjectives}${fault}|error-free)\\b`, "iu"),
  /\bwithout (?:any |a |an )?(?:logical )?errors?\b/iu,
];
const faulty = [
  new RegExp(
    `\\bthere(?:'s| is| are| was)(?! no\\b)(?! not\\b)(?: an?| one| two| some| several| at least one)? ${adjectives}${fault}\\b`,
    "iu",
  ),
  new RegExp(
    `\\b(?:contains|has|includes|makes|shows) (?:an?|one|two|some|several|at least one) ${adjectives}${fault}\\b`,
    "iu",
  ),
  new RegExp(
    `(?<!\\bno )(?<!\\bno logical )\\b(?:an?|one) ${adjectives}${fault} (?:was|is|has been) (?:found|present|identified)\\b`,
    "iu",
  ),
  /\b(?:is|was) (?:(?:logically|internally) )*(?:inconsistent|incoherent)\b|\b(?:not|n't) (?:(?:logically|fully|entirely|internally) )*(?:consistent|coherent)\b/iu,
];

/** The explicit verdict that a sentence gives about errors in the story; null if it gives none. */
export function verdictIn(sentence: string): "consistent" | "error" | "both" | "hedged" | null {
  const isSound = sound.some((pattern) => pattern.test(sentence));
  const isFaulty = faulty.some((pattern) => pattern.test(sentence));
  if (!isSound && !isFaulty) return null;
  if (isSound && isFaulty) return "both";
  const phrase = [...sound, ...faulty].map((pattern) => pattern.exec(sentence)).find((match) => match !== null);
  const clause =
    sentence
      .slice(0, phrase?.index ?? 0)
      .split(/[,;:]/u)
      .at(-1) ?? "";
  if (isHedged(clause)) return "hedged";
  return isSound ? "consistent" : "error";
}
