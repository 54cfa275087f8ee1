"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { addressKinds, eventKindValues } from "@/lib/domain/events/event-kinds.ts";
import { requiredText } from "@/lib/domain/text.ts";
import { addEventAddress, removeEventAddress, sendTestEvent } from "@/lib/server/events/event-addresses.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

const addressForm = z.strictObject({ study: z.uuid(), address: z.uuid() });
const event = z.enum(eventKindValues);

export const addEventAddressAction = action({
  input: z.strictObject({
    study: z.uuid(),
    kind: z.enum(addressKinds.map(({ value }) => value)),
    address: requiredText(1_000),
    events: z.union([event, z.array(event).max(eventKindValues.length)]).optional(),
    dropOutPercent: z.coerce
      .number("must be a number from 1 to 99")
      .int("must be a whole number")
      .min(1, "must be at least 1")
      .max(99, "must be at most 99"),
  }),
  work: async ({ actor, input: { study, events, ...rest } }) => {
    const added = await addEventAddress(actor, study, { ...rest, events: [events ?? []].flat() });
    refresh();
    return added;
  },
});

export const removeEventAddressAction = action({
  input: addressForm,
  work: async ({ actor, input }): Promise<unknown> => {
    await removeEventAddress(actor, input.study, input.address);
    refresh();
    return null;
  },
});

/** Sends a test message; the page shows its delivery. */
export const testEventAddressAction = action({
  input: addressForm,
  work: async ({ actor, input }): Promise<unknown> => {
    await sendTestEvent(actor, input.study, input.address);
    refresh();
    return null;
  },
  message: "The test message is being sent.",
});
