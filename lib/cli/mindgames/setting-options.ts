import { type Command, InvalidArgumentError, Option } from "commander";
import type { GeneratorSettings } from "@/lib/domain/epistemic/mindgames/generate/settings.ts";

type Setting = keyof GeneratorSettings;

interface SettingOption {
  setting: Setting;
  flag: string;
  description: string;
  parse: (text: string) => unknown;
}

/** One option for every setting of the generator. */
const settingOptions: SettingOption[] = [
  { setting: "setups", flag: "setups <list>", description: "setups, separated by commas", parse: listed },
  {
    setting: "rowsPerSetup",
    flag: "rows-per-setup <n or setup=n,...>",
    description: "problems per setup, half of them entailed",
    parse: (text) => (text.includes("=") ? Object.fromEntries(weighted(text, (setup) => setup)) : number(text)),
  },
  {
    setting: "splits",
    flag: "splits <name=share,...>",
    description: "sets to divide the problems into; none share a premise",
    parse: (text) => weighted(text, (name) => name),
  },
  {
    setting: "persons",
    flag: "persons <n=weight,...>",
    description: "numbers of persons and their weights",
    parse: (text) => weighted(text, number),
  },
  {
    setting: "announcements",
    flag: "announcements <n=weight,...>",
    description: 'numbers of announcements after the first and their weights, or "up to persons"',
    parse: (text) => (text === "up to persons" ? text : weighted(text, number)),
  },
  {
    setting: "depths",
    flag: "depths <n=weight,...>",
    description: "beliefs nested inside the outer one (0: first order) and their weights",
    parse: (text) => weighted(text, number),
  },
  {
    setting: "announcedKnowledge",
    flag: "announced-knowledge <share>",
    description: "share of announcements about knowledge, not about facts",
    parse: number,
  },
  {
    setting: "announcedKnowledgeNegation",
    flag: "announced-knowledge-negation <share>",
    description: 'how often announced knowledge is denied ("does not know whether")',
    parse: number,
  },
  {
    setting: "announcedThat",
    flag: "announced-that <share>",
    description: 'how often announced knowledge is "knows that"',
    parse: number,
  },
  {
    setting: "announcedFactNegation",
    flag: "announced-fact-negation <share>",
    description: "how often an announced fact about a person is denied",
    parse: number,
  },
  {
    setting: "knownFactNegation",
    flag: "known-fact-negation <share>",
    description: "how often the fact in announced knowledge is denied",
    parse: number,
  },
  {
    setting: "hypothesisThat",
    flag: "hypothesis-that <share>",
    description: 'how often a belief in the hypothesis is "know that"',
    parse: number,
  },
  {
    setting: "hypothesisKnowledgeNegation",
    flag: "hypothesis-knowledge-negation <share>",
    description: 'how often a belief in the hypothesis is denied ("cannot know whether")',
    parse: number,
  },
  {
    setting: "hypothesisFactNegation",
    flag: "hypothesis-fact-negation <share>",
    description: "how often the hypothesis's fact is denied",
    parse: number,
  },
  {
    setting: "announcedSubjects",
    flag: "announced-subjects <list>",
    description: 'subjects of announced facts beside persons: someone, everyone, nobody, "not everyone"',
    parse: listed,
  },
  {
    setting: "knownSubjects",
    flag: "known-subjects <list>",
    description: "the same for the facts in announced knowledge",
    parse: listed,
  },
  {
    setting: "hypothesisSubjects",
    flag: "hypothesis-subjects <list>",
    description: "the same for hypotheses",
    parse: listed,
  },
  {
    setting: "cardsShown",
    flag: "cards-shown <n>",
    description: "explicit setup: cards shown to each person on average",
    parse: number,
  },
  {
    setting: "hypothesesPerPremise",
    flag: "hypotheses-per-premise <n>",
    description: "hypotheses tried for each premise",
    parse: number,
  },
  {
    setting: "rowsPerPremise",
    flag: "rows-per-premise <n>",
    description: "hypotheses kept of them each time, the labels alternating",
    parse: number,
  },
];

const switches = [
  { setting: "someCardShown", name: "some-card-shown", description: "explicit setup: at least one card is shown" },
  {
    setting: "pairs",
    name: "pairs",
    description: "in pairs of premises for which one hypothesis has opposite labels, equally over all cells",
  },
  { setting: "bothLabels", name: "both-labels", description: "drop a premise whose hypotheses all have one label" },
] as const;

/** Adds an option for every setting, without a preset's defaults, which are not known before parsing. */
export function addSettingOptions(command: Command): void {
  for (const { flag, description, parse } of settingOptions) {
    command.addOption(new Option(`--${flag}`, description).argParser(parse));
  }
  for (const { name, description } of switches) {
    command.option(`--${name}`, description);
    command.option(`--no-${name}`, `the opposite of --${name}`);
  }
}

/** The settings that were given on the command line. */
export function givenSettings(command: Command): Partial<GeneratorSettings> {
  const given: Record<string, unknown> = {};
  for (const { setting } of [...settingOptions, ...switches]) {
    if (command.getOptionValueSource(setting) === "cli") given[setting] = command.getOptionValue(setting);
  }
  return given;
}

function listed(text: string): string[] {
  return text
    .split(",")
    .map((member) => member.trim())
    .filter((member) => member !== "");
}

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError(`"${text}" is not a number.`);
  return value;
}

/** `2=1,3=1`; a member without a weight weighs 1. */
function weighted<Value>(text: string, parse: (text: string) => Value): [Value, number][] {
  return listed(text).map((member) => {
    const [value = "", weight = "1"] = member.split("=");
    return [parse(value.trim()), number(weight)];
  });
}
