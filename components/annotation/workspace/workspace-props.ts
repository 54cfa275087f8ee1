import type { ReactNode } from "react";
import type { CopyVerdict } from "@/lib/domain/annotation/requests.ts";
import type { AnyTaskPayload } from "@/lib/domain/annotation/task.ts";
import type { SessionHub } from "../../../lib/client/journal/session-hub.ts";

/** How work on a task can end. */
export type Ending = "verdict" | "park" | "skip" | "irreparable";

/** The props of the workspace for one item, which is a story item or an item of a task schema. */
export interface WorkspaceProps {
  payload: AnyTaskPayload;
  hub: SessionHub;
  /** Address of the annotation API, without a trailing slash. */
  api: string;
  /** A message about the previous item: its result, and a link to it. */
  notice: ReactNode;
  /** The next item is loading. */
  isEnded: boolean;
  onEnd: (ending: Ending, verdict: CopyVerdict | null) => void;
  /** Continues with another task without finishing this one. Used if another person has this task. */
  onNext: () => void;
  onReopenLast: () => void;
  onKeys: () => void;
  onGuidelines: () => void;
  /** The version of the guidelines that this person has read; null if there is none. */
  guidelineVersion: number | null;
  onQueue: () => void;
  onMine: () => void;
  say: (text: string) => void;
}
