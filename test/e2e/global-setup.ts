import { startServerProcess } from '../harness/server-process.ts'

/** One real server on an empty folder for the whole browser run. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServerProcess()
  process.env.E2E_URL = server.url
  process.env.E2E_DATA_DIR = server.dataDir
  return () => server.stop()
}
