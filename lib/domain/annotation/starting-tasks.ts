import { itemKinds } from "../items/kinds/registry.ts";
import { storyKinds } from "../items/kinds/story-kinds.ts";
import { taskTemplates } from "../tasks/templates/task-templates.ts";
import type { TaskTemplate } from "../tasks/templates/template.ts";

/**
 * Every task schema of the application, with which a new task can begin: the templates, the kinds of items of studies, and
 * those of the story workspace.
 */
export const startingTasks: readonly TaskTemplate[] = [
  ...taskTemplates,
  ...Object.values(itemKinds).flatMap((kind) => kind.task ?? []),
  ...Object.values(storyKinds).map(({ task }) => task),
];
