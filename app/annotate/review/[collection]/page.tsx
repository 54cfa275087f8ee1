import type { Metadata } from "next";
import { notFound } from "next/navigation";
import * as z from "zod";
import { ReviewWorkspace } from "@/components/annotation/review/review-workspace.tsx";
import { parseKeyPreferences } from "@/lib/client/keyboard/keymap.ts";
import "@/components/annotation/annotation.css";
import { mayAccessCollection } from "@/lib/server/annotation/access/has-access.ts";
import { requirePerson } from "@/lib/server/platform/access/access.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { getKeyboardPreferences } from "@/lib/server/users/keyboard-preferences.ts";

export const metadata: Metadata = { title: "Review" };

export default async function ReviewWorkspacePage({ params }: { params: Promise<{ collection: string }> }) {
  const actor = await requireUser();
  const collectionId = z.uuid().safeParse((await params).collection);
  if (!collectionId.success || !(await mayAccessCollection(actor, "annotation.review", collectionId.data))) notFound();
  return (
    <main id="content" tabIndex={-1} className="gutter mx-auto w-full max-w-[112rem] pt-5">
      <ReviewWorkspace
        personId={requirePerson(actor)}
        api="/api/v1/annotation"
        collectionId={collectionId.data}
        keyPreferences={parseKeyPreferences(await getKeyboardPreferences(actor))}
        hrefs={{ overview: "/annotate/review", keys: "/annotate/keys" }}
      />
    </main>
  );
}
