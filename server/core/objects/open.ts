import path from 'node:path'
import type { Config } from '#server/core/settings/config.ts'
import { FolderStore } from './folder.ts'
import type { KeptFiles, S3Store } from './s3.ts'
import type { ObjectStore } from './store.ts'

/**
 * The bucket of these settings; null: none. The client of S3 is loaded, and installed, only where one is set.
 * @param kept which objects are kept on this machine; null: none
 */
export const openBucket = async (
  { s3 }: Pick<Config, 's3'>,
  kept: KeptFiles | null = null,
): Promise<S3Store | null> => (s3 ? new (await import('./s3.ts')).S3Store(s3, kept) : null)

/** The store of these settings. */
export const openStore = async (config: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStore> =>
  (await openBucket(config)) ?? new FolderStore(path.join(config.dataDir, 'objects'))
