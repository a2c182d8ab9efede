import { trimCache } from '../harness/cache.ts'
import { startTestCluster } from '../harness/cluster.ts'
import { makeReadyVideos } from './ready-videos.ts'

/** Starts one PostgreSQL for the browser run, with a database per server, and makes the videos to copy from. */
export default async function setup(): Promise<() => Promise<void>> {
  trimCache()
  const cluster = await startTestCluster()
  process.env.E2E_DATABASES = cluster.url
  await makeReadyVideos(cluster.url)
  return () => cluster.stop()
}
