import { MessagePage } from "@/components/ui/message-page.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";

/** The page for objects that do not exist or that the user may not see. */
export function NothingHere({ homeHref = "/" }: { homeHref?: string }) {
  return (
    <MessagePage
      title="There is nothing here"
      actions={
        <LinkButton href={homeHref} look="primary">
          Back to the start
        </LinkButton>
      }
    >
      The address may be wrong, the page may have been deleted, or it belongs to a project that you are not a member of.
    </MessagePage>
  );
}
