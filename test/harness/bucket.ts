import { startFauxqs } from 'fauxqs'
import { onTestFinished } from 'vitest'
import { S3Store } from '#server/core/objects/s3.ts'

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }

/** An S3 server with these empty buckets, until the test ends. */
export async function startBuckets(...buckets: string[]): Promise<{ port: number; url: string }> {
  const server = await startFauxqs({ port: 0, logger: false })
  onTestFinished(() => server.stop())
  for (const bucket of buckets) server.createBucket(bucket)
  return { port: server.port, url: `http://127.0.0.1:${server.port}` }
}

/** A bucket as the product uses it. @param endpoint the S3 server's address, or that of a proxy in front of it */
export const bucketAt = (endpoint: string, bucket: string): S3Store =>
  new S3Store({ bucket, region: 'us-east-1', endpoint, forcePathStyle: true, credentials })

/** The settings of a server that has this bucket. */
export const bucketSettings = (endpoint: string, bucket: string) => ({
  ...{ S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_FORCE_PATH_STYLE: '1' },
  ...{ S3_ACCESS_KEY_ID: credentials.accessKeyId, S3_SECRET_ACCESS_KEY: credentials.secretAccessKey },
})
