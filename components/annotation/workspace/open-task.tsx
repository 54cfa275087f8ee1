"use client";

import { useEffect, useMemo } from "react";
import { TaskWorkspace } from "./task-workspace.tsx";

/** The workspace of one task, whose session lasts as long as the task is on the screen. */
export function OpenTask(props: Omit<Parameters<typeof TaskWorkspace>[0], "session">) {
  const { hub, payload } = props;
  const session = useMemo(() => hub.open(payload), [hub, payload]);
  useEffect(() => hub.hold(payload.task.id), [hub, payload]);
  return <TaskWorkspace {...props} session={session} />;
}
