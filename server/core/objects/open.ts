import path from 'node:path'
import type { Config } from '#server/core/settings/config.ts'
import { FolderStore } from './folder.ts'
import type { ObjectStore } from './store.ts'

/** The store of these settings. The client of S3 is loaded, and installed, only where a bucket is set. */
export async function openStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStore> {
  return s3 ? new (await import('./s3.ts')).S3Store(s3) : new FolderStore(path.join(dataDir, 'objects'))
}
