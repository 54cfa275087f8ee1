import { type Command, InvalidArgumentError, Option } from "commander";
import type { GeneratorSettings } from "@/lib/domain/epistemic/mindgames/generate/settings.ts";

type Setting = keyof GeneratorSettings;

interface SettingOption {
  setting: Setting;
  flag: string;
  description: string;
  parse: (text: string) => unknown;
}

/** The generator settings that have a value, as options; `switches` are the others. */
const settingOptions: SettingOption[] = [
  { setting: "setups", flag: "setups <list>", description: "setups, separated by commas", parse: parseList },
  {
    setting: "rowsPerSetup",
    flag: "rows-per-setup <n or setup=n,...>",
    description: "problems per setup, half of them entailed",
    parse: (text) =>
      text.includes("=") ? Object.fromEntries(parseWeighted(text, (setup) => setup)) : parseNumber(text),
  },
  {
    setting: "splits",
    flag: "splits <name=share,...>",
    description: "sets to divide the problems into; no two sets share a premise",
    parse: (text) => parseWeighted(text, (name) => name),
  },
  {
    setting: "persons",
    flag: "persons <n=weight,...>",
    description: "numbers of persons and their weights",
    parse: (text) => parseWeighted(text, parseNumber),
  },
  {
    setting: "announcements",
    flag: "announcements <n=weight,...>",
    description: 'numbers of announcements after the first and their weights, or "up to persons"',
    parse: (text) => (text === "up to persons" ? text : parseWeighted(text, parseNumber)),
  },
  {
    setting: "depths",
    flag: "depths <n=weight,...>",
    description: "beliefs nested inside the outer one (0: first order) and their weights",
    parse: (text) => parseWeighted(text, parseNumber),
  },
  {
    setting: "announcedKnowledge",
    flag: "announced-knowledge <share>",
    description: "share of announcements about knowledge, not about facts",
    parse: parseNumber,
  },
  {
    setting: "announcedKnowledgeNegation",
    flag: "announced-knowledge-negation <share>",
    description: 'how often announced knowledge is denied ("does not know whether")',
    parse: parseNumber,
  },
  {
    setting: "announcedThat",
    flag: "announced-that <share>",
    description: 'how often announced knowledge is "knows that"',
    parse: parseNumber,
  },
  {
    setting: "announcedFactNegation",
    flag: "announced-fact-negation <share>",
    description: "how often an announced fact about a person is denied",
    parse: parseNumber,
  },
  {
    setting: "knownFactNegation",
    flag: "known-fact-negation <share>",
    description: "how often the fact in announced knowledge is denied",
    parse: parseNumber,
  },
  {
    setting: "hypothesisThat",
    flag: "hypothesis-that <share>",
    description: 'how often a belief in the hypothesis is "know that"',
    parse: parseNumber,
  },
  {
    setting: "hypothesisKnowledgeNegation",
    flag: "hypothesis-knowledge-negation <share>",
    description: 'how often a belief in the hypothesis is denied ("cannot know whether")',
    parse: parseNumber,
  },
  {
    setting: "hypothesisFactNegation",
    flag: "hypothesis-fact-negation <share>",
    description: "how often the hypothesis's fact is denied",
    parse: parseNumber,
  },
  {
    setting: "announcedSubjects",
    flag: "announced-subjects <list>",
    description: 'subjects of announced facts besides persons: someone, everyone, nobody, "not everyone"',
    parse: parseList,
  },
  {
    setting: "knownSubjects",
    flag: "known-subjects <list>",
    description: "the same for the facts in announced knowledge",
    parse: parseList,
  },
  {
    setting: "hypothesisSubjects",
    flag: "hypothesis-subjects <list>",
    description: "the same for hypotheses",
    parse: parseList,
  },
  {
    setting: "cardsShown",
    flag: "cards-shown <n>",
    description: "explicit setup: cards shown to each person on average",
    parse: parseNumber,
  },
  {
    setting: "hypothesesPerPremise",
    flag: "hypotheses-per-premise <n>",
    description: "hypotheses tried for each premise",
    parse: parseNumber,
  },
  {
    setting: "rowsPerPremise",
    flag: "rows-per-premise <n>",
    description: "hypotheses kept for each premise, with alternating labels",
    parse: parseNumber,
  },
];

const switches = [
  { setting: "someCardShown", name: "some-card-shown", description: "explicit setup: at least one card is shown" },
  {
    setting: "pairs",
    name: "pairs",
    description: "generate pairs of premises for which one hypothesis has opposite labels, equally in all cells",
  },
  { setting: "bothLabels", name: "both-labels", description: "drop a premise whose hypotheses all have one label" },
] as const;

/** Adds an option for every setting. The options have no defaults, because the preset is known only after parsing. */
export function addSettingOptions(command: Command): void {
  for (const { flag, description, parse } of settingOptions) {
    command.addOption(new Option(`--${flag}`, description).argParser(parse));
  }
  for (const { name, description } of switches) {
    command.option(`--${name}`, description);
    command.option(`--no-${name}`, `the opposite of --${name}`);
  }
}

/** The settings that the command line contains. */
export function readGivenSettings(command: Command): Partial<GeneratorSettings> {
  const givenSettings: Record<string, unknown> = {};
  for (const { setting } of [...settingOptions, ...switches]) {
    if (command.getOptionValueSource(setting) === "cli") givenSettings[setting] = command.getOptionValue(setting);
  }
  return givenSettings;
}

function parseList(text: string): string[] {
  return text
    .split(",")
    .map((member) => member.trim())
    .filter((member) => member !== "");
}

function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError(`"${text}" is not a number.`);
  return value;
}

/** Parses a list such as `2=1,3=1`. A member without a weight has weight 1. */
function parseWeighted<Value>(text: string, parse: (text: string) => Value): [Value, number][] {
  return parseList(text).map((member) => {
    const [value = "", weight = "1"] = member.split("=");
    return [parse(value.trim()), parseNumber(weight)];
  });
}
