import type { Metadata } from "next";
import { GuidelineHistory } from "@/components/annotation/collections/guideline-history.tsx";
import { QuestionList } from "@/components/annotation/collections/question-list.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { listGuidelines } from "@/lib/server/annotation/guidelines/guidelines.ts";
import { listQuestions } from "@/lib/server/annotation/guidelines/questions.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";
import { answerQuestionAction, publishGuidelinesAction, requeueOutdatedItemsAction } from "./actions.ts";

export const metadata: Metadata = { title: "Guidelines" };

export default async function GuidelinesPage({ params }: { params: CollectionParams }) {
  const { actor, collection, base } = await requireCollection(params);
  const [versions, questions] = await Promise.all([
    listGuidelines(actor, collection.id),
    listQuestions(actor, collection.id),
  ]);
  const [newest, ...older] = versions;
  const judgedUnderOlder = older.reduce((sum, { judged }) => sum + judged, 0);
  return (
    <>
      <Section
        title="Questions"
        lead="Asked in the workspace, about an item or a rule. Answers can be added to the guidelines as cases, without names."
      >
        <QuestionList questions={questions} action={answerQuestionAction} itemHref={`${base}/items/`} />
      </Section>
      <Section
        title={newest ? `Write version ${newest.version + 1}` : "Write the guidelines"}
        lead="Every annotator reads a new version before the next item, and each verdict records the version that its author had read."
      >
        <ActionForm
          action={publishGuidelinesAction}
          hidden={{ collection: collection.id }}
          className="grid max-w-[52rem] gap-5"
        >
          <Field
            name="body"
            label="Text"
            hint="# for a heading, - for a list, > for an example, **strong** and *emphasis*."
          >
            <TextArea rows={18} maxLength={60_000} defaultValue={newest?.body ?? ""} />
          </Field>
          {newest && (
            <Field name="note" label="What changed" hint="Shown first to those who have read the last version.">
              <TextInput maxLength={500} autoComplete="off" />
            </Field>
          )}
          <div>
            <SubmitButton>Publish</SubmitButton>
          </div>
        </ActionForm>
      </Section>
      {newest && (
        <Section
          title="Versions"
          actions={
            judgedUnderOlder > 0 && (
              <ConfirmButton
                action={requeueOutdatedItemsAction}
                hidden={{ collection: collection.id }}
                title="Reopen items judged under older versions?"
                consequence="Decided items return to their annotators; the reason states what the newest version changed. Published items do not change."
                confirm="Reopen items"
                isDangerous={false}
              >
                {" "}
                Reopen outdated items{" "}
              </ConfirmButton>
            )
          }
        >
          <GuidelineHistory versions={versions} />
        </Section>
      )}
    </>
  );
}
