const names: Record<string, string> = {
  name: "Name",
  slug: "Address",
  description: "Description",
  stage: "Stage",
  language: "Language",
  benchmarkId: "Benchmark",
  itemKind: "Kind of item",
  itemFilter: "Choice of items",
  itemIds: "Names of items",
  conditions: "Conditions",
  quotas: "Quotas",
  openStratum: "Outside quotas",
  perStratumItem: "Answers per item and group",
  itemsPerSession: "Items per person",
  composition: "Session composition",
  seed: "Seed",
  consent: "Consent",
  version: "version",
  title: "title",
  text: "text",
  agreeLabel: "button for yes",
  declineLabel: "button for no",
  dwellSeconds: "seconds before Next",
  timeLimitSeconds: "time limit of an item in seconds",
  layout: "layout",
  explanation: "question for a reason",
  wording: "wording",
  label: "wording",
  help: "help",
  key: "short name",
  value: "stored as",
  endsAs: "what it leads to",
  required: "must be answered",
  maximumLength: "longest answer",
  minimum: "least",
  maximum: "most",
  minimumLabel: "what the first point means",
  maximumLabel: "what the last point means",
  unit: "unit",
  look: "look",
  showIf: "who is asked",
  skipIf: "who is not asked",
  amongItems: "position among the items",
  from: "earliest",
  to: "latest",
  oneOf: "answers",
  check: "check",
  training: "feedback",
  policy: "who misses it",
  tries: "tries",
  needed: "items that must be right",
  rereads: "text that is read again",
  end: "own end page",
  right: "right answer",
  gold: "right answer",
  story: "story",
  ends: "End pages",
  returnUrl: "link back",
  leaseMinutes: "Minutes that a slot is kept",
  leaseRenewals: "Renewals of a slot on one page",
  withdrawal: "Withdrawal",
  contact: "Contact",
  publicTitle: "Title for participants",
  frameAncestors: "Sites with frames",
  theme: "Colours",
};

/** The meaning of a number in a path. */
const counted: Record<string, string> = {
  steps: "Page",
  questions: "question",
  choices: "answer",
  quotas: "quota",
  values: "value",
  items: "practice item",
  frameAncestors: "site",
  boxes: "box",
  options: "option",
};

/**
 * A readable name for a path of a study's draft: `protocol.steps.1.questions.0.choices.2.label` is "Page 2, question 1,
 * answer 3, wording".
 */
export function describeField(path: string): string {
  const parts = path.split(".").filter((part) => part !== "protocol");
  const words: string[] = [];
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    if (counted[part] && next !== undefined && /^\d+$/.test(next)) continue;
    const before = parts[index - 1] ?? "";
    if (/^\d+$/.test(part)) words.push(`${counted[before] ?? before} ${Number(part) + 1}`);
    else words.push(names[part] ?? part);
  }
  return words.join(", ");
}
