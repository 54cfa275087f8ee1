/** What an answer says: one of the two words, or that the text does not decide. */
export type AnswerClass = "true" | "false" | "not enough information";

const undecided =
  /\b(?:not enough information|insufficient information|(?:can(?:no|')t|cannot|can not|not possible to|impossible to|unable to) (?:be )?(?:determined?|decided?|said|say|tell|concluded?|infer(?:red)?)|undetermined|indeterminate|undecidable|unknown)\b/i;
const verdict =
  /\b(?:hypothesis|statement|answer|conclusion|claim)(?: above)?(?: is:?|:)\s*(?:therefore |thus |most likely )?["'*]*(true|false)\b/gi;

/**
 * The class of a model's free text, null when it says neither. The first word decides when it is True or False; then a
 * verdict such as "the hypothesis is false", unless two of them differ; then the many ways of saying that there is not
 * enough information, which GPT-3.5 liked (section 4.4). "Not enough information" counts as wrong, but as a kind of its own.
 */
export function classifyAnswer(text: string): AnswerClass | null {
  const first = /^\W*(?:answer:\W*)?(true|false)\b/i.exec(text)?.[1];
  if (first !== undefined) return first.toLowerCase() as AnswerClass;
  if (/^\W*(?:answer:\W*)?(?:not enough information|undetermined|unknown)\b/i.test(text))
    return "not enough information";
  const verdicts = new Set([...text.matchAll(verdict)].map((match) => match[1]!.toLowerCase()));
  if (verdicts.size > 1) return null;
  const [only] = verdicts;
  if (only !== undefined) return only as AnswerClass;
  return undecided.test(text) ? "not enough information" : null;
}
