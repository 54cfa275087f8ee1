import { type Command, InvalidArgumentError, Option } from "commander";
import {
  endpointStyles,
  newEndpointSettings,
  reasoningEfforts,
  receivedMedia,
} from "../../domain/models/evaluation/endpoint-settings.ts";
import { createEndpoint } from "../../server/models/evaluations/endpoints.ts";
import { installation } from "../../server/platform/access/access.ts";
import { readVariable } from "../../server/platform/environment.ts";
import { withDatabase } from "../database.ts";
import { findProject } from "../find-project.ts";
import { type CommandIo, type ExitCode, UsageError, writeLine } from "../io.ts";

interface Options {
  url: string;
  model: string;
  project?: string;
  style: string;
  media: string;
  keyFrom?: string;
  temperature?: number | false;
  reasoningEffort?: string;
  maximumTokens: number;
  usdRead?: number;
  usdWritten?: number;
  parallel: number;
  perMinute?: number;
}

/** `parallax evaluate endpoint`: adds an endpoint. All other settings are on its page. */
export function addEndpoint(evaluate: Command, io: CommandIo, finish: (code: ExitCode) => void): void {
  const { maximumTokens, parallel } = newEndpointSettings;
  evaluate
    .command("endpoint")
    .description("Create an endpoint: the address, settings and prices of a model.")
    .argument("<name>", "the model's name in lists and results")
    .requiredOption("--url <address>", "up to and including /v1")
    .requiredOption("--model <model>", "the model name at the endpoint")
    .option("--project <slug>", "project of the endpoint; required if there are several")
    .addOption(new Option("--style <style>", "kind of endpoint").choices([...endpointStyles]).default("chat"))
    .option("--key-from <variable>", "the environment variable with the API key; a key is never an argument")
    .addOption(
      new Option("--media <media>", "what the model receives besides text").choices([...receivedMedia]).default("none"),
    )
    .option("--temperature <t>", "sent with every call", readNumber)
    .option("--no-temperature", "send no temperature, as some models require")
    .addOption(new Option("--reasoning-effort <effort>", "sent with every call").choices([...reasoningEfforts]))
    .option("--maximum-tokens <n>", "maximum length of an answer, including reasoning", readNumber, maximumTokens)
    .option("--usd-read <usd>", "price per million input tokens", readNumber)
    .option("--usd-written <usd>", "price per million output tokens", readNumber)
    .option("--parallel <n>", "parallel calls", readNumber, parallel)
    .option("--per-minute <n>", "max. calls per minute", readNumber)
    .action(async (name: string, options: Options) => {
      const { id } = await withDatabase(async () => {
        const project = await findProject(options.project);
        return createEndpoint(installation, project.id, {
          name,
          settings: {
            ...newEndpointSettings,
            url: options.url,
            model: options.model,
            style: options.style,
            media: options.media,
            temperature: parseTemperature(options.temperature),
            reasoningEffort: options.reasoningEffort ?? newEndpointSettings.reasoningEffort,
            maximumTokens: options.maximumTokens,
            promptUsdPerMillion: options.usdRead ?? null,
            completionUsdPerMillion: options.usdWritten ?? null,
            parallel: options.parallel,
            perMinute: options.perMinute ?? null,
          },
          key: readKey(options.keyFrom),
        });
      });
      await writeLine(io.stdout, id);
      finish(0);
    });
}

/** Commander passes true if neither option is given, and false for `--no-temperature`. */
function parseTemperature(given: number | boolean | undefined): number | null {
  if (given === false) return null;
  return typeof given === "number" ? given : newEndpointSettings.temperature;
}

function readKey(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const key = readVariable(name);
  if (!key) throw new UsageError(`the environment has no variable ${name}`);
  return key;
}

function readNumber(text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number)) return number;
  throw new InvalidArgumentError("must be a number");
}
