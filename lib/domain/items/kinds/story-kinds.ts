import type { KsteKind } from "../../stories/items/kste-item.ts";
import { error } from "./ikd/erroneous-story.ts";
import { knp } from "./knp/next-action-question.ts";
import { original } from "./original/original-story.ts";
import type { StoryKind, ValidityRule } from "./story-kind.ts";

/** Every kind of the story workspace by its name in files and tables. */
export const storyKinds: Readonly<Record<KsteKind, StoryKind>> = { original, error, knp };

/** The names of the kinds with a property, in files and tables. */
export function storyKindNames(has: (kind: StoryKind) => boolean): string[] {
  return Object.values(storyKinds)
    .filter(has)
    .map(({ name }) => name);
}

/** The kinds of the stories from which others are made. */
export const originalKinds = storyKindNames(({ isAboutKnowledge }) => !isAboutKnowledge);
/** The kinds of stories that were made from an original by an edit. */
export const editedKinds = storyKindNames(({ isMadeFromOriginal }) => isMadeFromOriginal);
/** The kinds that ask a question with two options. */
export const twoOptionKinds = storyKindNames(({ hasQuestion }) => hasQuestion);

/** The rules of all kinds, each once. */
export const validityRules: readonly ValidityRule[] = [
  ...new Set(Object.values(storyKinds).flatMap(({ rules }) => rules)),
];
