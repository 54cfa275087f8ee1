import type { KsteKind } from "../../stories/items/kste-item.ts";
import { error } from "./ikd/erroneous-story.ts";
import { knp } from "./knp/next-action-question.ts";
import { original } from "./original/original-story.ts";
import type { StoryKind, ValidityRule } from "./story-kind.ts";

/** Every kind of the story workspace by its name in files and tables. */
export const storyKinds: Readonly<Record<KsteKind, StoryKind>> = { original, error, knp };

/** The rules of all kinds, each once. */
export const validityRules: readonly ValidityRule[] = [
  ...new Set(Object.values(storyKinds).flatMap(({ rules }) => rules)),
];
