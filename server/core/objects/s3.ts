import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, unlink } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Config } from '#server/core/settings/config.ts'
import { bulkFiles } from './bulk-files.ts'
import type { FileCache } from './file-cache.ts'
import { type ByteRange, checkKey, type ListedObject, type ObjectStore, type OpenObject } from './store.ts'

/** The limit of CopyObject, in bytes (https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html). */
const mostCopiedAtOnce = 5 * 1024 ** 3

/**
 * How often a call is tried: of a store that refuses one call in twenty, three tries fail once in 8,000 calls, five once
 * in three million.
 */
const maxAttempts = 5

/** Objects that never change, and where they are kept. */
export interface KeptFiles {
  cache: FileCache
  holds(key: string): boolean
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

const missing = (error: unknown) =>
  ['NoSuchKey', 'NotFound'].includes((error as Error).name) || statusOf(error) === 404

/** The object isn't the one that was asked for (RFC 9110, 13.1.1). */
const isAnother = (error: unknown) => statusOf(error) === 412

/**
 * Keeps objects in an S3-compatible bucket; large bodies are uploaded in parts and never held whole in
 * memory.
 */
export class S3Store implements ObjectStore {
  readonly isLocal = false
  readonly #client: S3Client
  readonly #bucket: string
  readonly #kept: KeptFiles | null

  /** @param kept which objects are kept on this machine once they were needed here; null: none */
  constructor(settings: NonNullable<Config['s3']>, kept: KeptFiles | null = null) {
    this.#kept = kept
    this.#bucket = settings.bucket
    this.#client = new S3Client({
      region: settings.region,
      forcePathStyle: settings.forcePathStyle,
      maxAttempts,
      // S3-compatible stores reject the checksums that newer SDKs add by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
      ...(settings.credentials ? { credentials: settings.credentials } : {}),
    })
  }

  #at(key: string) {
    return { Bucket: this.#bucket, Key: checkKey(key) }
  }

  put(key: string, body: Uint8Array | string, contentType: string): Promise<void> {
    return this.#upload(key, body, contentType)
  }

  async #upload(key: string, body: Readable | Uint8Array | string, contentType: string): Promise<void> {
    const params = { ...this.#at(key), Body: body, ContentType: contentType }
    await new Upload({ client: this.#client, params, partSize: 8 * 1024 * 1024, queueSize: 2 }).done()
  }

  /** Stores a body of any length as it comes. */
  putStream(key: string, body: Readable, contentType: string): Promise<void> {
    return this.#upload(key, body, contentType)
  }

  /** Copies an object within the store; one of the same name stays as it is. @param to size in bytes */
  async copy(from: string, to: { key: string; contentType: string; size: number }): Promise<void> {
    if (await this.head(to.key)) return
    if (to.size <= mostCopiedAtOnce) {
      const { Bucket, Key } = this.#at(from)
      await this.#client.send(
        new CopyObjectCommand({
          ...this.#at(to.key),
          CopySource: `${Bucket}/${Key}`,
          ContentType: to.contentType,
          MetadataDirective: 'REPLACE',
        }),
      )
      return
    }
    const body = await this.get(from)
    if (!body) throw new Error(`No object ${from}`)
    await this.putStream(to.key, body, to.contentType)
  }

  async putFile(key: string, file: string, contentType: string): Promise<void> {
    await this.#upload(key, createReadStream(file, { fs: bulkFiles }), contentType)
    await unlink(file)
  }

  async addFile(key: string, file: string, contentType: string): Promise<boolean> {
    // Objects appear whole and are named by their content, so two simultaneous writers do no harm.
    if (await this.head(key)) await unlink(file)
    else await this.putFile(key, file, contentType)
    return false
  }

  get(key: string, range?: ByteRange): Promise<Readable | null> {
    return this.#get(key, range, null)
  }

  /** @param identity the only version that may be sent; null: any */
  async #get(key: string, range: ByteRange | undefined, identity: string | null): Promise<Readable | null> {
    try {
      const wanted = {
        ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
        ...(identity ? { IfMatch: identity } : {}),
      }
      const answer = await this.#client.send(new GetObjectCommand({ ...this.#at(key), ...wanted }))
      if (!(answer.Body instanceof Readable)) throw new Error(`The store gave no stream for ${key}`)
      return answer.Body
    } catch (error) {
      if (missing(error) || isAnother(error)) return null
      throw error
    }
  }

  async open(key: string): Promise<OpenObject | null> {
    const head = await this.head(key)
    return (
      head && {
        size: head.size,
        body: range => this.#get(key, range, head.identity),
        close: async () => undefined,
      }
    )
  }

  async head(key: string) {
    try {
      const answer = await this.#client.send(new HeadObjectCommand(this.#at(key)))
      return {
        size: answer.ContentLength ?? 0,
        modified: answer.LastModified ?? new Date(0),
        identity: answer.ETag ?? null,
      }
    } catch (error) {
      if (missing(error)) return null
      throw error
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(key)))
  }

  async deleteAll(prefix: string): Promise<void> {
    if (!prefix.endsWith('/')) throw new Error('A prefix ends with a slash')
    let batch: { Key: string }[] = []
    const flush = async () => {
      if (batch.length)
        await this.#client.send(
          new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects: batch } }),
        )
      batch = []
    }
    for await (const { key } of this.list(prefix)) {
      batch.push({ Key: key })
      if (batch.length === 1000) await flush()
    }
    await flush()
  }

  async *list(prefix?: string): AsyncIterable<ListedObject> {
    let token: string | undefined
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          ...(prefix === undefined ? {} : { Prefix: checkKey(prefix) }),
          ContinuationToken: token,
        }),
      )
      for (const { Key, Size, LastModified, ETag } of page.Contents ?? [])
        if (Key)
          yield { key: Key, size: Size ?? 0, modified: LastModified ?? new Date(0), identity: ETag ?? null }
      token = page.NextContinuationToken
    } while (token)
  }

  async localPath(key: string, scratch: string): Promise<string> {
    await mkdir(scratch, { recursive: true })
    const file = path.join(scratch, path.basename(key))
    const download = (to: string) => this.#download(key, to)
    if (this.#kept?.holds(key)) {
      const head = await this.head(key)
      if (!head) throw new Error(`No object ${key}`)
      await this.#kept.cache.provide(key, head.size, file, download)
    } else await download(file)
    return file
  }

  async #download(key: string, to: string): Promise<void> {
    const body = await this.get(key)
    if (!body) throw new Error(`No object ${key}`)
    await pipeline(body, createWriteStream(to, { fs: bulkFiles }))
  }

  async check(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }))
  }
}
