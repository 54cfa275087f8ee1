import { startControl } from "./control.ts";

// The control as a separate process, like the application: the driver must not share its event loop.
const [databaseUrl, screenBytes] = process.argv.slice(2);
const { url } = await startControl(databaseUrl ?? "", Number(screenBytes));
process.send?.(url);
