import { AnnotationWorkspace } from "@/components/annotation/workspace/annotation-workspace.tsx";
import { parseKeyPreferences } from "@/lib/client/keyboard/keymap.ts";
import "@/components/annotation/annotation.css";
import { type Actor, requirePerson } from "@/lib/server/platform/access/access.ts";
import { getKeyboardPreferences } from "@/lib/server/users/keyboard-preferences.ts";

/**
 * The workspace as a page. The page fetches no task, because it can be prefetched, or restored by the back button: it
 * would then take a lease without a visit, or show outdated text.
 */
export async function WorkspacePage({
  actor,
  collectionId,
  taskId,
}: {
  actor: Actor;
  collectionId: string | null;
  taskId: string | null;
}) {
  return (
    <main id="content" tabIndex={-1} className="gutter mx-auto w-full max-w-[112rem] pt-5">
      <AnnotationWorkspace
        personId={requirePerson(actor)}
        api="/api/v1/annotation"
        collectionId={collectionId}
        taskId={taskId}
        keyPreferences={parseKeyPreferences(await getKeyboardPreferences(actor))}
        hrefs={{ queue: "/annotate/queue", mine: "/annotate/mine", keys: "/annotate/keys" }}
      />
    </main>
  );
}
