import { handleOperation } from "../operations/answer-operation.ts";

/** The operations of the API without a route of their own (`../operations/registry.ts`). */
export const GET = handleOperation;
export const POST = handleOperation;
export const PUT = handleOperation;
export const PATCH = handleOperation;
export const DELETE = handleOperation;
