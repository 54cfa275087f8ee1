import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { hasTask } from "@/lib/server/annotation/has-place.ts";
import { requireUser } from "@/lib/server/auth/require-user.ts";
import { DeskPage } from "../../desk-page.tsx";

export const metadata: Metadata = { title: "Desk" };

export default async function TaskDeskPage({ params }: PageProps<"/annotate/tasks/[taskId]">) {
  const actor = await requireUser();
  const taskId = z.uuid().safeParse((await params).taskId);
  if (!taskId.success || !(await hasTask(actor, "annotation.work", taskId.data))) notFound();
  return <DeskPage actor={actor} collectionId={null} taskId={taskId.data} />;
}
