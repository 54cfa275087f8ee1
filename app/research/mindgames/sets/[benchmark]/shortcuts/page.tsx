import type { Metadata } from "next";
import { ShortcutTables } from "@/components/epistemic/sets/shortcut-tables.tsx";
import { ShortcutWait } from "@/components/epistemic/sets/shortcut-wait.tsx";
import { ActionForm } from "@/components/ui/action-form.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { SubmitButton } from "@/components/ui/submit-button.tsx";
import { problemSetFingerprint } from "@/lib/server/epistemic/read-problem-set.ts";
import { getShortcutState } from "@/lib/server/epistemic/shortcut-job.ts";
import { measureShortcutsAction } from "../actions.ts";
import { type ProblemSetParams, requireProblemSet } from "../require-problem-set.ts";

export const metadata: Metadata = { title: "Shortcuts" };

/** How far guessers get who cannot reason, and where. */
export default async function ShortcutsPage({ params }: { params: ProblemSetParams }) {
  const { actor, set } = await requireProblemSet(params);
  const { id } = set.benchmark;
  const shortcuts = await getShortcutState(actor, id, problemSetFingerprint(set.problems));
  return (
    <Section
      title="How far shortcuts get"
      lead="Three guessers that know words and nothing else learn from some premises and guess the labels of others. What they get right says how much a set gives away without any reasoning."
    >
      {shortcuts.state === "none" && (
        <ActionForm action={measureShortcutsAction} hidden={{ benchmark: id }} label="Measure the shortcuts">
          <p className="text-ink-soft">Nobody has asked yet about these problems. It takes some seconds.</p>
          <div>
            <SubmitButton>Measure the shortcuts</SubmitButton>
          </div>
        </ActionForm>
      )}
      {shortcuts.state === "working" && <ShortcutWait benchmarkId={id} share={shortcuts.share} />}
      {shortcuts.state === "failed" && (
        <ActionForm action={measureShortcutsAction} hidden={{ benchmark: id }} label="Measure the shortcuts">
          <Callout tone="warn" title="The shortcuts could not be measured">
            {shortcuts.reason}
          </Callout>
          <div>
            <SubmitButton look="secondary">Try again</SubmitButton>
          </div>
        </ActionForm>
      )}
      {shortcuts.state === "done" && <ShortcutTables report={shortcuts.report} />}
    </Section>
  );
}
