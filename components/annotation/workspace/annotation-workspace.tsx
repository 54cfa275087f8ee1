"use client";

import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import type { CopyVerdict } from "@/lib/domain/annotation/requests.ts";
import { isSchemaTask } from "@/lib/domain/annotation/task.ts";
import { createSessionHub } from "../../../lib/client/journal/session-hub.ts";
import { buildKeymap, type KeyPreferences } from "../../../lib/client/keyboard/keymap.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { KeySheet } from "../keyboard/key-sheet.tsx";
import { isMacKeyboard, useFreshKeys } from "../keyboard/use-shortcuts.ts";
import { useAnnouncement } from "../keyboard/use-spoken.tsx";
import { schemaActions, schemaKeymap } from "../schema/schema-keys.ts";
import { SchemaWorkspace } from "../schema/schema-workspace.tsx";
import { GuidelinesDialog } from "./dialogs/guidelines-dialog.tsx";
import { Waiting } from "./queue/between-items.tsx";
import { LastItemDialogs, LastItemNotice } from "./queue/last-item.tsx";
import { useItemQueue } from "./queue/use-item-queue.ts";
import { useLastItem } from "./queue/use-last-item.ts";
import { useQueueGuidelines } from "./queue/use-queue-guidelines.ts";
import { TaskWorkspace } from "./task-workspace.tsx";
import { useSetArtefacts } from "./use-set-artefacts.ts";
import type { Ending } from "./workspace-props.ts";

interface AnnotationWorkspaceProps {
  personId: string;
  /** Address of the annotation API, without a trailing slash. */
  api: string;
  collectionId: string | null;
  /** The task to start with, if it was returned or parked. */
  taskId: string | null;
  keyPreferences: KeyPreferences;
  hrefs: { queue: string; mine: string; keys: string };
}

/**
 * The workspace of a collection, in which an annotator works on one item after the other. The next item is shown before
 * the server has confirmed the previous submission.
 */
export function AnnotationWorkspace({
  personId,
  api,
  collectionId,
  taskId,
  keyPreferences,
  hrefs,
}: AnnotationWorkspaceProps) {
  const router = useRouter();
  const hub = useMemo(() => createSessionHub(personId, api), [personId, api]);
  const keys = useMemo(() => ({ keymap: buildKeymap(keyPreferences), isMac: isMacKeyboard() }), [keyPreferences]);
  const queue = useItemQueue(hub, { api, collectionId, taskId });
  const { phase, ahead, loadNext } = queue;
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [spoken, say] = useAnnouncement();
  useFreshKeys();
  const payload = phase.is === "open" ? phase.payload : null;
  const setArtefacts = useSetArtefacts(api, payload && isSchemaTask(payload) ? null : payload);
  const guidelines = useQueueGuidelines(hub, api, collectionId, queue);
  const last = useLastItem({ hub, api, queue, guidelines, say });
  const notice = (
    <>
      <LastItemNotice last={last} />
      {ahead.isLastOffline && payload !== null && (
        <Callout tone="warn" title="This is the last item on this device">
          There is no connection. More items appear when the connection is back.
        </Callout>
      )}
    </>
  );
  const schema = payload && isSchemaTask(payload) ? payload.schema : null;
  const onKeys = () => setSheetOpen(true);
  const goTo = (href: string) => router.push(href);
  const itemKey = payload && payload.task.id + (payload.revisionId ?? "");
  const common = payload && {
    ...{ hub, api, notice, say, onKeys },
    isEnded: last.left?.payload.task === payload.task,
    onEnd: (ending: Ending, verdict: CopyVerdict | null) => last.end(payload, ending, verdict),
    onNext: () => void loadNext(payload.task.id),
    onReopenLast: last.reopen,
    onGuidelines: guidelines.show,
    guidelineVersion: guidelines.view?.readVersion ?? null,
    onQueue: () => goTo(hrefs.queue),
    onMine: () => goTo(hrefs.mine),
  };
  return (
    <KeysContext.Provider value={keys}>
      {spoken}
      {payload === null || common === null ? (
        <Waiting
          {...{ phase, hrefs, onKeys }}
          onRetry={() => void loadNext(null)}
          onReopenLast={last.reopen}
          onReplace={last.replace}
          onGuidelines={guidelines.look}
          onGo={goTo}
        >
          {notice}
        </Waiting>
      ) : isSchemaTask(payload) ? (
        <KeysContext.Provider value={schema ? { ...keys, keymap: schemaKeymap(keyPreferences, schema.schema) } : keys}>
          <SchemaWorkspace key={itemKey} payload={payload} {...common} />
        </KeysContext.Provider>
      ) : (
        <TaskWorkspace
          key={itemKey}
          payload={payload}
          {...common}
          setArtefacts={setArtefacts}
          onHiddenAnswers={last.showHiddenAnswers}
          onReplace={last.replace}
          onSiblingsCut={ahead.outdate}
        />
      )}
      <KeySheet
        isOpen={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        keysHref={hrefs.keys}
        {...(schema ? { actions: schemaActions } : {})}
      />
      <GuidelinesDialog
        guidelines={guidelines}
        item={payload && { id: payload.item.id, externalId: payload.item.externalId }}
        instructions={payload?.collection.settings.instructions ?? ""}
      />
      <LastItemDialogs api={api} last={last} />
    </KeysContext.Provider>
  );
}
