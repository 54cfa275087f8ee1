import type { Outcome } from "./protocol.ts";

/** Everything that is stored of one person's visit, in their own language. */
export interface OwnData {
  startedAt: Date;
  endedAt: Date | null;
  outcome: Outcome | null;
  erasedAt: Date | null;
  code: string | null;
  person: { source: string; number: string } | null;
  answers: { question: string; answer: string }[];
}
