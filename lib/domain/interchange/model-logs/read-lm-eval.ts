import {
  createLogRecord,
  fingerprintOf,
  isObject,
  type LogObject,
  type LogRecord,
  levelsOf,
  nonBlankText,
  type ReadRecord,
} from "./log-record.ts";

/**
 * Reads a line of `samples_*.jsonl` of lm-evaluation-harness, as written to files (every leaf is a text, `arguments` is
 * an object), as kept in memory (lists and numbers), or as `write_out_info` of 2022.
 *
 * A line is one document under one filter. Repeats inside a line are not separate records: only the first response is
 * read. The recorded answer is the filtered text, or the choice with the highest log-likelihood.
 */
export function readLmEvalSample(sample: LogObject, index: number): ReadRecord {
  const id = sample.doc_id ?? index;
  if (typeof id !== "string" && typeof id !== "number") return { rejected: "doc_id is neither a number nor a text" };
  const shape = Array.isArray(sample.arguments) ? "in memory" : "stored";
  const filter = nonBlankText(sample.filter) ?? "";
  const common = {
    id,
    variant: `${shape} ${filter}`.trim(),
    correct: correctOf(sample),
    contentFingerprint: fingerprintOf(sample.doc),
    levels: levelsOf(sample.doc),
  };
  if ("logit_0" in sample) return readWrittenOut(sample, common);
  const requests = requestsOf(sample.arguments);
  const prompt = promptOf(requests[0]?.[0]);
  const responses = toList(sample.resps);
  const filtered = toList(sample.filtered_resps);
  if (responses.length === 0 && filtered.length === 0) return { rejected: "has neither resps nor filtered_resps" };
  if (isRolling(requests, responses.length > 0 ? responses : filtered))
    return { rejected: "not an answer to an item: loglikelihood_rolling scores a whole text" };
  const likelihoods = likelihoodsOf(filtered) ?? likelihoodsOf(responses.map(firstOf));
  if (likelihoods !== null) {
    const choices = requests.map((request) => String(request[1] ?? "").trim());
    return createLogRecord({ ...common, ...chooseByLikelihood(likelihoods, choices), prompt });
  }
  const filteredText = firstText(filtered);
  const recorded = filteredText === null || filteredText.trim() === "[invalid]" ? null : nonBlankText(filteredText);
  return createLogRecord({ ...common, recorded, text: firstText(responses) ?? filteredText, prompt });
}

type CommonFields = Pick<LogRecord, "id" | "variant" | "correct" | "contentFingerprint" | "levels">;

interface Likelihood {
  value: number;
  isGreedy: boolean;
}

/**
 * Chooses the option with the highest likelihood. A single candidate is the answer only if the model would have
 * generated it greedily.
 */
function chooseByLikelihood(likelihoods: readonly Likelihood[], choices: readonly string[]) {
  const best = likelihoods.reduce(
    (top, { value }, index) => (value > (likelihoods[top]?.value ?? Number.NaN) ? index : top),
    0,
  );
  const top = likelihoods[best];
  // If a likelihood is NaN, the most likely choice is unknown.
  const isKnown = likelihoods.every(({ value }) => !Number.isNaN(value));
  const isChosen = isKnown && top !== undefined && (likelihoods.length > 1 ? Number.isFinite(top.value) : top.isGreedy);
  // If choices differ only in their context, the text of a choice does not identify it.
  const hasUniqueTexts = new Set(choices).size === choices.length;
  const chosenAnswer = isChosen ? (hasUniqueTexts && choices[best]) || String(best) : null;
  const logprobs = Object.fromEntries(
    likelihoods.map(({ value }, index) => [
      (hasUniqueTexts && choices[index]) || String(index),
      Number.isFinite(value) ? value : null,
    ]),
  );
  return {
    recorded: chosenAnswer,
    text: chosenAnswer,
    choice: isChosen && likelihoods.length > 1 ? best : null,
    options: likelihoods.length > 1 ? [...choices] : [],
    logprobs,
  };
}

/** Parses `[["-2.9", "False"], ...]`, or the same with numbers; null if the responses are texts. */
function likelihoodsOf(responses: readonly unknown[]): Likelihood[] | null {
  const found = responses.map((response) => {
    const pair =
      Array.isArray(response) && response.length === 1 && Array.isArray(response[0]) ? response[0] : response;
    if (!Array.isArray(pair) || pair.length !== 2) return null;
    const value = numberOf(pair[0]);
    const isGreedy = pair[1] === true || pair[1] === "True";
    const isFlag = typeof pair[1] === "boolean" || pair[1] === "True" || pair[1] === "False";
    return value === null || !isFlag ? null : { value, isGreedy };
  });
  return found.length > 0 && found.every((entry) => entry !== null) ? found : null;
}

/** Whether the requests have only a text and the responses are numeric: the likelihoods are of whole texts. */
function isRolling(requests: readonly unknown[][], responses: readonly unknown[]): boolean {
  const leaves = responses.flat(3);
  return (
    requests.length > 0 &&
    requests.every((request) => (request[1] ?? null) === null) &&
    leaves.length > 0 &&
    leaves.every((leaf) => leaf !== null && numberOf(leaf) !== null)
  );
}

/** Parses a log-likelihood: a number, a text, or a name that Python uses for NaN or infinity. */
function numberOf(value: unknown): number | null {
  if (value === null) return Number.NaN;
  if (typeof value === "number") return value;
  if (typeof value !== "string") return null;
  if (/^nan$/iu.test(value.trim())) return Number.NaN;
  if (/^-?inf(?:inity)?$/iu.test(value.trim())) return Number.NEGATIVE_INFINITY;
  const number = Number(value);
  return value.trim() === "" || Number.isNaN(number) ? null : number;
}

function requestsOf(value: unknown): unknown[][] {
  if (Array.isArray(value)) return value.map(toList);
  if (!isObject(value)) return [];
  return Object.values(value).map((request) => (isObject(request) ? [request.arg_0, request.arg_1] : toList(request)));
}

/** Parses a prompt: a text, or a list of chat messages, which may be JSON in a text. */
function promptOf(value: unknown): string | null {
  const whole = Array.isArray(value) && value.length === 1 && typeof value[0] === "string" ? value[0] : value;
  const messages = typeof whole === "string" && whole.startsWith('[{"role"') ? tryMessages(whole) : whole;
  if (!Array.isArray(messages)) return nonBlankText(messages);
  const contents = messages.map((message) => (isObject(message) ? nonBlankText(message.content) : null));
  return nonBlankText(contents.filter((content) => content !== null).join("\n\n"));
}

function tryMessages(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function firstText(responses: readonly unknown[]): string | null {
  let first: unknown = responses[0];
  while (Array.isArray(first)) first = first[0];
  return typeof first === "string" ? first : null;
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 && Array.isArray(value[0]) ? value[0] : value;
}

/** Metrics that state whether a single answer is correct, in the order of preference. */
const correctnessMetrics = [
  "acc",
  "exact_match",
  "acc_norm",
  "em",
  "accuracy",
  "exact_match,none",
  "pass@1",
  "correct",
  "mc1",
  "contains",
];

/** Uses the first metric with the value 0 or 1. A share, a pair of numbers or a text is not decisive. */
function correctOf(sample: LogObject): boolean | null {
  const metricNames = Array.isArray(sample.metrics) ? sample.metrics.filter((name) => typeof name === "string") : [];
  const isCorrectnessMetric = (name: string) => correctnessMetrics.includes(name) || /(?:^|_)(?:acc|match)/u.test(name);
  const otherMetrics = Object.keys(sample).filter((name) => /^(?:\w+_)?(?:acc|em|exact_match)(?:_\w+)?$/u.test(name));
  for (const name of [
    ...correctnessMetrics.filter((metric) => metricNames.length === 0 || metricNames.includes(metric)),
    ...metricNames.filter(isCorrectnessMetric),
    ...otherMetrics,
  ]) {
    if (!(name in sample)) continue;
    const value = sample[name];
    if (value === 1 || value === true) return true;
    if (value === 0 || value === false) return false;
    return null;
  }
  return null;
}

/** Reads the format of `--write_out` in 2022: one log-likelihood per choice, without the texts of the choices. */
function readWrittenOut(sample: LogObject, common: CommonFields): ReadRecord {
  const likelihoods: Likelihood[] = [];
  for (let index = 0; `logit_${index}` in sample; index += 1) {
    const logit = sample[`logit_${index}`];
    const text = typeof logit === "string" ? (/^\(?\s*([^,)]+)/u.exec(logit)?.[1] ?? "") : firstOf(logit);
    const value = numberOf(Array.isArray(text) ? text[0] : text);
    if (value === null) {
      const answer = nonBlankText(logit);
      return createLogRecord({ ...common, recorded: answer, text: answer, prompt: nonBlankText(sample.prompt_0) });
    }
    likelihoods.push({ value, isGreedy: /True/u.test(String(logit)) });
  }
  return createLogRecord({ ...common, ...chooseByLikelihood(likelihoods, []), prompt: nonBlankText(sample.prompt_0) });
}

/** The model that a results file names: in `model_name`, in older files in `config`. */
export function readLmEvalModel(results: LogObject): string | null {
  const config = isObject(results.config) ? results.config : {};
  const args = isObject(config.model_args)
    ? nonBlankText(config.model_args.pretrained ?? config.model_args.model)
    : (/(?:^|,)(?:pretrained|model|engine)=([^,]+)/u.exec(String(config.model_args ?? ""))?.[1] ?? null);
  return nonBlankText(results.model_name) ?? args ?? nonBlankText(config.model);
}
