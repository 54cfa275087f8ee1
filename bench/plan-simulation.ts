import { analysisPlanSchema } from "../lib/domain/results/plan/analysis-plan.ts";
import { generativeProfileSchema } from "../lib/domain/results/simulation/generative-profile.ts";
import {
  designHash,
  planSimulationFormat,
  planSimulationView,
} from "../lib/domain/results/simulation/plan-simulation.ts";
import { computeTrueTests, simulatePlan } from "../lib/domain/results/simulation/run-plan.ts";
import { prepareSimulation } from "../lib/domain/results/simulation/simulated-study.ts";
import { viewFile } from "../lib/domain/results/views/view-files.ts";
import { planStratumSlots } from "../lib/domain/survey/slots/plan-slots.ts";

/**
 * The planned tests of the full design of Street et al. 2024 on simulated data: 140 items about 7 stories, 4 conditions, 8
 * groups, 29,120 people with one answer each. Prints the tables as Markdown.
 *
 * Arguments: the number of simulated studies (100).
 */
const times = Number(process.argv[2] ?? 100);
const seed = "street-2026";
const [stories, items, conditions, groups, perGroup] = [7, 140, 4, 8, 26];

const kinds = ["tom", "factual"];
const design = {
  items: Array.from({ length: items }, (_, index) => ({
    id: `item-${index}`,
    name: `item-${index}`,
    version: 1,
    kind: "true-false",
    storyId: `story-${index % stories}`,
    storyTitle: "",
    text: "",
    attributes: { type: kinds[Math.floor(index / stories) % 2]!, order: 2 + (Math.floor(index / stories / 2) % 5) },
    options: [
      { value: "true", label: "true" },
      { value: "false", label: "false" },
    ],
    rightAnswers: [Math.floor(index / stories / 10) % 2 === 0 ? "true" : "false"],
    keyVersion: 1,
  })),
  conditions: ["true-false", "false-true"].flatMap((questionOrder) =>
    ["story", "no-story"].map((story) => ({
      id: `questionOrder=${questionOrder},story=${story}`,
      levels: { questionOrder, story },
      label: `${story}, ${questionOrder}`,
    })),
  ),
  strata: Array.from({ length: groups }, (_, group) => ({
    key: `group-${group}`,
    slots: planStratumSlots(
      { strata: groups, items, conditions, perStratumItem: perGroup, itemsPerSession: 1 },
      group,
      seed,
    ),
  })),
  plan: analysisPlanSchema.parse({
    models: ["As good as people", "Ten points worse", "Five points worse"],
    comparator: { kind: "majority" },
    ties: "false",
    margin: 0.1,
    family: {
      method: "holm",
      alpha: 0.05,
      tests: [
        { kind: "model-against-people" },
        { kind: "equivalence" },
        { kind: "levels", of: "order" },
        { kind: "tom-factual" },
        { kind: "word-orders" },
        { kind: "story-effect" },
      ],
    },
  }),
};
const profile = generativeProfileSchema.parse({
  accuracyBy: { attribute: "order", values: { 2: 0.85, 3: 0.82, 4: 0.78, 5: 0.74, 6: 0.7 } },
  storySd: 0.3,
  itemSd: 0.6,
  models: [
    { name: "As good as people", distance: 0 },
    { name: "Ten points worse", distance: -0.1 },
    { name: "Five points worse", distance: -0.05 },
  ],
});

const prepared = prepareSimulation(design, profile);
const begun = performance.now();
const tally = simulatePlan(prepared, computeTrueTests(prepared), { seed, from: 0, count: times });
const seconds = (performance.now() - begun) / 1000;
const simulation = {
  format: planSimulationFormat,
  design: designHash(design),
  seed,
  times,
  profile,
  tally,
};
const view = planSimulationView(simulation, design.plan);
for (const sentence of view.sentences) console.log(`${sentence}\n`);
for (const { name } of view.tables) console.log(viewFile(view, name, "md", null));
console.log(`${(seconds / times).toFixed(2)} seconds a study.`);
