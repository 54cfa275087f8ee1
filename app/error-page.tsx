"use client";

import { Button } from "@/components/ui/forms/button.tsx";
import { MessagePage } from "@/components/ui/message-page.tsx";

/** A fault of ours. The number is what an admin finds in the log; the error itself tells an outsider nothing. */
export function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <MessagePage
      title="Something went wrong here"
      actions={
        <>
          <Button look="primary" onClick={reset}>
            Try again
          </Button>
          {/* A plain link: whatever is broken in this page is left behind with it. */}
          <a href="/" className="self-center underline underline-offset-4">
            Back to the start
          </a>
        </>
      }
    >
      <p>This is not your fault, and nothing that was saved is lost.</p>
      {error.digest && (
        <p className="mt-2 text-base">
          If it happens again, tell an admin this number: <span className="font-mono">{error.digest}</span>
        </p>
      )}
    </MessagePage>
  );
}
