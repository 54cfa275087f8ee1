-- Whether the recordings of a screen were played completely, as the browser reports it.
ALTER TABLE "session_screen" ADD COLUMN "playback" TEXT;
