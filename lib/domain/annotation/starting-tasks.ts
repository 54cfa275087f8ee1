import { mindgamesTask } from "../items/kinds/mindgames/schema.ts";
import { pairwisePreference } from "../items/kinds/pairwise/schema.ts";
import { itemKinds } from "../items/kinds/registry.ts";
import { storyKinds } from "../items/kinds/story-kinds.ts";
import { taskTemplates } from "../tasks/templates/task-templates.ts";
import type { TaskTemplate } from "../tasks/templates/template.ts";

/**
 * Every task schema of the application, with which a new task can begin: the templates, the kinds of items of studies with
 * those that are a schema of another kind, and the kinds of the story workspace.
 */
export const startingTasks: readonly TaskTemplate[] = [
  ...taskTemplates,
  pairwisePreference,
  ...Object.values(itemKinds).flatMap((kind) => kind.task ?? []),
  mindgamesTask,
  ...Object.values(storyKinds).map(({ task }) => task),
];
