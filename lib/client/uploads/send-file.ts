/** How far a sending is: bytes on their way, or on the other side, where the file is being read. */
export type SendingState = { step: "sending"; sent: number; total: number } | { step: "reading" };

/**
 * Posts bytes as they are and tells how far they are, which `fetch` cannot. Answers status and body; fails when the
 * connection breaks.
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
    request.onerror = () => reject(new Error("the connection broke"));
    request.onabort = request.onerror;
    request.send(body);
  });
}
