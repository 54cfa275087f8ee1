import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";

/** Shown in place of the results as long as there are no scores. */
export function NoFigures({ base, isWaiting }: { base: string; isWaiting: boolean }) {
  if (isWaiting) {
    return (
      <EmptyState title="The answers are being counted" actions={<LinkButton href={base}>Reload</LinkButton>}>
        Large files can take a minute. Results appear after the first model is scored.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No answers yet" actions={<LinkButton href={`${base}/facts`}>Go to facts and files</LinkButton>}>
      Import a prediction file or collect answers in a study to see figures.
    </EmptyState>
  );
}
