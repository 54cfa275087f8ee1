import { LoaderCircle } from "lucide-react";
import { Button } from "@/components/ui/forms/button.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import type { SendingState } from "@/lib/client/uploads/send-file.ts";
import { formatMebibytes } from "@/lib/domain/format/figures.ts";

/** The submit button of an upload form. During the upload it is disabled and has another label. */
export function SendButton({ sending, label, working }: { sending: boolean; label: string; working: string }) {
  return (
    <Button type="submit" look="primary" aria-disabled={sending || undefined}>
      {sending && <LoaderCircle aria-hidden="true" className="animate-spin" />}
      {sending ? working : label}
    </Button>
  );
}

/** The progress of an upload in megabytes, then a message that the upload is complete. */
export function SendingProgress({ sending }: { sending: SendingState | null }) {
  if (sending === null) return null;
  return (
    <div className="max-w-measure">
      {sending.step === "sending" ? (
        <Progress
          label="Sending"
          value={sending.sent}
          maximum={sending.total}
          text={`${megabytes(sending.sent)} of ${megabytes(sending.total)} MB`}
        />
      ) : (
        <p role="status">Upload complete. The file is being processed …</p>
      )}
    </div>
  );
}

function megabytes(bytes: number): string {
  return formatMebibytes(bytes);
}
