import type { Metadata } from "next";
import { notFound } from "next/navigation";
import * as z from "zod";
import { mayAccessTask } from "@/lib/server/annotation/access/has-access.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { WorkspacePage } from "../../workspace-page.tsx";

export const metadata: Metadata = { title: "Workspace" };

export default async function TaskWorkspacePage({ params }: PageProps<"/annotate/tasks/[taskId]">) {
  const actor = await requireUser();
  const taskId = z.uuid().safeParse((await params).taskId);
  if (!taskId.success || !(await mayAccessTask(actor, "annotation.work", taskId.data))) notFound();
  return <WorkspacePage actor={actor} collectionId={null} taskId={taskId.data} />;
}
