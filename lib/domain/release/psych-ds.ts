import type { ExportColumn } from "../interchange/export-table.ts";
import type { ReleaseDataset, ReleaseTable } from "./release-dataset.ts";
import { releaseLicences } from "./release-description.ts";

/**
 * `dataset_description.json` of Psych-DS 1.5. The root file lists all variables. The sidecar of a data file lists the
 * variables of that file and overrides the root file.
 */
export function psychDsDescription({ description, facts, tables }: ReleaseDataset) {
  const columns = new Map<string, ExportColumn>();
  for (const { table } of tables) for (const column of table.columns) columns.set(column.name, column);
  return {
    "@context": "https://schema.org/",
    "@type": "Dataset",
    name: description.title,
    description: description.summary,
    license: releaseLicences[description.licence].url,
    author: description.authors.map(({ given, family, orcid, affiliation }) => ({
      "@type": "Person",
      name: `${given} ${family}`,
      ...(orcid ? { "@id": `https://orcid.org/${orcid}` } : {}),
      ...(affiliation ? { affiliation: { "@type": "Organization", name: affiliation } } : {}),
    })),
    citation: citationText(description),
    version: description.version,
    datePublished: description.published,
    inLanguage: facts.language,
    keywords: description.keywords,
    ...(description.funder ? { funder: { "@type": "Organization", name: description.funder } } : {}),
    ...(description.url ? { url: description.url } : {}),
    ...(description.doi ? { identifier: `https://doi.org/${description.doi}` } : {}),
    isBasedOn: facts.benchmark,
    variableMeasured: [...columns.values()].map(describeVariable),
  };
}

/** The sidecar of one data file. */
export function psychDsSidecar({ table }: Pick<ReleaseTable, "table">) {
  return {
    "@context": "https://schema.org/",
    "@type": "Dataset",
    name: table.name,
    description: table.description,
    variableMeasured: table.columns.map(describeVariable),
  };
}

/** Files outside `data/` that the validator would report; the ignore file itself is one of them. */
export const psychDsIgnore = `${[
  ".psychds-ignore",
  "croissant.json",
  "numbers.json",
  "checksums.sha256",
  "CITATION.cff",
  "LICENSE.txt",
  "parquet/**",
  "qualtrics/**",
  "deposit/**",
  "results/**",
  "analysis/**",
  "documentation/**",
].join("\n")}\n`;

/** The reference of a release as one line. */
export function citationText({ authors, published, title, version, doi }: ReleaseDataset["description"]): string {
  const names = authors.map(({ given, family }) => `${family}, ${given}`).join("; ");
  return `${names} (${published.slice(0, 4)}). ${title} (version ${version}) [Data set].${doi ? ` https://doi.org/${doi}` : ""}`;
}

function describeVariable({ name, description, unit, type, values }: ExportColumn) {
  const levels = Object.entries(values ?? {});
  return {
    "@type": "PropertyValue",
    name,
    description: type === "time" ? `${description}; UTC` : description,
    ...(unit ? { unitText: unit } : {}),
    ...(levels.length > 0 ? { valueReference: levels.map(([level, meaning]) => `${level}: ${meaning}`) } : {}),
  };
}

/** The parts of a release file that the Psych-DS validator checks. */
export interface CheckedFile {
  path: string;
  /** The header of a CSV file, and the numbers of fields in its rows; null and empty for other files. */
  header: readonly string[] | null;
  widths: ReadonlySet<number>;
  text: string | null;
}

/**
 * The errors that the validator of Psych-DS 1.5 would report, with its error codes. The `README.md` of a release states
 * that the validator itself was not run.
 */
export function checkPsychDs(files: readonly CheckedFile[]): string[] {
  const problems: string[] = [];
  const byPath = new Map(files.map((file) => [file.path, file]));
  const root = readObject(byPath.get("dataset_description.json")?.text ?? null);
  if (!byPath.has("dataset_description.json")) problems.push("MISSING_DATASET_DESCRIPTION");
  else if (!root) problems.push("JSON_INVALID dataset_description.json");
  for (const key of ["name", "description", "variableMeasured"])
    if (root && !(key in root)) problems.push(`JSON_KEY_REQUIRED ${key}`);
  if (root && root["@type"] !== "Dataset") problems.push("INCORRECT_DATASET_TYPE");
  if (root && !/^https?:\/\/schema\.org\/?$/.test(String(root["@context"]))) problems.push("INVALID_JSONLD_FORMATTING");
  const data = files.filter(({ path }) => path.startsWith("data/") && path.endsWith("_data.csv"));
  if (!data.some(({ path }) => fileName.test(path))) problems.push("MISSING_DATAFILE");
  const foundColumns = new Set<string>();
  for (const { path, header, widths } of data) {
    if (!fileName.test(path)) problems.push(`FILENAME_KEYWORD_FORMATTING_ERROR ${path}`);
    if (!header || header.some((name) => name === "")) problems.push(`CSV_HEADER_MISSING ${path}`);
    const names = header ?? [];
    if (new Set(names).size < names.length) problems.push(`CSV_HEADER_REPEATED ${path}`);
    if ([...widths].some((width) => width !== names.length)) problems.push(`CSV_HEADER_LENGTH_MISMATCH ${path}`);
    const sidecar = readObject(byPath.get(path.replace(/csv$/, "json"))?.text ?? null);
    const describedNames = variablesOf(sidecar ?? root);
    for (const name of names) {
      foundColumns.add(name);
      if (!describedNames.has(name)) problems.push(`CSV_COLUMN_MISSING_FROM_METADATA ${path} ${name}`);
    }
    for (const name of sidecar ? describedNames : [])
      if (!names.includes(name)) problems.push(`VARIABLE_MISSING_FROM_CSV_COLUMNS ${path} ${name}`);
  }
  for (const name of variablesOf(root))
    if (!foundColumns.has(name)) problems.push(`VARIABLE_MISSING_FROM_CSV_COLUMNS ${name}`);
  return problems;
}

const fileName = /^data\/(?:.*\/)?[a-z]+-[a-zA-Z0-9]+(?:_[a-z]+-[a-zA-Z0-9]+)*_data\.csv$/;

function readObject(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function variablesOf(document: Record<string, unknown> | null): Set<string> {
  const variables = document?.variableMeasured;
  return new Set(
    (Array.isArray(variables) ? variables : []).map((one) => String(typeof one === "string" ? one : (one?.name ?? ""))),
  );
}
