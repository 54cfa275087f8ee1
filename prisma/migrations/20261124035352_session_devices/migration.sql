-- AlterTable
ALTER TABLE "auth_session" ADD COLUMN     "device" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "network_hash" TEXT NOT NULL DEFAULT '';
