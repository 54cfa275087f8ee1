/** The progress of an upload: sent bytes, or that the server is reading the file. */
export type SendingState = { step: "sending"; sent: number; total: number } | { step: "reading" };

/**
 * Posts bytes and reports the progress, which `fetch` cannot. Returns status and body; rejects if the connection fails.
 */
export function sendFile(
  address: string,
  body: Blob,
  onProgress: (state: SendingState) => void,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.upload.onprogress = ({ loaded, total }) => onProgress({ step: "sending", sent: loaded, total });
    request.upload.onload = () => onProgress({ step: "reading" });
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new Error("the connection was lost"));
    request.onabort = request.onerror;
    request.send(body);
  });
}
