import type { ReactNode } from "react";
import type { AnswerDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { CopyVerdict } from "@/lib/domain/annotation/requests.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import type { SessionHub } from "../../../lib/client/journal/session-hub.ts";
import type { Ending } from "../workspace/use-workspace-actions.ts";

export interface SchemaWorkspaceProps {
  payload: TaskPayload<AnswerDocument>;
  hub: SessionHub;
  api: string;
  /** A message about the previous item. */
  notice: ReactNode;
  isEnded: boolean;
  onEnd: (ending: Ending, verdict: CopyVerdict | null) => void;
  onNext: () => void;
  onReopenLast: () => void;
  onKeys: () => void;
  onGuidelines: () => void;
  guidelineVersion: number | null;
  onQueue: () => void;
  onMine: () => void;
  say: (text: string) => void;
}
