"use client";

import { useRouter } from "next/navigation";
import type { Dispatch, ReactNode, SetStateAction } from "react";
import { useEffect, useMemo, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { AppLink } from "@/components/ui/navigation/app-link.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { FormAction, FormState } from "@/lib/domain/form-state.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { withValueAt } from "@/lib/domain/survey/studies/edit-draft.ts";
import type { StudyBenchmark } from "@/lib/domain/survey/studies/study-benchmark.ts";
import type { StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { BasicsSection } from "./basics-section.tsx";
import { CompositionSection } from "./composition-section.tsx";
import { ConsentSection } from "./consent-section.tsx";
import { DraftContext, type DraftForm } from "./draft-context.tsx";
import { EndsSection } from "./ends-section.tsx";
import { FormStep, type FormStepName, FormSteps, findStep, useFormStep } from "./form-steps.tsx";
import { countSelectedItems, findKind, ItemsSection } from "./items/items-section.tsx";
import { LanguagesSection } from "./languages-section.tsx";
import { ParticipantsSection } from "./participants-section.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { RecruiterSection } from "./recruiter-section.tsx";
import { RulesSection } from "./rules-section.tsx";
import { SizeSection } from "./size-section.tsx";
import { StepsSection } from "./steps-section.tsx";
import { useStoredDraft } from "./stored-draft.ts";
import { StudyCost } from "./study-cost.tsx";

export interface StudyFormProps {
  /** The key under which this device stores the draft: the study's ID, or the preset of a new study. */
  name: string;
  initial: StudyDraft;
  benchmarks: readonly StudyBenchmark[];
  /** The revision of the study in `initial`; empty for a new study. */
  revision: string;
  /** Whether the study was opened: only its name, description and protocol can then be changed. */
  isFrozen: boolean;
  hasOwnGroups?: boolean;
  keptItems?: number;
  publicUrl: string;
  /** The ID of the edited study; undefined for a new study. */
  studyId?: string;
  /** Returns the destination after saving. */
  action: FormAction<{ href: string }>;
  previewAction: string;
  saveLabel: string;
  cancelHref: string;
}

/** The address of the saved document of the ethics approval; null without one. */
function ethicsHref({ studyId, initial }: StudyFormProps): string | null {
  return studyId && initial.protocol.consent.ethics?.file ? `/api/v1/studies/${studyId}/ethics-approval` : null;
}

/** The form that creates or edits a study. */
export function StudyForm(props: StudyFormProps) {
  const { initial, isFrozen, benchmarks, revision } = props;
  const [draft, setDraft] = useState(initial);
  const storedDraft = useStoredDraft(props.name, revision, initial, draft);
  const form = useMemo<DraftForm>(
    () => ({
      draft,
      set: (path, value) => setDraft((before) => withValueAt(before, path, value)),
      change: setDraft,
    }),
    [draft],
  );
  const kind = findKind(draft, benchmarks);
  const keptItems = props.keptItems ?? 0;
  const { step, setStep, showInvalid } = useFormStep();
  return (
    <DraftContext.Provider value={form}>
      <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-6">
          <StoredDraftNotice {...{ kept: storedDraft, setDraft, initial }} />
          <FormSteps current={step} onChoose={setStep} />
          <ActionForm<{ href: string }>
            action={props.action}
            label="Study"
            className="grid grid-cols-1 gap-5"
            hidden={{
              draft: JSON.stringify(isFrozen ? openedPart(draft) : draft),
              revision,
              ...(props.studyId ? { study: props.studyId } : {}),
            }}
          >
            {(state) => (
              <>
                <ProblemStepOpener state={state} onFound={setStep} />
                <SavedStudyOpener state={state} forget={storedDraft.forget} />
                {/* The bar at the bottom must not cover the focused element. */}
                <div
                  className="[&_:is(input,select,textarea,button,summary,fieldset)]:scroll-mb-40"
                  onInvalidCapture={showInvalid}
                >
                  <FormStep name="items" current={step} onChoose={setStep}>
                    <BasicsSection isFrozen={isFrozen} publicUrl={props.publicUrl} />
                    {!isFrozen && <ItemsSection benchmarks={benchmarks} keptItems={keptItems} />}
                  </FormStep>
                  <FormStep name="session" current={step} onChoose={setStep}>
                    <ConsentSection ethicsHref={ethicsHref(props)} />
                    <StepsSection kind={kind} />
                    <Advanced title="Composition, rules and languages">
                      {!isFrozen && (
                        <CompositionSection kind={kind} items={countSelectedItems(draft, kind, keptItems)} />
                      )}
                      <RulesSection />
                      <LanguagesSection benchmarks={benchmarks} />
                    </Advanced>
                  </FormStep>
                  <FormStep name="people" current={step} onChoose={setStep}>
                    {!isFrozen && <ParticipantsSection hasOwnGroups={props.hasOwnGroups ?? false} />}
                    <RecruiterSection />
                    <EndsSection />
                  </FormStep>
                  <FormStep name="plan" current={step} onChoose={setStep}>
                    {!isFrozen && <SizeSection benchmarks={benchmarks} keptItems={keptItems} />}
                    <PlanLinks studyId={props.studyId} />
                  </FormStep>
                </div>
                {isFrozen && (
                  <Field
                    name="reason"
                    label="Reason for the change"
                    hint="Required if the frozen protocol of a pilot or main study changes. It is recorded with the amendment."
                    isOptional
                  >
                    <TextArea rows={2} required={false} maxLength={2_000} />
                  </Field>
                )}
                <SaveBar state={state} saveLabel={props.saveLabel} cancelHref={props.cancelHref} onGoTo={setStep} />
              </>
            )}
          </ActionForm>
        </div>
        <aside
          aria-label="Preview, cost and frozen settings"
          className="mt-10 grid min-w-0 content-start gap-6 lg:sticky lg:top-20 lg:mt-0 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto"
        >
          <PreviewPanel action={props.previewAction} kind={kind} studyId={props.studyId} />
          {!isFrozen && <StudyCost benchmarks={benchmarks} keptItems={keptItems} />}
        </aside>
      </div>
    </DraftContext.Provider>
  );
}

/** Offers to restore the draft that this browser stored earlier. */
function StoredDraftNotice({
  kept,
  setDraft,
  initial,
}: {
  kept: ReturnType<typeof useStoredDraft>;
  setDraft: Dispatch<SetStateAction<StudyDraft>>;
  initial: StudyDraft;
}) {
  return (
    kept.found && (
      <Callout
        tone="info"
        title="Unsaved changes found"
        actions={
          <>
            <Button
              size="small"
              onClick={() => {
                if (kept.found) setDraft({ ...kept.found.draft, seed: initial.seed });
                kept.dismiss();
              }}
            >
              Restore
            </Button>
            <Button size="small" look="quiet" onClick={kept.forget}>
              Discard
            </Button>
          </>
        }
      >
        This device has unsaved changes of {formatMoment(kept.found.at)}.
      </Callout>
    )
  );
}

/** A collapsed part of the form, with settings that most studies do not change. */
function Advanced({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-12 border-t border-rule pt-4">
      <summary className="py-2 text-xl">{title}</summary>
      {children}
    </details>
  );
}

/** Links to the analysis plan and the planner of the study, if it was saved. */
function PlanLinks({ studyId }: { studyId: string | undefined }) {
  const base = `/research/studies/${studyId}`;
  return (
    <Section title="Analysis plan">
      {studyId === undefined ? (
        <p className="max-w-measure text-ink-soft">
          After the first save you can read and change the analysis plan under Design, and the planner shows time, cost
          and power.
        </p>
      ) : (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <Link href={`${base}/design/protocol`}>Read and change the analysis plan</Link>
          <Link href={`${base}/design`}>Planner: time, cost and power</Link>
        </p>
      )}
    </Section>
  );
}

function openedPart({ name, description, protocol }: StudyDraft) {
  return { name, description, protocol };
}

/** Shows the step with the first rejected field, because a hidden field cannot be focused. */
function ProblemStepOpener({ state, onFound }: { state: FormState; onFound: (step: FormStepName) => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each response of the server
  useEffect(() => {
    if (!state || state.ok) return;
    const first = document.querySelector<HTMLElement>('[aria-invalid="true"]');
    const step = first && findStep(first);
    if (step) {
      onFound(step);
      first.focus();
    }
    for (const refused of document.querySelectorAll('[aria-invalid="true"]')) {
      for (let part = refused.closest("details"); part; part = part.parentElement?.closest("details") ?? null) {
        part.open = true;
      }
    }
  }, [state]);
  return null;
}

/** Deletes the draft on this device after a successful save, and opens the study's page. */
function SavedStudyOpener({ state, forget }: { state: FormState<{ href: string }>; forget: () => void }) {
  const router = useRouter();
  const href = state?.ok ? state.value.href : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each save; the functions are new in every render
  useEffect(() => {
    if (href === null) return;
    forget();
    router.push(href);
  }, [href]);
  return null;
}

function SaveBar({
  state,
  saveLabel,
  cancelHref,
  onGoTo,
}: {
  state: FormState;
  saveLabel: string;
  cancelHref: string;
  onGoTo: (step: FormStepName) => void;
}) {
  return (
    <div className="no-print sticky bottom-0 z-10 -mx-4 border-t border-rule bg-paper px-4 py-3 [@media(max-height:30rem)]:static">
      {state && !state.ok && (
        <p className="mb-2 text-sm font-medium text-bad">
          Nothing was saved. {state.message}{" "}
          {state.field !== undefined && (
            <button
              type="button"
              className="underline underline-offset-4"
              onClick={() => {
                const field = document.querySelector<HTMLElement>('[aria-invalid="true"]');
                if (field) onGoTo(findStep(field) ?? "items");
                field?.focus();
              }}
            >
              Go there
            </button>
          )}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton>{saveLabel}</SubmitButton>
        <AppLink href={cancelHref} className="px-2 py-2 text-ink-soft underline underline-offset-4 hover:text-ink">
          Cancel
        </AppLink>
      </div>
    </div>
  );
}
