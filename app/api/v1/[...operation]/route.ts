import { answerOperation } from "../operations/answer-operation.ts";

/** The operations of the API without a route of their own (`../operations/registry.ts`). */
export const GET = answerOperation;
export const POST = answerOperation;
export const PUT = answerOperation;
export const PATCH = answerOperation;
export const DELETE = answerOperation;
