import { shareLimits } from "../../statistics/clustered/cluster-robust-mean.ts";
import { minClusters } from "../../statistics/clustered/clustered-estimate.ts";
import { type RandomEffects, randomEffects } from "../../statistics/sites/random-effects.ts";

/** A counted answer of a site: the cell is a stimulus under a condition, with the same name at every site. */
export interface SiteAnswer {
  person: string;
  cell: string;
  isCorrect: boolean;
}

/** The answers of one site. Memory grows with its answers. */
export class SiteAnswers {
  readonly name: string;
  private readonly cells = new Map<string, { people: string[]; right: boolean[] }>();

  constructor(name: string) {
    this.name = name;
  }

  add({ person, cell, isCorrect }: SiteAnswer): void {
    const cellAnswers = this.cells.get(cell) ?? { people: [], right: [] };
    cellAnswers.people.push(person);
    cellAnswers.right.push(isCorrect);
    this.cells.set(cell, cellAnswers);
  }

  listCells(): string[] {
    return [...this.cells.keys()];
  }

  /** The site's accuracy over some of its cells, each with the same weight, and its variance over people. */
  accuracyOver(cells: readonly string[]): PooledSite {
    const influence = new Map<string, number>();
    let share = 0;
    let answers = 0;
    for (const cell of cells) {
      const { people, right } = this.cells.get(cell) ?? { people: [], right: [] };
      const mean = right.filter(Boolean).length / right.length;
      share += mean / cells.length;
      answers += right.length;
      for (const [index, person] of people.entries()) {
        const part = ((right[index] ? 1 : 0) - mean) / (cells.length * right.length);
        influence.set(person, (influence.get(person) ?? 0) + part);
      }
    }
    return summarizeSite(this.name, answers, share, [...influence.values()]);
  }
}

/** A site as the report shows it. */
export interface PooledSite {
  name: string;
  people: number;
  answers: number;
  share: number;
  low: number | null;
  high: number | null;
  /** Standard error of the share, over people; null if the scores do not vary or for fewer than two people. */
  se: number | null;
  /** Why the site is not part of the summary; null if it is. */
  reason: string | null;
}

export interface PooledSites {
  /** Cells that every site has, and those that only some have. */
  cells: number;
  otherCells: number;
  sites: PooledSite[];
  /** On the logit scale; null, with a reason, for fewer than two usable sites. */
  summary: RandomEffects | null;
  reason: string | null;
}

/**
 * The accuracies of people at several sites that were shown the same stimuli, and their random-effects summary
 * (docs/statistics.md, "Several sites").
 *
 * @throws RangeError if two sites have the same name, or if no cell is common to all sites
 */
export function poolSites(sites: readonly SiteAnswers[]): PooledSites {
  if (new Set(sites.map(({ name }) => name)).size < sites.length) throw new RangeError("two sites have the same name");
  const [first, ...others] = sites.map((site) => new Set(site.listCells()));
  const commonCells = [...(first ?? [])].filter((cell) => others.every((cells) => cells.has(cell))).sort();
  const allCells = new Set(sites.flatMap((site) => site.listCells()));
  if (commonCells.length === 0) throw new RangeError("the sites have no stimulus and condition in common");
  const pooledSites = sites.map((site) => site.accuracyOver(commonCells));
  const usableSites = pooledSites.filter(({ reason }) => reason === null);
  const facts = { cells: commonCells.length, otherCells: allCells.size - commonCells.length, sites: pooledSites };
  if (usableSites.length < 2) return { ...facts, summary: null, reason: "A summary needs at least two sites." };
  const summary = randomEffects(
    usableSites.map(({ share }) => Math.log(share / (1 - share))),
    usableSites.map(({ share, se }) => (se! / (share * (1 - share))) ** 2),
  );
  return { ...facts, summary, reason: null };
}

function summarizeSite(name: string, answers: number, share: number, influence: readonly number[]): PooledSite {
  const people = influence.length;
  const squares = influence.reduce((sum, part) => sum + part * part, 0);
  const se = people < 2 || squares < 1e-24 ? null : Math.sqrt((people / (people - 1)) * squares);
  const isBetweenBounds = share > 0 && share < 1;
  const limits = isBetweenBounds
    ? shareLimits({ estimate: share, se, df: people - 1 }, 0.95)
    : { low: null, high: null };
  const reason =
    people < minClusters
      ? `Fewer than ${minClusters} people.`
      : !isBetweenBounds
        ? "All answers are right, or all are wrong."
        : se === null
          ? "The scores of people do not vary."
          : null;
  return { name, people, answers, share, ...limits, se, reason };
}
