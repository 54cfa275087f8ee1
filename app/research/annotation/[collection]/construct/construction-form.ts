import * as z from "zod";
import { type ConstructionRequest, constructionRequest } from "@/lib/domain/annotation/construction.ts";
import { constructionSteps } from "@/lib/domain/stories/construction/steps.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { parseInput } from "@/lib/server/platform/http/parse-input.ts";

const short = boundedText(100);

/** The form on the construction page, with its fields as text. */
export const constructionFormSchema = z.strictObject({
  collection: z.uuid(),
  from: z.enum(["stories", "originals"]),
  text: boundedText(500_000).optional(),
  genre: short.optional(),
  title: boundedText(500).optional(),
  author: boundedText(500).optional(),
  address: boundedText(2_000).optional(),
  licence: boundedText(500).optional(),
  which: short.optional(),
  most: short.optional(),
  summarise: z.literal("on").optional(),
  erroneous: short,
  questions: short,
  knowledgeTypes: z.union([short, z.array(short).max(10)]).optional(),
  budgetUsd: short,
});

export function readConstructionForm(form: z.infer<typeof constructionFormSchema>): {
  collection: string;
  request: ConstructionRequest;
} {
  const { collection, knowledgeTypes = [], budgetUsd, ...fields } = form;
  const common = {
    summarise: fields.summarise === "on",
    erroneous: parseNumber("erroneous", fields.erroneous),
    questions: parseNumber("questions", fields.questions),
    knowledgeTypes: typeof knowledgeTypes === "string" ? [knowledgeTypes] : knowledgeTypes,
    budgetUsd: budgetUsd.trim() === "" ? null : parseNumber("budgetUsd", budgetUsd.replace(",", ".")),
  };
  const request =
    fields.from === "stories"
      ? {
          from: fields.from,
          text: fields.text ?? "",
          genre: fields.genre,
          source: { title: fields.title, author: fields.author, address: fields.address, licence: fields.licence },
          ...common,
        }
      : { from: fields.from, which: fields.which, most: parseNumber("most", fields.most ?? ""), ...common };
  return { collection, request: parseInput(constructionRequest, request) };
}

function parseNumber(name: string, text: string): number {
  const value = Number(text.trim());
  if (text.trim() === "" || !Number.isFinite(value)) throw new AppError("invalid", "Please give a number.", name);
  return value;
}

/** The form that changes the prompt of a step, or restores the default. */
export const promptFormSchema = z.strictObject({
  collection: z.uuid(),
  step: z.enum(constructionSteps),
  system: boundedText(20_000).optional(),
  user: boundedText(50_000).optional(),
  note: boundedText(500).default(""),
});
