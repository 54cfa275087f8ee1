import * as z from "zod";
import { storyUploadSchema } from "@/lib/server/annotation/import/import-upload.ts";
import { itemListQuery } from "@/lib/server/annotation/lead/list-items.ts";
import { archiveUploadSchema } from "@/lib/server/archive/request-import.ts";
import { factUploadSchema } from "@/lib/server/beliefs/upload-facts.ts";
import { itemUploadSchema, predictionUploadSchema } from "@/lib/server/imports/upload.ts";
import { uploadFileSchema } from "@/lib/server/items/media/upload-file.ts";
import { replicationUploadSchema } from "@/lib/server/replicate/replication-upload.ts";
import { exportQuerySchema } from "@/lib/server/studies/export/export-study.ts";
import {
  type DescribedRoute,
  describeDownload as download,
  octets,
  describeUpload as upload,
} from "./described-route.ts";

const zip = "application/zip";
const jsonl = "application/x-ndjson";

/** Uploads read the body as a stream; downloads whose parts are not ready return 202 with the progress. */
export const describedRoutes: readonly DescribedRoute[] = [
  upload(
    "importItems",
    "/projects/{project}/items",
    "Benchmarks",
    "Import an item file into a benchmark",
    itemUploadSchema,
  ),
  upload(
    "importFacts",
    "/projects/{project}/facts",
    "Benchmarks",
    "Import facts, each with a false object",
    factUploadSchema,
  ),
  upload("importProblems", "/projects/{project}/problems", "Benchmarks", "Import MindGames rows as items"),
  upload("makeExpressions", "/benchmarks/{benchmark}/expressions", "Benchmarks", "Create expressions from facts"),
  upload(
    "storeFile",
    "/benchmarks/{benchmark}/media",
    "Benchmarks",
    "Store an image or a recording for items, or the PDF of an ethics approval",
    uploadFileSchema,
  ),
  upload(
    "uploadReplicationFile",
    "/projects/{project}/replication-files",
    "Papers",
    "Upload released data or logs for a replication",
    replicationUploadSchema,
  ),
  upload(
    "importProjectArchive",
    "/project-archives",
    "Projects",
    "Import the archive of a project in the background; for owners",
    archiveUploadSchema,
  ),
  download(
    "getProjectArchive",
    "/projects/{project}/archive",
    "Projects",
    "Download the newest archive of a project; for administrators",
    "application/zip",
  ),
  upload(
    "importPredictions",
    "/benchmarks/{benchmark}/predictions",
    "Models",
    "Import model answers or evaluation logs",
    predictionUploadSchema,
  ),
  upload(
    "importStories",
    "/annotation/collections/{collection}/import",
    "Annotation",
    "Import stories into a collection",
    storyUploadSchema,
  ),
  upload("importRecruiterFile", "/studies/{study}/recruiter-file", "Collecting answers", "Import a recruiter's file"),
  {
    ...download(
      "search",
      "/search",
      "Projects",
      "Search studies, items, models, pages and help by name",
      "application/json",
    ),
    query: z.object({ q: z.string().max(200) }),
  },
  download("exportItems", "/benchmarks/{benchmark}/items", "Benchmarks", "Download a benchmark as an item file", jsonl),
  download("exportTasks", "/benchmarks/{benchmark}/tasks", "Models", "Download items as tasks for models", zip),
  download(
    "exportHarnessTasks",
    "/benchmarks/{benchmark}/lm-eval",
    "Models",
    "Download problems for lm-evaluation-harness",
    zip,
  ),
  download(
    "getBaselineFile",
    "/benchmarks/{benchmark}/artefacts/{file}",
    "Benchmarks",
    "Download the accuracy of baseline classifiers",
    octets,
  ),
  download(
    "getJudgingFile",
    "/benchmarks/{benchmark}/judging/{file}",
    "Models",
    "Download judgements of open-ended answers",
    octets,
  ),
  download(
    "getBeliefFile",
    "/benchmarks/{benchmark}/beliefs/{file}",
    "Results",
    "Download a table or figure on expressions of belief",
    octets,
  ),
  download("getModelTable", "/models/{model}/tables/{file}", "Models", "Download a table of a model's runs", octets),
  {
    ...download("exportStudy", "/studies/{study}/export", "Responses", "Download the export of a study", zip),
    query: exportQuerySchema.in as z.ZodObject,
  },
  download(
    "getAnalysisFile",
    "/studies/{study}/analysis/{file}",
    "Results",
    "Download a file of the analysis under the plan",
    octets,
  ),
  download(
    "getViewFile",
    "/studies/{study}/views/{view}/{file}",
    "Results",
    "Download a table or figure of an analysis",
    octets,
  ),
  download(
    "getPageTable",
    "/studies/{study}/tables/{view}/{file}",
    "Results",
    "Download a table of the results page",
    octets,
  ),
  download(
    "getErrorFile",
    "/studies/{study}/errors/{file}",
    "Results",
    "Download a table or figure on errors found",
    octets,
  ),
  download(
    "getMindgamesFile",
    "/studies/{study}/mindgames/{file}",
    "Results",
    "Download raters and models on MindGames problems",
    octets,
  ),
  download("getParityFile", "/studies/{study}/parity/{file}", "Results", "Download a stimulus parity table", octets),
  download(
    "getCourseFile",
    "/studies/{study}/course/{file}",
    "Collecting answers",
    "Download a table of the course of a study",
    octets,
  ),
  download(
    "getReleaseArchive",
    "/studies/{study}/releases/{release}/archive",
    "Releases",
    "Download a version of a release; 410 if it was withdrawn",
    zip,
  ),
  download(
    "getEthicsApproval",
    "/studies/{study}/ethics-approval",
    "Studies",
    "Download the PDF of the ethics approval",
    "application/pdf",
  ),
  download(
    "getVersionArchive",
    "/releases/{release}/archive",
    "Releases",
    "Download any version; 410 if withdrawn",
    zip,
  ),
  download("getLedger", "/studies/{study}/ledger", "Collecting answers", "Download the ledger as CSV", "text/csv"),
  upload(
    "importCollectionItems",
    "/annotation/collections/{collection}/schema-import",
    "Annotation",
    "Import items of a task schema into a collection",
  ),
  download(
    "exportCollectionItems",
    "/annotation/collections/{collection}/schema-export",
    "Annotation",
    "Download a collection that uses a task schema",
    octets,
  ),
  download(
    "exportCollection",
    "/annotation/collections/{collection}/export",
    "Annotation",
    "Download a collection",
    octets,
  ),
  {
    ...download(
      "listCollectionItems",
      "/annotation/collections/{collection}/items",
      "Annotation",
      "List the items of a collection",
      "application/json",
    ),
    query: itemListQuery,
  },
  {
    ...download(
      "streamEvents",
      "/annotation/collections/{collection}/events",
      "Annotation",
      "Stream the events behind a figure",
      jsonl,
    ),
    query: itemListQuery,
  },
  download(
    "getArtefacts",
    "/annotation/collections/{collection}/artefacts",
    "Annotation",
    "Measure artefacts of a collection",
    "application/json",
  ),
  download(
    "getAuditFile",
    "/annotation/collections/{collection}/audit/{file}",
    "Annotation",
    "Download the audit of a collection",
    octets,
  ),
  download(
    "getReport",
    "/annotation/collections/{collection}/numbers",
    "Annotation",
    "Download the report of a collection as CSV",
    "text/csv",
  ),
  download(
    "getReportFile",
    "/annotation/collections/{collection}/numbers/{file}",
    "Annotation",
    "Download a table of the report",
    octets,
  ),
  download(
    "getPeopleFile",
    "/annotation/collections/{collection}/people/{file}",
    "Annotation",
    "Download the work of a collection's people",
    octets,
  ),
  download(
    "getPay",
    "/annotation/collections/{collection}/pay",
    "Annotation",
    "Download the pay of a collection as CSV",
    "text/csv",
  ),
  download(
    "getItemHistory",
    "/annotation/items/{item}/trail",
    "Annotation",
    "Get the history of an item",
    "application/json",
  ),
  download(
    "getItemFile",
    "/annotation/items/{item}/media/{sha256}",
    "Annotation",
    "Get an image that an item shows",
    octets,
  ),
];
