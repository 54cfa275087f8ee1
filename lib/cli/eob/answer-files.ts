import { readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { AnswerFile } from "../../domain/beliefs/scoring/read-answer.ts";
import { UsageError } from "../io.ts";

/** A file of answers. The model and `queryOnly` can come from the file's name. */
export interface NamedAnswerFile extends AnswerFile {
  path: string;
  rows: "table" | "lines";
}

const rowFormats: Readonly<Record<string, NamedAnswerFile["rows"]>> = {
  ".csv": "table",
  ".tsv": "table",
  ".jsonl": "lines",
  ".ndjson": "lines",
};

/** File names that describe the content, not the model. */
const genericNames = /^(results?|predictions?|answers?|outputs?)$/i;
const queryOnlySuffix = /[-_.]?(query[-_]?only|no[-_]?context|prior)$/i;

/**
 * Lists the files of the arguments. An argument is a file, "MODEL=FILE", or a folder with answer files. If the rows do
 * not name a model, the model is the name of the file, or the name of its folder if the file has a generic name such as
 * "results".
 */
export async function listAnswerFiles(names: readonly string[]): Promise<NamedAnswerFile[]> {
  const files: NamedAnswerFile[] = [];
  for (const name of names) {
    const { model, path } = await splitModel(name);
    const paths = await listFiles(path);
    if (paths.length === 0) throw new UsageError(`${path} contains no .csv, .tsv or .jsonl file`);
    for (const file of paths) {
      const rows = rowFormats[extname(file).toLowerCase()];
      if (!rows) throw new UsageError(`${file} is neither .csv, .tsv nor .jsonl`);
      const baseName = basename(file, extname(file));
      files.push({
        path: file,
        rows,
        model: model ?? inferModelName(file, baseName),
        queryOnly: queryOnlySuffix.test(baseName),
      });
    }
  }
  return files;
}

async function splitModel(name: string): Promise<{ model: string | null; path: string }> {
  const separatorIndex = name.indexOf("=");
  if (separatorIndex < 1 || (await stat(name).catch(() => null))) return { model: null, path: name };
  return { model: name.slice(0, separatorIndex), path: name.slice(separatorIndex + 1) };
}

async function listFiles(path: string): Promise<string[]> {
  const stats = await stat(path).catch(() => null);
  if (!stats) throw new UsageError(`there is no file ${path}`);
  if (!stats.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries.map((entry) => entry.name).sort();
  const nested = await Promise.all(
    names.map((name) => {
      const entry = entries.find((candidate) => candidate.name === name);
      if (entry?.isDirectory()) return listFiles(join(path, name));
      return rowFormats[extname(name).toLowerCase()] ? [join(path, name)] : [];
    }),
  );
  return nested.flat();
}

function inferModelName(path: string, stem: string): string {
  const modelName = stem.replace(queryOnlySuffix, "");
  return modelName === "" || genericNames.test(modelName) ? basename(dirname(resolve(path))) : modelName;
}
