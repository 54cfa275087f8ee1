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
  ethics: "ethics approval",
  institution: "institution",
  number: "number",
  date: "date",
  file: "file",
  version: "version",
  title: "title",
  text: "text",
  agreeLabel: "label of the agree button",
  declineLabel: "label of the decline button",
  dwellSeconds: "seconds before Next",
  timeLimitSeconds: "time limit of an item in seconds",
  layout: "layout",
  explanation: "question for a reason",
  wording: "wording",
  label: "wording",
  help: "help",
  key: "short name",
  value: "stored as",
  endsAs: "effect",
  required: "must be answered",
  maximumLength: "maximum length",
  minimum: "minimum",
  maximum: "maximum",
  minimumLabel: "label of the first point",
  maximumLabel: "label of the last point",
  unit: "unit",
  look: "appearance",
  showIf: "condition for asking",
  skipIf: "condition for skipping",
  amongItems: "position among the items",
  from: "earliest",
  to: "latest",
  oneOf: "answers",
  check: "check",
  training: "feedback",
  policy: "consequence of failing",
  tries: "attempts",
  needed: "required correct items",
  rereads: "text that is shown again",
  end: "separate end page",
  right: "right answer",
  gold: "right answer",
  story: "story",
  ends: "End pages",
  returnUrl: "return link",
  leaseMinutes: "Minutes that a slot is kept",
  leaseRenewals: "Renewals of a slot on one page",
  withdrawal: "Withdrawal",
  contact: "Contact",
  publicTitle: "Title for participants",
  frameAncestors: "Sites with frames",
  theme: "Colours",
};

/** The meaning of a number in a path. */
const listMemberNames: Record<string, string> = {
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
 * Returns a readable name for a path in a study's draft: `protocol.steps.1.questions.0.choices.2.label` is "Page 2,
 * question 1, answer 3, wording".
 */
export function describeField(path: string): string {
  const parts = path.split(".").filter((part) => part !== "protocol");
  const words: string[] = [];
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    if (listMemberNames[part] && next !== undefined && /^\d+$/.test(next)) continue;
    const before = parts[index - 1] ?? "";
    if (/^\d+$/.test(part)) words.push(`${listMemberNames[before] ?? before} ${Number(part) + 1}`);
    else words.push(names[part] ?? part);
  }
  return words.join(", ");
}
