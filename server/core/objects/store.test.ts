import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bucketAt, startBuckets } from '#test/harness/bucket.ts'
import { startProxy } from '#test/harness/proxy.ts'
import { scratchFolder } from '#test/media/make.ts'
import { freePort } from '../free-port.ts'
import { asAppError } from '../http/error-handler.ts'
import { FolderStore } from './folder.ts'
import { checkKey, type ObjectStore, withLocal } from './store.ts'

const folderStore = async (): Promise<ObjectStore> =>
  new FolderStore(path.join(await scratchFolder(), 'objects'))

const s3Store = async (): Promise<ObjectStore> => bucketAt((await startBuckets('trailcut')).url, 'trailcut')

const keysOf = async (list: AsyncIterable<{ key: string }>) =>
  (await Array.fromAsync(list)).map(({ key }) => key)

const read = async (body: Readable | null) => (body ? text(body) : null)

describe.each([
  ['folder', folderStore],
  ['S3', s3Store],
])('the object store in a %s', (_, open) => {
  test('passes its check', async () => {
    await expect((await open()).check()).resolves.toBeUndefined()
  })

  test('returns what was stored, whole and in ranges', async () => {
    const store = await open()
    await store.put('a/b.txt', Buffer.from('hello rider'), 'text/plain')
    expect(await read(await store.get('a/b.txt'))).toBe('hello rider')
    expect(await read(await store.get('a/b.txt', { start: 6, end: 8 }))).toBe('rid')
    expect((await store.head('a/b.txt'))?.size).toBe(11)
    await store.put('a/b.txt', 'again', 'text/plain')
    expect(await read(await store.get('a/b.txt'))).toBe('again')
  })

  test('returns null for missing keys', async () => {
    const store = await open()
    expect(await store.get('no/such')).toBeNull()
    expect(await store.head('no/such')).toBeNull()
    await expect(store.delete('no/such')).resolves.toBeUndefined()
    await expect(store.deleteAll('no/')).resolves.toBeUndefined()
    await expect(store.localPath('no/such', await scratchFolder())).rejects.toThrow()
  })

  test('sends an object that was replaced since it was opened as it was, or not at all', async () => {
    const store = await open()
    await store.put('a/b.txt', 'hello', 'text/plain')
    const opened = await store.open('a/b.txt')
    await store.put('a/b.txt', 'hello again', 'text/plain')
    expect(['hello', null]).toContain(await read((await opened?.body()) ?? null))
  })

  test('lists and deletes by prefix', async () => {
    const store = await open()
    for (const key of ['v/1/a', 'v/1/b', 'v/2/a']) await store.put(key, key, 'text/plain')
    expect((await keysOf(store.list('v/1/'))).sort()).toEqual(['v/1/a', 'v/1/b'])
    for await (const { key, ...head } of store.list()) expect(head).toMatchObject({ size: key.length })
    await store.deleteAll('v/1/')
    expect(await keysOf(store.list('v/'))).toEqual(['v/2/a'])
  })

  test('takes over a file with more than one part', async () => {
    const store = await open()
    const file = path.join(await scratchFolder(), 'big')
    const bytes = randomBytes(17 * 1024 * 1024)
    await writeFile(file, bytes)
    await store.putFile('big/one', file, 'video/mp4')
    expect(existsSync(file)).toBe(false)
    expect((await buffer((await store.get('big/one')) as Readable)).equals(bytes)).toBe(true)
    expect(await withLocal(store, 'big/one', async local => (await readFile(local)).equals(bytes))).toBe(true)
  })
})

test('a busy bucket is asked again, and one that stays away is an answer to come back later', async () => {
  const front = await startProxy((await startBuckets('trailcut')).port)
  onTestFinished(() => front.stop())
  const store = bucketAt(front.url, 'trailcut')
  await store.put('a/b.txt', 'hello', 'text/plain')
  const refusing = (times: number) => {
    front.refuse = () => (times-- > 0 ? 503 : undefined)
  }
  refusing(4)
  expect(await read(await store.get('a/b.txt'))).toBe('hello')
  const answerTo = (asked: Promise<unknown>) => asked.catch(error => asAppError(error))
  const later = { status: 503, retryAfterSeconds: 5 }
  refusing(Number.POSITIVE_INFINITY)
  expect(await answerTo(store.get('a/b.txt'))).toMatchObject(later)
  const nobodysPort = await freePort()
  expect(
    await answerTo(bucketAt(`http://127.0.0.1:${nobodysPort}`, 'trailcut').get('a/b.txt')),
  ).toMatchObject(later)
})

test.each(['../x', 'a/../b', '/abs', 'a//b', '.hidden', 'a b', 'a\u0000', ''])('refuses the key %j', key => {
  expect(() => checkKey(key)).toThrow()
})
