/**
 * A message that a person should read before continuing: a change to this person's work, or to the rules by which it is
 * judged.
 */
export type Notice = { collectionId: string; collectionName: string; at: Date } & (
  | { is: "guidelines"; version: number; note: string }
  | { is: "answer"; question: string; answer: string }
  | { is: "returned"; taskId: string; itemName: string; reason: string }
  | { is: "assigned"; itemName: string }
  | { is: "pulled-back"; noticeId: string; itemName: string; reason: string }
);
