"use client";

import { useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import type { AnswerDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { SchemaTask } from "@/lib/domain/annotation/task.ts";
import { exchange } from "../../../lib/client/exchange/exchange.ts";
import type { Conflict } from "../../../lib/client/journal/journal-record.ts";
import { AnswerComparison } from "./answer-comparison.tsx";

/** Shows two versions of the answers after a conflicting save. The person chooses the version to continue with. */
export function AnswerConflict({
  task,
  conflict,
  api,
  taskId,
  fence,
  isTaken,
  say,
  onDecided,
}: {
  task: SchemaTask;
  conflict: Conflict;
  api: string;
  taskId: string;
  fence: number | null;
  isTaken: boolean;
  say: (text: string) => void;
  onDecided: (document: AnswerDocument, revisionId: string) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const versions = [conflict.mine, conflict.theirs].flatMap((version) =>
    version?.document.kind === "schema" ? [{ id: version.revisionId, document: version.document }] : [],
  );
  const titles = ["This version", "The other version"];

  async function choose(keep: string, document: AnswerDocument) {
    const outcome = await exchange("POST", `${api}/tasks/${taskId}/revisions/choose`, { keep, fence });
    if (outcome.kind !== "done")
      return setProblem(
        outcome.kind === "later"
          ? "The server is not responding. Both versions are stored; try again."
          : outcome.message,
      );
    onDecided(document, (outcome.body as { receipt: { revisionId: string } }).receipt.revisionId);
    say("Decided. The other version is kept in the history.");
  }

  return (
    <section id="conflict" tabIndex={-1} aria-label="Two versions of your answers" className="grid gap-4">
      <Callout tone="warn" title="Two versions of your answers">
        {isTaken
          ? "The item is now assigned to another annotator. Your version is kept on the server."
          : "Another tab or device saved in the meantime. Both versions are stored: choose the one to continue with."}
      </Callout>
      {problem && (
        <div role="alert">
          <Callout tone="bad">{problem}</Callout>
        </div>
      )}
      <AnswerComparison
        task={task}
        caption="Both versions"
        columns={versions.map(({ id, document }, index) => ({
          key: id,
          answer: document.answer,
          title: (
            <span className="flex flex-wrap items-center gap-2">
              {titles[index]}
              {!isTaken && (
                <Button size="small" onClick={() => void choose(id, document)}>
                  Continue with it
                </Button>
              )}
            </span>
          ),
        }))}
      />
    </section>
  );
}
