/** Something that a person should know before they go on: what happened to their work, or to what it is judged by. */
export type Notice = { collectionId: string; collectionName: string; at: Date } & (
  | { is: "guidelines"; version: number; note: string }
  | { is: "answer"; question: string; answer: string }
  | { is: "returned"; taskId: string; itemName: string; reason: string }
  | { is: "assigned"; itemName: string }
  | { is: "pulled-back"; noticeId: string; itemName: string; reason: string }
);
