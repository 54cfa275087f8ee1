import type { Metadata } from "next";
import { notFound } from "next/navigation";
import * as z from "zod";
import "@/components/annotation/annotation.css";
import { itemStatusLabel } from "@/components/annotation/collections/collection-labels.ts";
import { GateResultLabel } from "@/components/annotation/collections/gate-result.tsx";
import { FindingTable } from "@/components/annotation/collections/import/finding-table.tsx";
import { SourceForm } from "@/components/annotation/collections/import/source-form.tsx";
import { ItemFields } from "@/components/annotation/collections/items/item-fields.tsx";
import { ItemHistory } from "@/components/annotation/collections/items/item-history.tsx";
import { DiffView } from "@/components/annotation/look/diff-view.tsx";
import { verdictLabels } from "@/components/annotation/look/verdict-labels.ts";
import type { OpenedFigure } from "@/components/annotation/schema/answer-comparison.tsx";
import { SchemaItemPage } from "@/components/annotation/schema-lead/schema-item-page.tsx";
import { ItemComments } from "@/components/comments/item-comments.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { buttonStyle } from "@/components/ui/forms/button-style.ts";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { isSameDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import { flagLabels, itemStatusLabels, kindLabels, taskStateLabels } from "@/lib/domain/annotation/labels.ts";
import type { TaskState } from "@/lib/domain/annotation/task.ts";
import { diffStories } from "@/lib/domain/stories/diff/hunks.ts";
import { storySource } from "@/lib/domain/stories/items/story-source.ts";
import { type AnnotationItemView, getItem } from "@/lib/server/annotation/items/get-item.ts";
import { getItemHistory } from "@/lib/server/annotation/items/item-history.ts";
import { getSchemaItem } from "@/lib/server/annotation/schema/get-schema-item.ts";
import type { Actor } from "@/lib/server/platform/access/access.ts";
import { correctSourceAction, leadItemsAction, requeueItemAction } from "../../../actions.ts";
import { nullIfNotFound, requireCollection } from "../../require-collection.ts";

export const metadata: Metadata = { title: "Item" };

async function SchemaItem({
  actor,
  collection,
  id,
  opened,
}: {
  actor: Actor;
  collection: { id: string };
  id: string;
  opened: OpenedFigure | null;
}) {
  const item = id === "" ? null : await getSchemaItem(actor, id).catch(nullIfNotFound);
  if (!item || item.collectionId !== collection.id) notFound();
  const status = itemStatusLabel(item.status);
  const history = await getItemHistory(actor, item.id);
  return (
    <SchemaItemPage {...{ item, status, history, opened }} collectionId={collection.id} setGold={leadItemsAction} />
  );
}

type Params = Promise<{ collection: string; item: string }>;

type Search = Promise<Record<string, string | string[] | undefined>>;

/** The figure from which the page was opened; null without one. */
async function readOpened(searchParams: Search): Promise<OpenedFigure | null> {
  const { field, option, from } = await searchParams;
  if (typeof field !== "string") return null;
  return { field, option: typeof option === "string" ? option : undefined, isFromGold: from === "gold" };
}

export default async function ItemPage({ params, searchParams }: { params: Params; searchParams: Search }) {
  const { actor, collection, base } = await requireCollection(params);
  const id = z.uuid().safeParse((await params).item);
  if (collection.task)
    return <SchemaItem {...{ actor, collection, id: id.data ?? "", opened: await readOpened(searchParams) }} />;
  const item = id.success ? await getItem(actor, id.data).catch(nullIfNotFound) : null;
  if (!item || item.collectionId !== collection.id) notFound();
  const trail = await getItemHistory(actor, item.id);
  const isChanged = item.acceptedDocument !== null && !isSameDocument(item.importedDocument, item.acceptedDocument);
  const canReturn = ["accepted", "rejected", "irreparable", "reviewed"].includes(item.status);
  const status = itemStatusLabel(item.status);
  return (
    <>
      <Section
        title={
          <span className="flex flex-wrap items-center gap-3">
            <span className="wrap-anywhere">{item.externalId}</span>
            <Badge tone={status.tone}>{status.word}</Badge>
            {item.flags.map((flag) => (
              <Badge key={flag} tone="warn">
                {flagLabels[flag]}
              </Badge>
            ))}
          </span>
        }
        lead={kindLabels[item.importedDocument.kind]}
        actions={
          canReturn &&
          !collection.isTraining && (
            <ConfirmButton
              action={requeueItemAction}
              hidden={{ item: item.id }}
              title="Reopen this item?"
              consequence="Its copies return to their annotators, with their texts and your reason. The published version stays; the new text becomes a new version."
              confirm="Reopen"
              isDangerous={false}
              fields={
                <Field name="reason" label="Reason">
                  <TextArea maxLength={2_000} rows={3} />
                </Field>
              }
            >
              Reopen
            </ConfirmButton>
          )
        }
      >
        <ItemFields document={item.acceptedDocument ?? item.importedDocument} imported={item.imported} />
      </Section>
      {isChanged && item.acceptedDocument && (
        <Section title="What was changed" lead="The imported story with deletions and insertions.">
          <div className="max-w-measure">
            <DiffView
              before={item.importedDocument.story}
              hunks={diffStories(item.importedDocument.story, item.acceptedDocument.story).hunks}
            />
          </div>
        </Section>
      )}
      {item.findings.length > 0 && (
        <Section title="Linter findings" lead="Defects of the imported text. They are repaired in the workspace.">
          <FindingTable findings={item.findings} />
        </Section>
      )}
      <Section title="Status">
        <DescriptionList entries={listFacts(item, base)} />
      </Section>
      <Section title="Source of the story" lead="For this item and all other items from the same story.">
        <SourceForm action={correctSourceAction} itemId={item.id} source={storySource(item.imported)} />
      </Section>
      <ItemComments address={`/api/v1/annotation/items/${item.id}/comments`} />
      <Section
        title="History"
        lead="From generation to acceptance."
        actions={
          <a href={`/api/v1/annotation/items/${item.id}/trail`} download className={buttonStyle("secondary", "small")}>
            Download the history
          </a>
        }
      >
        <ItemHistory trail={trail} />
      </Section>
    </>
  );
}

function listFacts(item: AnnotationItemView, base: string) {
  return [
    { term: "Type of knowledge", value: item.knowledgeType ?? "not stated" },
    {
      term: "Copies",
      value:
        item.copies.length === 0 ? (
          "none yet"
        ) : (
          <ul>
            {item.copies.map((copy) => (
              <li key={copy.taskId}>
                {copy.copy}: {taskStateLabels[copy.state as TaskState] ?? copy.state}
                {copy.holderName && `, ${copy.holderName}`}
                {copy.verdict && `, ${verdictLabels[copy.verdict]}`}
              </li>
            ))}
          </ul>
        ),
    },
    {
      term: "Same source",
      value:
        item.relatives.length === 0 ? (
          "no other item"
        ) : (
          <ul>
            {item.relatives.map((relative) => (
              <li key={relative.id}>
                <Link href={`${base}/items/${relative.id}`} className="wrap-anywhere" prefetch={false}>
                  {relative.externalId}
                </Link>
                , {kindLabels[relative.kind].toLowerCase()}, {itemStatusLabels[relative.status]}
              </li>
            ))}
          </ul>
        ),
    },
    ...(item.gate
      ? [{ term: "Blind re-solve", value: <GateResultLabel passed={item.gate.passed} result={item.gate.result} /> }]
      : []),
    ...(item.itemVersionId && item.benchmarkId
      ? [
          {
            term: "Published",
            value: <Link href={`/research/benchmarks/${item.benchmarkId}`}>as a version in the benchmark</Link>,
          },
        ]
      : []),
  ];
}
