import type { ExportColumn, ExportTable } from "../interchange/export-table.ts";
import { collectionText, privacyText } from "./dataset-card.ts";
import { citationText } from "./psych-ds.ts";
import { columnTypes, type ReleaseDataset } from "./release-dataset.ts";
import { ethicsText, releaseLicences } from "./release-description.ts";

/** The context of the appendix of Croissant 1.1, with https for schema.org (mlcroissant refuses http). */
const context = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  annotation: "cr:annotation",
  arrayShape: "cr:arrayShape",
  citeAs: "cr:citeAs",
  column: "cr:column",
  conformsTo: "dct:conformsTo",
  containedIn: "cr:containedIn",
  cr: "http://mlcommons.org/croissant/",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  dct: "http://purl.org/dc/terms/",
  equivalentProperty: "cr:equivalentProperty",
  examples: { "@id": "cr:examples", "@type": "@json" },
  extract: "cr:extract",
  field: "cr:field",
  fileObject: "cr:fileObject",
  fileProperty: "cr:fileProperty",
  fileSet: "cr:fileSet",
  format: "cr:format",
  includes: "cr:includes",
  isArray: "cr:isArray",
  isLiveDataset: "cr:isLiveDataset",
  jsonPath: "cr:jsonPath",
  key: "cr:key",
  md5: "cr:md5",
  parentField: "cr:parentField",
  path: "cr:path",
  prov: "http://www.w3.org/ns/prov#",
  rai: "http://mlcommons.org/croissant/RAI/",
  recordSet: "cr:recordSet",
  references: "cr:references",
  regex: "cr:regex",
  repeated: "cr:repeated",
  replace: "cr:replace",
  samplingRate: "cr:samplingRate",
  sc: "https://schema.org/",
  separator: "cr:separator",
  source: "cr:source",
  subField: "cr:subField",
  transform: "cr:transform",
  value: "cr:value",
};

/**
 * Croissant 1.1 with RAI 1.0 and the fields that NeurIPS 2026 requires. Records are read from the Parquet files, whose
 * types are stored.
 *
 * @param isAnonymous for blind review: no creator, address, identifier or contact
 */
export function croissantDocument(dataset: ReleaseDataset, isAnonymous: boolean) {
  const { description, facts, tables } = dataset;
  const agent = { "@type": "prov:Agent", "rdfs:label": isAnonymous ? "Anonymous" : facts.software };
  return {
    "@context": { ...context, rdfs: "http://www.w3.org/2000/01/rdf-schema#" },
    "@type": "sc:Dataset",
    conformsTo: ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"],
    name: description.title,
    description: description.summary,
    license: releaseLicences[description.licence].url,
    version: description.version,
    datePublished: description.published,
    inLanguage: facts.language,
    keywords: description.keywords,
    url: isAnonymous ? "https://example.org/anonymous" : addressOf(dataset),
    creator: isAnonymous
      ? [{ "@type": "sc:Person", name: "Anonymous" }]
      : description.authors.map(({ given, family }) => ({ "@type": "sc:Person", name: `${given} ${family}` })),
    ...(isAnonymous ? {} : { citeAs: citationText(description) }),
    ...createRaiProperties(dataset),
    "prov:wasDerivedFrom": [{ "@type": "prov:Entity", "rdfs:label": facts.benchmark }],
    "prov:wasGeneratedBy": [
      { label: "Collection", says: collectionText(facts) },
      { label: "Preprocessing", says: privacyText(facts) },
      {
        label: "Annotation",
        says: facts.texts?.annotation ?? `Answers to the items of the benchmark “${facts.benchmark}”.`,
      },
      {
        label: "Review",
        says:
          facts.texts?.review ??
          `${facts.excluded} answers are excluded, each with its reason in the table of exclusions.`,
      },
    ].map(({ label, says }) => ({
      "@type": "prov:Activity",
      "rdfs:label": label,
      description: says,
      "prov:wasAssociatedWith": agent,
    })),
    distribution: tables.map(({ table, csv, parquet }) => ({
      "@type": "cr:FileObject",
      "@id": `${table.name}.parquet`,
      name: `${table.name}.parquet`,
      description: table.description,
      contentUrl: parquet.path,
      contentSize: `${parquet.bytes} B`,
      encodingFormat: "application/x-parquet",
      sha256: parquet.sha256,
      sameAs: csv.path,
    })),
    recordSet: tables.map(({ table }) => ({
      "@type": "cr:RecordSet",
      "@id": table.name,
      name: table.name,
      description: table.description,
      ...keyOf(table),
      field: table.columns.map((column) => ({
        "@type": "cr:Field",
        "@id": `${table.name}/${column.name}`,
        name: column.name,
        description: column.description,
        dataType: columnTypes(column).croissant,
        source: { fileObject: { "@id": `${table.name}.parquet` }, extract: { column: column.name } },
        ...referenceOf(column, table, tables),
      })),
    })),
  };
}

/** The columns that identify a row, by table; a table of models' answers may contain several runs of one model. */
const keyColumns: Readonly<Record<string, readonly string[]>> = {
  participants: ["participant"],
  responses: ["participant", "position", "revision"],
  wide: ["participant"],
  items: ["item"],
  annotations: ["item", "annotator"],
};

/** The table that a column refers to. */
const referredTables: Readonly<Record<string, string>> = { participant: "participants", item: "items" };

/** The key of a table; nothing if it has none, or if one of its columns was dropped. */
function keyOf({ name, columns }: ExportTable): { key?: { "@id": string }[] } {
  const key = keyColumns[name] ?? [];
  const isComplete = key.length > 0 && key.every((column) => columns.some((one) => one.name === column));
  return isComplete ? { key: key.map((column) => ({ "@id": `${name}/${column}` })) } : {};
}

/** The key of another table of the release that a text column contains; the items of practice are numbers. */
function referenceOf({ name, type }: ExportColumn, own: ExportTable, tables: ReleaseDataset["tables"]) {
  const referred = tables.find(({ table }) => table.name === referredTables[name])?.table;
  const isKey = type === "text" && referred !== own && referred?.columns.some((column) => column.name === name);
  return isKey ? { references: { field: { "@id": `${referred?.name}/${name}` } } } : {};
}

/** Properties of RAI 1.0 from the known facts; a property that only an author can answer is omitted. */
function createRaiProperties({ description, facts }: ReleaseDataset) {
  const items = facts.answersPerItem;
  const ethics = ethicsText(description, facts.ethicsFile);
  const listIfAny = (name: string, texts: readonly string[]) => (texts.length > 0 ? { [name]: texts } : {});
  return {
    "rai:dataCollection": collectionText(facts),
    "rai:dataCollectionType": ["Experiments"],
    ...listIfAny("rai:dataCollectionTimeframe", facts.collected ? [facts.collected.first, facts.collected.last] : []),
    ...(facts.texts
      ? {}
      : {
          "rai:dataCollectionMissingData": `${facts.started} sessions started, ${facts.started - facts.completed} not completed, ${facts.excluded} answers excluded.`,
        }),
    "rai:dataManipulationProtocol": privacyText(facts),
    "rai:dataAnnotationProtocol":
      facts.texts?.annotation ??
      `The consent form, instructions and every screen are in documentation/. Consent: ${facts.consent}`,
    "rai:dataAnnotationPlatform": [facts.software, ...facts.recruiters],
    ...(items
      ? { "rai:annotationsPerItem": `minimum ${items.fewest}, median ${items.median}, maximum ${items.most}` }
      : {}),
    ...listIfAny("rai:machineAnnotationTools", facts.models),
    "rai:personalSensitiveInformation": [privacyText(facts), ...(ethics === null ? [] : [ethics])],
    ...listIfAny("rai:dataLimitations", description.limitations),
    ...listIfAny("rai:dataBiases", description.biases),
    "rai:dataUseCases": ["Testing language models against people. Not for training.", ...description.uses],
    ...(description.socialImpact ? { "rai:dataSocialImpact": description.socialImpact } : {}),
    ...listIfAny("rai:dataReleaseMaintenancePlan", description.maintenance ? [description.maintenance] : []),
    "rai:hasSyntheticData": facts.isSynthetic,
  };
}

function addressOf({ description }: ReleaseDataset): string {
  return (
    description.url ?? (description.doi ? `https://doi.org/${description.doi}` : "https://example.org/not-deposited")
  );
}

/** The fields required by NeurIPS 2026 that the description lacks. Only the authors can fill them. */
export function missingForNeurips(description: ReleaseDataset["description"]): string[] {
  return [
    ...(description.limitations.length === 0 ? ["limitations"] : []),
    ...(description.biases.length === 0 ? ["biases"] : []),
    ...(description.uses.length === 0 ? ["uses"] : []),
    ...(description.socialImpact ? [] : ["socialImpact"]),
  ];
}

/**
 * Checks the required properties, the sources of fields, and the paths and hashes of files. The result contains the
 * errors that mlcroissant 1.1.0 reports according to its documentation and source, and problems that mlcroissant does
 * not detect.
 *
 * @param files the SHA-256 of each file of the release by path
 */
export function checkCroissant(
  document: ReturnType<typeof croissantDocument>,
  files: ReadonlyMap<string, string>,
): string[] {
  const problems: string[] = [];
  for (const key of ["name", "description", "license", "url", "creator", "datePublished"] as const)
    if (!document[key] || document[key].length === 0) problems.push(`${key} is missing`);
  if (!document.conformsTo.includes("http://mlcommons.org/croissant/1.1"))
    problems.push("conformsTo is not Croissant 1.1");
  if (!/^\d+\.\d+\.\d+$/.test(document.version)) problems.push("version is not MAJOR.MINOR.PATCH");
  const ids = new Set(document.distribution.map((file) => file["@id"]));
  const every = [
    ...ids,
    ...document.recordSet.flatMap((set) => [set["@id"], ...set.field.map((field) => field["@id"])]),
  ];
  for (const id of every) if (/\s/.test(id)) problems.push(`the @id “${id}” contains a space`);
  if (new Set(every).size < every.length) problems.push("an @id is used twice");
  for (const { contentUrl, sha256 } of document.distribution)
    if (files.get(contentUrl) !== sha256) problems.push(`${contentUrl} is missing or has another hash`);
  for (const field of document.recordSet.flatMap((set) => set.field))
    if (!ids.has(field.source.fileObject["@id"])) problems.push(`${field["@id"]} refers to no file`);
  return problems;
}
