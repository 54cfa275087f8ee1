import type { BalanceReport } from "./validate-balance.ts";

/** A benchmark in a list. */
export interface BenchmarkLine {
  id: string;
  name: string;
  description: string;
  isDemo: boolean;
  items: number;
  stories: number;
  kinds: string[];
  studies: number;
}

/** A benchmark on its own page. */
export interface BenchmarkFacts extends BenchmarkLine {
  projectId: string;
  licence: string;
  canary: string;
  createdAt: Date;
  /** Null where no item declares one of MoToMQA's labels. */
  balance: BalanceReport | null;
  canWrite: boolean;
  isArchived: boolean;
}

/** Another item that says the same in another language. */
export interface ItemLink {
  /** What the item of the list has to it: is it that one's original, or its translation? */
  as: "original" | "translation";
  language: string;
  name: string;
  version: number;
  benchmark: { id: string; name: string };
}

/** The newest version of an item in the list of its benchmark. */
export interface BenchmarkItemLine {
  id: string;
  name: string;
  version: number;
  kind: string;
  text: string;
  attributes: Record<string, string | number | boolean | null>;
  story: { id: string; title: string; genre: string; text: string };
  gold: unknown;
  /** Null where there is no key. */
  keyVersion: number | null;
  links: ItemLink[];
}

export const benchmarkItemsPerPage = 60;
