import type { KsteKind } from "../items/kste-item.ts";
import { error } from "./error/error.ts";
import { knp } from "./knp/knp.ts";
import { original } from "./original/original.ts";
import type { StoryKind } from "./story-kind.ts";

/** Every kind of the story workspace by its name in files and tables. */
export const storyKinds: Readonly<Record<KsteKind, StoryKind>> = { original, error, knp };
