import * as z from "zod";
import { requiredText } from "./text.ts";

/** One comment on an item, as shown to a person. */
export interface ItemComment {
  id: string;
  /** "You"; the author's name, shown only to people who manage the collection; otherwise the author's role. */
  by: string;
  at: string;
  text: string;
  isResolved: boolean;
}

export interface CommentsAnswer {
  comments: ItemComment[];
}

/** A new comment, or the resolution of one. */
export const commentRequest = z.union([
  z.strictObject({ text: requiredText(2_000) }),
  z.strictObject({ resolve: z.uuid(), isResolved: z.boolean() }),
]);
export type CommentRequest = z.infer<typeof commentRequest>;
