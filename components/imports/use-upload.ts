import { type RefObject, useRef, useState } from "react";
import type * as z from "zod";
import type { SendingState } from "@/lib/client/uploads/send-file.ts";
import { upload } from "@/lib/client/uploads/upload.ts";

export interface Upload {
  /** The progress of the upload; null if there is none. */
  sending: SendingState | null;
  /** Why the file was rejected, or what is missing in the form; null without a problem. */
  problem: string | null;
  /** A ref for the element with the outcome, which gets the focus when the outcome appears. */
  outcome: RefObject<HTMLDivElement | null>;
  refuse: (problem: string | null) => void;
  /**
   * Uploads a file. Resolves with the server's response, or with null after a problem. Uploads run one after the other.
   */
  send: <Answer>(address: string, body: Blob, schema: z.ZodType<Answer>) => Promise<Answer | null>;
}

/** The state of a form that uploads one file: progress and problem. Moves the focus to the outcome. */
export function useUpload(): Upload {
  const outcome = useRef<HTMLDivElement>(null);
  const [sending, setSending] = useState<SendingState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const refuse = (sentence: string | null) => {
    setProblem(sentence);
    if (sentence !== null) outcome.current?.focus();
  };
  const send: Upload["send"] = async (address, body, schema) => {
    if (sending !== null) return null;
    setProblem(null);
    setSending({ step: "sending", sent: 0, total: body.size });
    const result = await upload(address, body, schema, setSending);
    setSending(null);
    if (!result.ok) setProblem(result.problem);
    outcome.current?.focus();
    return result.ok ? result.answer : null;
  };
  return { sending, problem, outcome, refuse, send };
}
