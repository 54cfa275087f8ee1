import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";

// One term per concept (docs/glossary.md). Applied migrations, exported columns, commands with their options, and
// documented files and addresses keep their names; each exception is listed here with its reason.

/** Words that are no longer used in names, with their replacements. */
const retiredNames = new Map(
  Object.entries({
    passage: "session; a passage is a piece of a text",
    deed: "action",
    desk: "workspace",
    door: "endpoint, sign-in page or study state",
    seat: "tab lock",
    sealed: "hidden",
    settle: "resolve, derive, decide or accept",
    settled: "resolved, derived, decided or accepted",
    crowd: "majority or load test",
    account: "user or import summary",
    guesser: "baseline classifier",
    couple: "pair",
    shortcut: "artefact; shortcuts are those of the keyboard",
  }),
);

const nameExceptions: readonly [word: string, file: RegExp, reason: string][] = [
  ["passage", /^lib\/domain\/(stories|annotation|interchange\/item-files)\//, "a piece of a text"],
  [
    "passage",
    /(save-item|running|scripted-form)\.test\.ts$/,
    "the field of marked pieces of a text in a task template",
  ],
  ["passage", /^lib\/client\/enhance\/resume\.ts$/, "the key under which browsers hold sessions under way"],
  [
    "crowd",
    /^lib\/domain\/(statistics\/|results\/model\/majority-curve)|^lib\/cli\/stats|^bin\//,
    "functions of parallax stats: crowd_of_k and others",
  ],
  ["couple", /^(app|components|lib)\/.*(beliefs)/, "a parameter in the address of the page on tuning"],
  ["shortcut", /^(lib\/cli|bin)\//, "the command parallax mindgames shortcuts"],
  ["shortcut", /^components\/annotation\/|^lib\/client\//, "of the keyboard"],
  ["account", /^app\/account\//, "the address /account"],
  ["account", /recruit/, "an account at a recruiter"],
  ["account", /^prisma\/factories\/identity-provider\.ts$/, "options of oidc-provider"],
  ["settled", /\.test\.ts$/, "Promise.allSettled"],
];

/** Phrases that screens no longer use. */
const retiredPhrases: readonly [phrase: RegExp, now: string][] = [
  [/told apart/i, "significant difference"],
  [/majority is right/i, "majority-vote accuracy"],
  [/one person is right/i, "mean individual accuracy"],
  [/\bguess(ing|ers?)\b/i, "chance level, baseline classifier"],
  [/\bunread\b/i, "unparsed"],
  [/\bset aside\b/i, "excluded"],
  [/\b(left|leave) out\b/i, "excluded, exclude"],
  [/\bmade up\b/i, "synthetic"],
  [/known already/i, "unchanged"],
  [/everybody else\b(?!’s)/i, "outside quotas"],
  [/times away/i, "focus losses"],
  [/\b(lay|laid|lays) out\b/i, "generate"],
  [/least pairs/i, "minimum pairs"],
  [/\bcouples?\b/i, "pair"],
  [/\bput away\b/i, "dismiss"],
  [/\b(take|taken|takes) back\b/i, "undo, revoke"],
  [/numbers for the paper/i, "report"],
  [/found wanting/i, "defective"],
  [/\bdesks?\b/i, "workspace"],
];

const phraseExceptions: readonly [text: string, reason: string][] = [
  ["Made up.", "what a participant is told after the study about a statement that was false"],
  ["couple", "the parameter of an address"],
];

const programs = ["app", "components", "lib", "e2e", "bench", "prisma/factories"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/generated/.test(file)),
);

describe("retired words", () => {
  it("are in no name of a file", () => {
    const found = programs.filter((file) => {
      const parts = wordsOf((file.split("/").at(-1) ?? "").replace(/\.(test|spec)?\.?tsx?$/, ""));
      return parts.some((part) => retiredNames.has(part) && !isExcepted(part, file));
    });
    expect(found).toEqual([]);
  });

  it("are in no name in the code", () => {
    const found = new Set<string>();
    const anyName = new RegExp([...retiredNames.keys()].join("|"), "i");
    for (const file of programs) {
      const names = new Set<string>();
      visit(file, [anyName], (node) => {
        if ((node.type === "Identifier" || node.type === "PrivateIdentifier") && typeof node.name === "string")
          names.add(node.name);
      });
      for (const name of names)
        for (const part of wordsOf(name)) {
          if (retiredNames.has(part) && !isExcepted(part, file))
            found.add(`${file}: ${name} (${retiredNames.get(part)})`);
        }
    }
    expect([...found]).toEqual([]);
  });

  it("are on no screen", () => {
    const found = new Set<string>();
    const phrases = retiredPhrases.map(([phrase]) => phrase);
    for (const file of programs.filter((one) => /^(app|components)\//.test(one) && !/\.test\./.test(one))) {
      const look = (text: string) => {
        if (phraseExceptions.some(([excepted]) => text.trim() === excepted)) return;
        for (const [phrase, now] of retiredPhrases) {
          if (phrase.test(text)) found.add(`${file}: ${text.trim().slice(0, 80)} (${now})`);
        }
      };
      visit(file, phrases, (node) => {
        if ((node.type === "JSXText" || node.type === "Literal") && typeof node.value === "string") look(node.value);
        if (node.type === "TemplateElement") look((node.value as { cooked: string | null }).cooked ?? "");
      });
    }
    expect([...found]).toEqual([]);
  });
});

interface SyntaxNode {
  type: string;
  name?: unknown;
  value?: unknown;
}

/** A character written as an escape or an entity, which a pattern cannot see. */
const escaped = /\\[ux\n]|&\w+;|&#/;

/**
 * Calls `look` with every node of a program's syntax tree, unless a text search shows that no pattern can match:
 * parsing costs a hundred times as much as the search.
 */
function visit(file: string, patterns: readonly RegExp[], look: (node: SyntaxNode) => void): void {
  const source = readFileSync(file, "utf8");
  if (!escaped.test(source) && !patterns.some((pattern) => pattern.test(source))) return;
  const open: unknown[] = [parseSync(file, source).program];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    if ("type" in next && typeof next.type === "string") look(next as SyntaxNode);
    open.push(...Object.values(next));
  }
}

/** The words of a name in singular: "itemShortcuts", "desk-state" and "passage_count" have two each. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((part) => (part.length > 3 ? part.replace(/s$/, "") : part));
}

function isExcepted(word: string, file: string): boolean {
  return nameExceptions.some(([excepted, files]) => excepted === word && files.test(file));
}
