"use client";

import { useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { exchange } from "@/lib/client/exchange/exchange.ts";
import type { CommentsAnswer, ItemComment } from "@/lib/domain/comments.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";

/**
 * The comments on an item, which can be added and resolved. The server decides which comments this person can read.
 *
 * @param address the route of the item's comments
 * @param loadsWhenOpened whether they are requested only when the person opens the list, so that an item that is shown
 * before its task is assigned needs no request
 */
export function ItemComments({
  address,
  canWrite = true,
  loadsWhenOpened = false,
}: {
  address: string;
  canWrite?: boolean;
  loadsWhenOpened?: boolean;
}) {
  const [isLoaded, setLoaded] = useState(false);
  const [comments, setComments] = useState<readonly ItemComment[]>([]);
  const [text, setText] = useState("");
  const [status, setStatus] = useState("");
  const load = useCallback(async () => {
    const outcome = await exchange("GET", address);
    if (outcome.kind !== "done") return;
    setComments((outcome.body as CommentsAnswer).comments);
    setLoaded(true);
  }, [address]);
  useEffect(() => {
    if (!loadsWhenOpened) void load();
  }, [load, loadsWhenOpened]);

  async function send(body: object, done: string) {
    const outcome = await exchange("POST", address, body);
    if (outcome.kind !== "done")
      return setStatus(outcome.kind === "refused" ? outcome.message : "The server is not responding.");
    setComments((outcome.body as CommentsAnswer).comments);
    setText("");
    setStatus(done);
  }

  return (
    <details
      className="rounded-md border border-rule px-4 py-3 text-sm"
      open={status !== "" || comments.some(({ isResolved }) => !isResolved)}
      onToggle={({ currentTarget }) => {
        if (loadsWhenOpened && !isLoaded && currentTarget.open) void load();
      }}
    >
      <summary className="cursor-pointer font-medium">
        Comments{(isLoaded || !loadsWhenOpened) && ` (${comments.length})`}
      </summary>
      <ul className="mt-2 grid gap-2">
        {comments.map(({ id, by, at, text: content, isResolved }) => (
          <li key={id} className="grid gap-1 border-l-3 border-edge pl-3">
            <p className="text-ink-soft">
              {by}, {formatMoment(new Date(at))}
              {isResolved ? ", resolved" : ""}
            </p>
            <p className="whitespace-pre-wrap wrap-anywhere">{content}</p>
            {canWrite && (
              <Button
                className="justify-self-start"
                size="small"
                look="quiet"
                onClick={() =>
                  void send({ resolve: id, isResolved: !isResolved }, isResolved ? "Reopened." : "Resolved.")
                }
              >
                {isResolved ? "Reopen" : "Resolve"}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {canWrite && (
        <form
          className="mt-2 grid gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== "") void send({ text: text.trim() }, "The comment is saved.");
          }}
        >
          <TextArea
            aria-label="New comment"
            rows={2}
            maxLength={2_000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <div>
            <Button type="submit" size="small">
              Comment
            </Button>
          </div>
        </form>
      )}
      <p role="status" className="text-ink-soft">
        {status}
      </p>
    </details>
  );
}
