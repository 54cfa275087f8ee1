import type { Schema } from "@/lib/domain/schema.ts";

/** What the server answers to a question that changes nothing; null when no such answer came, so that it is asked again. */
export async function ask<Answer>(address: string, schema: Schema<Answer>): Promise<Answer | null> {
  try {
    const response = await fetch(address);
    return schema.parse(await response.json());
  } catch {
    return null;
  }
}
