import { trimCache } from '../harness/cache.ts'
import { startTestCluster } from '../harness/cluster.ts'
import { makeReadyVideos } from './ready-videos.ts'

/** One PostgreSQL for the whole browser run, of which each server gets a database; and videos to copy from. */
export default async function setup(): Promise<() => Promise<void>> {
  trimCache()
  const cluster = await startTestCluster()
  process.env.E2E_DATABASES = cluster.url
  await makeReadyVideos(cluster.url)
  return () => cluster.stop()
}
