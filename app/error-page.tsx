"use client";

import { Button } from "@/components/ui/forms/button.tsx";
import { MessagePage } from "@/components/ui/message-page.tsx";

/**
 * The page for an unexpected error. It shows the error's number, by which an admin can find the error in the log, but
 * not the error itself.
 */
export function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <MessagePage
      title="Something went wrong here"
      actions={
        <>
          <Button look="primary" onClick={reset}>
            Try again
          </Button>
          {/* A plain link: a full page load discards the broken state. */}
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
