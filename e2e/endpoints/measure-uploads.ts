import { type HostileFile, hostileFiles } from "../../bench/uploads/hostile-files.ts";
import { type EndpointParams, endpoints } from "./endpoints.ts";
import { extendLimit, isBetter, type LoopMeter } from "./loop-meter.ts";

const manyElements = "200,000 elements <story>";

export interface UploadFigure {
  file: string;
  path: string;
  status: number;
  /** The longest time that the event loop was blocked: the minimum of the attempts. */
  heldMs: number;
  /** How long it may be blocked. */
  allowedMs: number;
}

interface UploadOptions {
  limitMs: number;
  /** Every file to every import. */
  isComplete: boolean;
  isWanted?: (file: HostileFile, path: string) => boolean;
  tell?: (figure: UploadFigure) => void;
}

/**
 * Sends hostile files to every import and measures the event loop of the process that reads them, up to three times. Unless
 * `isComplete`, each file goes to one import, and the file of many elements to all of them.
 */
export async function measureUploads(
  url: string,
  cookie: string,
  places: EndpointParams,
  meter: LoopMeter,
  { limitMs, isComplete, isWanted = () => true, tell = () => {} }: UploadOptions,
): Promise<UploadFigure[]> {
  const uploads = Object.values(endpoints).flatMap(({ POST }) => (POST?.data === "" ? [POST.path(places)] : []));
  const send = async (path: string, { fileName, body }: HostileFile) => {
    const address = new URL(path, url);
    address.searchParams.set("fileName", fileName);
    // Formats that an import does not know are refused unread.
    if (path.includes("/facts") && fileName.endsWith(".csv")) address.searchParams.set("format", "popqa");
    const post = () => fetch(address, { method: "POST", headers: { origin: url, cookie }, body });
    // A file that was refused early leaves a closed connection, over which the next must not be sent.
    const reply = await post().catch(post);
    await reply.arrayBuffer();
    return reply.status;
  };
  const figures: UploadFigure[] = [];
  for (const [index, path] of uploads.entries()) {
    // The first request loads the code.
    await send(path, { name: "", fileName: "a.jsonl", body: "{}" });
    const files = hostileFiles().filter(
      (file, at) => isWanted(file, path) && (isComplete || at % uploads.length === index || file.name === manyElements),
    );
    for (const file of files) {
      let best: UploadFigure | null = null;
      for (let attempt = 0; attempt < 3 && (best === null || best.heldMs > best.allowedMs); attempt += 1) {
        let status = 0;
        const heldMs = await meter.during(async () => {
          status = await send(path, file);
        });
        const allowedMs = heldMs > limitMs ? extendLimit(limitMs) : limitMs;
        const figure = { file: file.name, path, status, heldMs, allowedMs };
        if (best === null || isBetter(figure, best)) best = figure;
      }
      if (best) figures.push(best);
      if (best) tell(best);
    }
  }
  return figures;
}
