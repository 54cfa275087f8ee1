import * as z from "zod";
import { boundedText, requiredText } from "../../text.ts";

/** The reasoning effort of a model, as a parameter of endpoints. */
export const reasoningEfforts = ["none", "minimal", "low", "medium", "high"] as const;

/** `chat`: messages to a tuned model. `completions`: a base model that continues the prompt. */
export const endpointStyles = ["chat", "completions"] as const;
export type EndpointStyle = (typeof endpointStyles)[number];

/** The media that a model receives besides text, as content parts of chat messages. */
export const receivedMedia = ["none", "images", "images-and-audio"] as const;

const price = z
  .number("must be a number")
  .min(0, "must be at least 0")
  .max(100_000, "must be at most 100,000")
  .nullable();

/** Fields that Parallax sets itself. They may not be overridden, so that the stored request is accurate. */
const reservedFields = [
  "model",
  "messages",
  "prompt",
  "stream",
  "n",
  "best_of",
  "logprobs",
  "top_logprobs",
  "echo",
  "max_tokens",
  "max_completion_tokens",
  "temperature",
  "seed",
  "reasoning_effort",
];

const extraField = z.union([
  boundedText(2_000),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

/** Whether an address is a base URL to which paths can be appended and which contains no secret. */
function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === "" && password === "" && !/[?#]/u.test(address);
}

/** The configuration of a model at an endpoint, without the key: URL, request settings and prices. */
export const endpointSettingsSchema = z.strictObject({
  /** Up to and including "/v1". */
  url: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .max(500)
    .refine(isPlainAddress, "must not contain a name, password, question mark or #: enter the key in its own field"),
  /** The endpoint's name of the model. */
  model: requiredText(200),
  style: z.enum(endpointStyles),
  media: z.enum(receivedMedia).default("none"),
  /** Null: no temperature is sent. */
  temperature: z.number("must be a number").min(0).max(2, "must be at most 2").nullable(),
  reasoningEffort: z.enum(reasoningEfforts).nullable(),
  /** Maximum number of answer tokens, including reasoning. */
  maximumTokens: z.int("must be a whole number").min(1).max(200_000, "must be at most 200,000"),
  seed: z.int("must be a whole number").nullable(),
  /** The system message of chat models; empty if there is none. */
  system: boundedText(20_000),
  /** Additional fields of the request body, such as {"top_p": 0.9} or options of a provider. */
  extra: z
    .record(boundedText(100), extraField)
    .refine(
      (fields) => !reservedFields.some((name) => name in fields),
      `must not set ${reservedFields.join(", ")}: these follow from the other settings`,
    ),
  promptUsdPerMillion: price,
  completionUsdPerMillion: price,
  /** Timeout of one call, in seconds. */
  timeoutSeconds: z.int("must be a whole number").min(1, "must be at least 1").max(3_600, "must be at most 3600"),
  /** Maximum number of concurrent calls. */
  parallel: z.int("must be a whole number").min(1, "must be at least 1").max(256, "must be at most 256"),
  /** Maximum number of calls started per minute; null for no limit. */
  perMinute: z.int("must be a whole number").min(1, "must be at least 1").max(1_000_000).nullable(),
});
export type EndpointSettings = z.infer<typeof endpointSettingsSchema>;

/** Both prices of an endpoint; null for one that is not stated. */
export type EndpointPrices = Pick<EndpointSettings, "promptUsdPerMillion" | "completionUsdPerMillion">;

/** Whether both prices are stated. Without both, the cost of a call is not known and no cost limit can be applied. */
export function hasBothPrices({ promptUsdPerMillion, completionUsdPerMillion }: EndpointPrices): boolean {
  return promptUsdPerMillion !== null && completionUsdPerMillion !== null;
}

/** The cost of one call in US dollars, by the endpoint's prices; null if a price is missing. */
export function costOfTokens(
  { promptUsdPerMillion, completionUsdPerMillion }: EndpointPrices,
  tokens: { prompt: number; completion: number },
): number | null {
  if (promptUsdPerMillion === null || completionUsdPerMillion === null) return null;
  return (tokens.prompt * promptUsdPerMillion + tokens.completion * completionUsdPerMillion) / 1e6;
}

/** Default values of a new endpoint's form. */
export const newEndpointSettings: EndpointSettings = {
  url: "",
  model: "",
  style: "chat",
  media: "none",
  temperature: 0,
  reasoningEffort: null,
  maximumTokens: 1_024,
  seed: null,
  system: "",
  extra: {},
  promptUsdPerMillion: null,
  completionUsdPerMillion: null,
  timeoutSeconds: 120,
  parallel: 8,
  perMinute: null,
};
