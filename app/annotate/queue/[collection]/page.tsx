import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { hasCollection } from "@/lib/server/annotation/has-place.ts";
import { requireUser } from "@/lib/server/auth/require-user.ts";
import { DeskPage } from "../../desk-page.tsx";

export const metadata: Metadata = { title: "Desk" };

export default async function CollectionDeskPage({ params }: PageProps<"/annotate/queue/[collection]">) {
  const actor = await requireUser();
  const collectionId = z.uuid().safeParse((await params).collection);
  if (!collectionId.success || !(await hasCollection(actor, "annotation.work", collectionId.data))) notFound();
  return <DeskPage actor={actor} collectionId={collectionId.data} taskId={null} />;
}
