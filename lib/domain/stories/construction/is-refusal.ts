const NOT = "(?:can['’]?t|can ?not|won['’]?t|will not|(?:am|['’]m) (?:unable|not able|not allowed|not comfortable))";
const TASK =
  "(?:help|assist|do|write|rewrite|create|provide|generate|comply|fulfill?|continue|produce|retell|summari[sz]e|change|modify|engage|support|complete|process|discuss)(?:ing)?";
/** What the rest of the first sentence says where "sorry" or "unfortunately" begins a refusal. */
const WHY = `(?:${NOT}|not able|unable|declin|refus|against|violat|request|guidelines|policy|inappropriate)`;

const openings = [
  `i ?${NOT} (?:be able to |to |with )?${TASK}\\b`,
  `i ?(?:am|['’]m) (?:unable|not able|not allowed|not comfortable)\\b`,
  `i ?(?:am|['’]m) afraid (?:that )?(?:i|this|that|your)\\b`,
  "i (?:must|have to|(?:woul)?d have to) (?:respectfully )?(?:decline|refuse)\\b",
  "i (?:do not|don['’]?t) feel comfortable\\b",
  `(?:i ?(?:am|['’]m) (?:(?:very|so|truly) )?)?sorry\\b[^.!?]{0,120}${WHY}`,
  "sorry[.!]?$",
  "i (?:do |sincerely )?apologi[sz]e\\b",
  "(?:my |our )?(?:sincere )?apologies[,.;:]",
  "as an? (?:ai|(?:large )?language model)\\b",
  `unfortunately,? (?:i|we|this|that|your|the)\\b[^.!?]{0,120}${WHY}`,
  `(?:this|your|the) (?:request|prompt|task)\\b[^.!?]{0,120}${WHY}`,
];

const REFUSAL = new RegExp(`^(?:${openings.join("|")})`, "iu");

/**
 * Whether a text begins as models refuse. A story in the first person may begin alike: it speaks of what it tells and not of a
 * task, or goes on as its source does.
 */
export function isRefusal(text: string, source: string): boolean {
  const begin = withoutMarks(text);
  return REFUSAL.test(begin) && begin.slice(0, 25) !== withoutMarks(source).slice(0, 25);
}

/** Without marks of formatting at its head, and white space single. */
function withoutMarks(text: string): string {
  return text
    .replace(/^[\s*_#>-]+/u, "")
    .replace(/\s+/gu, " ")
    .trim();
}
