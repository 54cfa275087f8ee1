import type { CollectionSettings } from "./collection-settings.ts";
import type { ItemStatus, TaskState } from "./task.ts";

/** A collection as shown in lists and on its own page. */
export interface CollectionSummary {
  id: string;
  projectId: string;
  name: string;
  slug: string;
  isTraining: boolean;
  isDemo: boolean;
  isClosed: boolean;
  settings: CollectionSettings;
  /** The benchmark that receives accepted items; null before it is created. */
  benchmarkId: string | null;
  createdAt: Date;
  /** The task schema of the items; null for stories. */
  task: { version: number; title: string } | null;
  items: Partial<Record<ItemStatus, number>>;
  tasks: Partial<Record<TaskState, number>>;
  /** Number of items of a training that have a lesson; null for other collections. */
  steps: number | null;
  /** This person's permissions here. */
  can: { work: boolean; review: boolean; manage: boolean };
  /** This person's own tasks; for a training, its steps. */
  mine: { inHand: number; returned: number; parked: number; finished: number; total: number };
}
