import type { BalanceReport } from "./kinds/true-false/validate-balance.ts";

/** A benchmark as shown in a list. */
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

/** A benchmark as shown on its own page. */
export interface BenchmarkFacts extends BenchmarkLine {
  projectId: string;
  slug: string;
  licence: string;
  canary: string;
  createdAt: Date;
  /** Null if no item declares one of MoToMQA's labels. */
  balance: BalanceReport | null;
  canWrite: boolean;
  isArchived: boolean;
}

/** A link to the item with the same content in another language. */
export interface ItemLink {
  /** Whether the linked item is the original of the listed item or a translation of it. */
  as: "original" | "translation";
  language: string;
  name: string;
  version: number;
  benchmark: { id: string; name: string };
}

/** The newest version of an item, as shown in the list of its benchmark. */
export interface BenchmarkItemLine {
  id: string;
  name: string;
  version: number;
  kind: string;
  text: string;
  attributes: Record<string, string | number | boolean | null>;
  story: { id: string; title: string; genre: string; text: string };
  gold: unknown;
  /** The key as readable text; empty if there is none. */
  key: string;
  /** Null if there is no key. */
  keyVersion: number | null;
  links: ItemLink[];
}

export const benchmarkItemsPerPage = 60;
