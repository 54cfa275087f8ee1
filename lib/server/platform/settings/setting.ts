import type { Schema } from "@/lib/domain/schema.ts";
import { db } from "../database/client.ts";
import type { Prisma } from "../database/generated/client.ts";

/** A setting of the installation, or null if it was never set or does not match the schema. */
export async function getSetting<Value>(key: string, schema: Schema<Value>): Promise<Value | null> {
  const row = await db().setting.findUnique({ where: { key }, select: { value: true } });
  const parsed = schema.safeParse(row?.value);
  return parsed.success ? parsed.data : null;
}

export async function setSetting(key: string, value: Prisma.InputJsonValue): Promise<void> {
  await db().setting.upsert({ where: { key }, create: { key, value }, update: { value, updatedAt: new Date() } });
}
