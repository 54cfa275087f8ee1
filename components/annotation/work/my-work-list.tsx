"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Badge, type BadgeTone } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { useToast } from "@/components/ui/toast.tsx";
import { kindLabels, taskStateLabels } from "@/lib/domain/annotation/labels.ts";
import type { MyTask } from "@/lib/domain/annotation/my-work.ts";
import type { TaskState } from "@/lib/domain/annotation/task.ts";
import { formatDuration, formatMoment } from "@/lib/domain/format/times.ts";
import { exchange } from "../../../lib/client/exchange/exchange.ts";
import { verdictLabels } from "../look/verdict-labels.ts";
import { HiddenAnswersDialog } from "../workspace/dialogs/hidden-answers-dialog.tsx";

const stateTones: Readonly<Record<TaskState, BadgeTone>> = {
  open: "neutral",
  leased: "info",
  parked: "neutral",
  submitted: "info",
  returned: "warn",
  done: "good",
  irreparable: "neutral",
};

/** The tasks that a person has in progress or has submitted, and those that were returned. */
export function MyWorkList({ tasks, api, taskHref }: { tasks: readonly MyTask[]; api: string; taskHref: string }) {
  const router = useRouter();
  const say = useToast();
  const [taskWithHiddenAnswers, setTaskWithHiddenAnswers] = useState<MyTask | null>(null);

  async function reopen(task: MyTask) {
    const outcome = await exchange("POST", `${api}/tasks/${task.taskId}/reopen`, {});
    if (outcome.kind === "done") router.push(`${taskHref}${task.taskId}`);
    else say(outcome.kind === "refused" ? outcome.message : "The server is not responding.", "bad");
  }

  return (
    <>
      <Table caption="Your items, newest first" isCaptionHidden>
        <thead>
          <tr>
            <Th>Item</Th>
            <Th>State</Th>
            <Th>Verdict</Th>
            <Th isNumber>Active time</Th>
            <Th>Submitted</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <tr key={task.taskId}>
              <Th scope="row">
                {task.externalId}
                <span className="block text-xs font-normal text-ink-soft">{kindLabels[task.kind]}</span>
                {task.returnReason && (
                  <span className="mt-1.5 block max-w-80 border-l-2 border-warn pl-2 text-sm font-normal">
                    {task.returnReason}
                  </span>
                )}
              </Th>
              <Td>
                <Badge tone={stateTones[task.state]}>{taskStateLabels[task.state]}</Badge>
              </Td>
              <Td>{task.verdict ? verdictLabels[task.verdict] : "–"}</Td>
              <Td isNumber>{formatDuration(task.activeMs)}</Td>
              <Td>{task.submittedAt ? formatMoment(task.submittedAt) : "–"}</Td>
              <Td>
                <div className="flex flex-wrap gap-2">
                  {["leased", "parked", "returned"].includes(task.state) && (
                    <LinkButton size="small" href={`${taskHref}${task.taskId}`} prefetch={false}>
                      Open<span className="sr-only"> {task.externalId}</span>
                    </LinkButton>
                  )}
                  {task.canReopen && (
                    <Button size="small" onClick={() => void reopen(task)}>
                      Reopen<span className="sr-only"> {task.externalId}</span>
                    </Button>
                  )}
                  {task.verdict !== null && (
                    <Button size="small" look="quiet" onClick={() => setTaskWithHiddenAnswers(task)}>
                      Models<span className="sr-only"> on {task.externalId}</span>
                    </Button>
                  )}
                </div>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {taskWithHiddenAnswers && (
        <HiddenAnswersDialog
          api={api}
          taskId={taskWithHiddenAnswers.taskId}
          name={taskWithHiddenAnswers.externalId}
          onClose={() => setTaskWithHiddenAnswers(null)}
        />
      )}
    </>
  );
}
