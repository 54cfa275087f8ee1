/**
 * Writes predictions.jsonl: answers of three invented models to the demo benchmark. No model was asked; the figures
 * are drawn from the profiles below, so that a fresh installation has something to compare people with.
 *
 *     npx tsx content/demo/make-predictions.ts           writes the file
 *     npx tsx content/demo/make-predictions.ts --check   says whether the file is what this program would write
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ItemRow, itemRowSchema } from "../../lib/domain/items/item.ts";
import { renderPrompt } from "../../lib/domain/items/stimulus.ts";
import { type Random, seededRandom } from "../../lib/domain/random.ts";

interface Profile {
  model: string;
  /** Probability that the model prefers the right answer, at orders or levels 2 to 6. */
  tom: readonly number[];
  factual: readonly number[];
  /** Added to the log-odds of "true" for every statement. */
  biasToTrue: number;
  /** Added to the log-odds of the word that the question names first. */
  anchoring: number;
  /** Whether the file contains the model's prompt; without it, parity with the human screen is unverified. */
  recordsPrompt: boolean;
  /** Whether "Yes" and "No" were requested as candidates too (Street et al. 2024, section 3.1.2). */
  asksYesNo: boolean;
}

const profiles: readonly Profile[] = [
  {
    model: "Demo model A (synthetic)",
    tom: [0.99, 0.97, 0.93, 0.9, 0.5],
    factual: [1, 0.99, 0.98, 0.97, 0.96],
    biasToTrue: 0.1,
    anchoring: 0,
    recordsPrompt: true,
    asksYesNo: false,
  },
  {
    model: "Demo model B (synthetic)",
    tom: [0.68, 0.6, 0.57, 0.54, 0.5],
    factual: [0.99, 0.97, 0.95, 0.94, 0.92],
    biasToTrue: 0,
    anchoring: 0.25,
    recordsPrompt: true,
    asksYesNo: false,
  },
  {
    model: "Demo model C (synthetic)",
    tom: [0.72, 0.68, 0.62, 0.58, 0.55],
    factual: [0.8, 0.78, 0.74, 0.7, 0.68],
    biasToTrue: 1.9,
    anchoring: 0.5,
    recordsPrompt: false,
    asksYesNo: true,
  },
];

const questionOrders = ["true-false", "false-true"] as const;

/**
 * The conditions of people and the prompt that corresponds to each (Street et al. 2024, section 3.2): together with the
 * two orders of the words they make the 560 presentations of 140 statements.
 */
const arms = [
  { story: "no-story", prompt: "human" },
  { story: "story", prompt: "simplified" },
] as const;

const fileAt = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The whole text of predictions.jsonl: models x prompts x items x question orders, one JSON object per line. */
export function predictionLines(items: readonly ItemRow[]): string {
  const lines = profiles.flatMap((profile) => {
    // The seed contains the models' original names, so that their answers stay the same.
    const seed = `Parallax demo predictions, ${profile.model.replace("synthetic", "made up")}`;
    return arms.flatMap((arm) => {
      const random = seededRandom(arm.prompt === "human" ? seed : `${seed}, ${arm.prompt}`);
      return items.flatMap((item) => predictionsFor(profile, item, arm, random));
    });
  });
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

/**
 * One latent value for the item under one prompt, shared by both orders of the words, because a real model's answers to
 * both are correlated.
 */
function predictionsFor(profile: Profile, item: ItemRow, arm: (typeof arms)[number], random: Random): object[] {
  const { type, order, level } = item.attributes;
  const chances = type === "tom" ? profile.tom : profile.factual;
  const leansRight = random.next() < (chances[Number(type === "tom" ? order : level) - 2] ?? 0.5);
  const strength = 0.7 + 2.6 * random.next();
  const leaning = leansRight === item.gold ? strength : -strength;
  return questionOrders.map((questionOrder) => {
    const condition = { story: arm.story, questionOrder, prompt: arm.prompt };
    const anchor = questionOrder === "true-false" ? profile.anchoring : -profile.anchoring;
    const logOdds = leaning + profile.biasToTrue + anchor + (random.next() - 0.5) * 0.6;
    return {
      model: profile.model,
      item: item.id,
      condition,
      ...(profile.recordsPrompt ? { prompt: renderPrompt(item, condition) } : {}),
      logprobs: candidateLogprobs(1 / (1 + Math.exp(-logOdds)), profile.asksYesNo, random),
    };
  });
}

/** Divides the probability of "true" and of "false" among their spellings; the rest belongs to other words. */
function candidateLogprobs(pTrue: number, asksYesNo: boolean, random: Random): Record<string, number> {
  const asked = 0.86 + 0.1 * random.next();
  const yesNo = asksYesNo ? 0.04 + 0.04 * random.next() : 0;
  const capitalised = 0.7 + 0.2 * random.next();
  const lower = (1 - capitalised) * 0.9;
  const upper = (1 - capitalised) * 0.1;
  const logprobs: Record<string, number> = {};
  for (const [trueSpelling, falseSpelling, share] of [
    ["True", "False", capitalised],
    ["true", "false", lower],
    ["TRUE", "FALSE", upper],
  ] as const) {
    logprobs[trueSpelling] = rounded(Math.log(pTrue * share * (asked - yesNo)));
    logprobs[falseSpelling] = rounded(Math.log((1 - pTrue) * share * (asked - yesNo)));
  }
  if (asksYesNo) {
    logprobs.Yes = rounded(Math.log(pTrue * yesNo));
    logprobs.No = rounded(Math.log((1 - pTrue) * yesNo));
  }
  return logprobs;
}

function rounded(logprob: number): number {
  return Math.round(logprob * 10_000) / 10_000;
}

export function readDemoItems(name = "items.jsonl"): ItemRow[] {
  const lines = readFileSync(fileAt(name), "utf8").trimEnd().split("\n");
  return lines.map((line) => itemRowSchema.parse(JSON.parse(line)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = fileAt("predictions.jsonl");
  const lines = predictionLines(readDemoItems());
  if (!process.argv.includes("--check")) {
    writeFileSync(path, lines);
    console.log(`Wrote ${lines.trimEnd().split("\n").length} synthetic predictions to predictions.jsonl.`);
  } else if (readFileSync(path, "utf8") === lines) {
    console.log("predictions.jsonl is what this program writes.");
  } else {
    console.error("predictions.jsonl differs from what this program writes. Run it without --check.");
    process.exitCode = 1;
  }
}
