import { clusteredEstimate } from "../../statistics/clustered-estimate.ts";
import { studentQuantile } from "../../statistics/distributions.ts";
import { rakingWeights } from "../../statistics/raking-weights.ts";
import type { Material } from "./material.ts";
import { type Check, count, described, estimate, refusedView, shownView, text, type View } from "./view.ts";

const head = {
  id: "weights",
  title: "Weighted to the planned quotas",
  lead: "When quotas did not fill evenly, people of full groups count less and people of sparse groups more, until the sample has the shares that the design plans (raking; one margin is post-stratification).",
};

const fewestPeople = 30;
const fewestInCategory = 5;

/** The mean person with and without weights, and what weighting costs. */
export function weightsView({ scored, single, planned }: Material): View {
  const margins = Object.entries(planned).flatMap(([name, targets]) => {
    const attribute = single.attributes.find((one) => one.name === name);
    return attribute ? [{ attribute, targets }] : [];
  });
  if (margins.length === 0)
    return refusedView(head, "The design has no quota groups, so there are no planned shares to weight to.");
  const sums = Array.from({ length: single.people }, () => ({ right: 0, n: 0 }));
  for (const { person, right } of scored) {
    sums[person]!.right += right;
    sums[person]!.n += 1;
  }
  const people = sums.flatMap(({ right, n }, person) =>
    n > 0 && margins.every(({ attribute, targets }) => (targets[attribute.values[person] ?? ""] ?? 0) > 0)
      ? [{ person, share: right / n }]
      : [],
  );
  const rows = margins.flatMap(({ attribute, targets }) =>
    Object.entries(targets).map(([value, target]) => ({
      label: `${attribute.label}: ${value}`,
      target,
      people: people.filter(({ person }) => attribute.values[person] === value).length,
    })),
  );
  const least = Math.min(...rows.map((row) => row.people));
  const checks: Check[] = [
    {
      says: "Every planned group has people enough",
      holds: least >= fewestInCategory && people.length >= fewestPeople,
      found: `${people.length} people in quota groups, at least ${least} in each`,
    },
  ];
  if (!checks[0]!.holds)
    return refusedView(head, `It takes ${fewestPeople} people, ${fewestInCategory} in each planned group.`, checks);
  const y = people.map(({ share }) => share);
  const raked = rakingWeights(
    margins.map(({ attribute, targets }) => ({
      categories: people.map(({ person }) => attribute.values[person]!),
      targets: sharesOf(targets),
    })),
    y,
    500,
    1e-10,
  );
  const half = raked.se === null ? null : -studentQuantile(0.025, people.length - 1) * raked.se;
  return shownView(head, {
    checks: [
      ...checks,
      {
        says: "Weights do not rest on a few people",
        holds: raked.deff < 2,
        found: `design effect ${raked.deff.toFixed(3)}, ${raked.nEff.toFixed(1)} people in effect`,
      },
    ],
    sentences: [
      `Weighting costs a design effect of ${raked.deff.toFixed(3)} (Kish): ${people.length} people count as ${raked.nEff.toFixed(1)}. Intervals take people as independent; the weighted one allows for the weights being estimated.`,
    ],
    tables: [
      {
        name: "weighted",
        caption: "Mean accuracy of people in quota groups",
        columns: ["How", "Right"],
        rows: [
          [text("As they came"), estimate(clusteredEstimate(y, [], { range: [0, 1], unit: "people" }))],
          [
            text("Weighted to the plan"),
            estimate({
              value: raked.share,
              low: half === null || half === 0 ? null : Math.max(0, raked.share - half),
              high: half === null || half === 0 ? null : Math.min(1, raked.share + half),
              n: people.length,
              reason: half ? null : "There is no spread.",
            }),
          ],
        ],
      },
      {
        name: "margins",
        caption: "Planned and found shares of people",
        columns: ["Group", "People", "Found", "Planned"],
        rows: rows.map(({ label, target, people: found }) => [
          text(label),
          count(found),
          described(found / people.length, people.length, "share"),
          described(target, people.length, "share"),
        ]),
      },
    ],
  });
}

/** Shares that sum to 1 exactly enough. */
function sharesOf(targets: Readonly<Record<string, number>>): Record<string, number> {
  const total = Object.values(targets).reduce((sum, share) => sum + share, 0);
  return Object.fromEntries(Object.entries(targets).map(([name, share]) => [name, share / total]));
}
