"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { parseProfileForm, profileNumbers, UnreadableProfile } from "@/lib/domain/results/simulation/profile-form.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { requestSimulation } from "@/lib/server/demo/simulation/simulation-job.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { insertPlanSimulation } from "@/lib/server/results/simulation/insert-plan-simulation.ts";
import { requestPlanSimulation, simulatedParts } from "@/lib/server/results/simulation/plan-simulation-job.ts";

const studyForm = z.strictObject({ study: z.uuid() });
const share = z.string().regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, "must be a number from 0 to 1");

export const simulateAction = action({
  input: studyForm.extend({
    participants: z.string().regex(/^[1-9]\d{0,5}$/, "must be a whole number from 1 to 999999"),
    seed: requiredText(200),
    accuracy: share,
    dropOut: share,
  }),
  work: ({ actor, input: { study, participants, seed, accuracy, dropOut } }) =>
    andRefresh(
      requestSimulation(actor, study, {
        participants: Number(participants),
        seed,
        accuracy: Number(accuracy),
        dropOut: Number(dropOut),
      }),
    ),
});

export const simulatePlanAction = action({
  input: studyForm.extend({
    part: z.enum(simulatedParts),
    times: z.string().regex(/^[1-9]\d{1,4}$/, "must be a whole number from 10 to 99999"),
    seed: requiredText(200),
    difference: z.string().regex(/^\d{1,2}([.,]\d{1,3})?$/, "must be a number of points, from 0.5 to 50"),
    power: z.string().regex(/^0?[.,]\d{1,4}$/, "must be a share from 0.5 to 0.99"),
    more: boundedText(100_000).optional(),
    ...Object.fromEntries(
      profileNumbers.map((name) => [name, z.string().regex(/^\d{1,2}(\.\d{1,6})?$/, "must be a number")]),
    ),
  }),
  work: ({ actor, input: { study, part, times, seed, difference, power, ...fields } }) => {
    try {
      const profile = parseProfileForm(fields as Record<string, string>);
      const numberOf = (typed: string) => Number(typed.replace(",", "."));
      const aim = { difference: numberOf(difference) / 100, power: numberOf(power) };
      return andRefresh(requestPlanSimulation(actor, study, { part, times: Number(times), seed, profile, aim }));
    } catch (error) {
      if (error instanceof UnreadableProfile) throw new AppError("invalid", error.message, error.field);
      throw error;
    }
  },
});

export const insertSimulationAction = action({
  input: studyForm.extend({ reason: boundedText(2_000).optional() }),
  work: ({ actor, input: { study, reason } }) => andRefresh(insertPlanSimulation(actor, study, reason ?? "")),
  message: "The simulation is part of the plan.",
});

/** Runs `work`, then refreshes the page that sent the form. */
async function andRefresh(work: Promise<unknown>): Promise<unknown> {
  const value = await work;
  refresh();
  return value;
}
