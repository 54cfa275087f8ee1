import type { Metadata } from "next";
import { notFound } from "next/navigation";
import "@/components/annotation/annotation.css";
import { SchemaEditor } from "@/components/annotation/schema-editor/schema-editor.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { startingTasks } from "@/lib/domain/annotation/starting-tasks.ts";
import { taskSchemaSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { getSchema } from "@/lib/server/annotation/schema/change-schema.ts";
import { changeSchemaAction, previewSchemaAction } from "../../actions.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";

export const metadata: Metadata = { title: "Task" };

export default async function TaskPage({ params }: { params: CollectionParams }) {
  const { actor, collection } = await requireCollection(params);
  const task = await getSchema(actor, collection.id);
  if (!task) notFound();
  return (
    <Section
      title={`Task, version ${task.version}`}
      lead="What annotators see and answer. Each change creates a new version. Existing answers keep their version; open items use the newest."
    >
      <SchemaEditor
        key={task.version}
        collectionId={collection.id}
        stored={task.schema}
        starts={startingTasks.map(({ id, label, document }) => ({
          id,
          label,
          schema: taskSchemaSchema.parse(document),
        }))}
        preview={previewSchemaAction}
        change={changeSchemaAction}
      />
    </Section>
  );
}
