import type { Metadata } from "next";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { listCollections } from "@/lib/server/annotation/collections/list-collections.ts";
import { requireAnnotation } from "../require-annotation.ts";

export const metadata: Metadata = { title: "Practice" };

export default async function PracticePage() {
  const { actor, project } = await requireAnnotation("work");
  const practices = (await listCollections(actor, project.id)).filter(({ can, isTraining }) => can.work && isTraining);
  return (
    <Page isNarrow>
      <PageHeader
        title="Practice"
        lead="You judge an item; then you see the expert’s verdict. Some items contain faults on purpose. Practice is not counted, reviewed or paid."
      />
      {practices.length === 0 ? (
        <EmptyState title="No practice items yet" />
      ) : (
        <ul className="grid gap-6">
          {practices.map(({ id, name, mine, steps }) => {
            const total = steps ?? 0;
            return (
              <li key={id} className="grid gap-3 border-t border-rule pt-5">
                <h2 className="text-lg">{name}</h2>
                <Progress label="Your steps" value={mine.finished} maximum={total} />
                <p>
                  <LinkButton
                    href={`/annotate/queue/${id}`}
                    prefetch={false}
                    look={mine.finished < total ? "primary" : "secondary"}
                  >
                    {mine.finished === 0 ? "Start" : mine.finished < total ? "Continue" : "View again"}
                  </LinkButton>
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </Page>
  );
}
