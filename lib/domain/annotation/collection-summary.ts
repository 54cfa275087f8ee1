import type { CollectionSettings } from "./collection-settings.ts";
import type { ItemStatus, TaskState } from "./task.ts";

/** A collection as lists and its own page show it. */
export interface CollectionSummary {
  id: string;
  projectId: string;
  name: string;
  slug: string;
  isTraining: boolean;
  isDemo: boolean;
  isClosed: boolean;
  settings: CollectionSettings;
  /** The benchmark that accepted items go to; null until there is one. */
  benchmarkId: string | null;
  createdAt: Date;
  items: Partial<Record<ItemStatus, number>>;
  tasks: Partial<Record<TaskState, number>>;
  /** How many items of a training have a lesson; null for other collections. */
  steps: number | null;
  /** What this person may do here. */
  can: { work: boolean; review: boolean; manage: boolean };
  /** This person's own tasks; for a training, of its steps. */
  mine: { inHand: number; returned: number; parked: number; finished: number; total: number };
}
