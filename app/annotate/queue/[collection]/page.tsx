import type { Metadata } from "next";
import { notFound } from "next/navigation";
import * as z from "zod";
import { mayAccessCollection } from "@/lib/server/annotation/access/has-access.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { WorkspacePage } from "../../workspace-page.tsx";

export const metadata: Metadata = { title: "Workspace" };

export default async function CollectionWorkspacePage({ params }: PageProps<"/annotate/queue/[collection]">) {
  const actor = await requireUser();
  const collectionId = z.uuid().safeParse((await params).collection);
  if (!collectionId.success || !(await mayAccessCollection(actor, "annotation.work", collectionId.data))) notFound();
  return <WorkspacePage actor={actor} collectionId={collectionId.data} taskId={null} />;
}
