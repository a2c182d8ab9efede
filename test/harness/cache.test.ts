import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cached, trimCache } from './cache.ts'

const { TRAILCUT_TEST_CACHE } = process.env
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-cache-'))
  process.env.TRAILCUT_TEST_CACHE = folder
})
afterEach(() => {
  if (TRAILCUT_TEST_CACHE === undefined) delete process.env.TRAILCUT_TEST_CACHE
  else process.env.TRAILCUT_TEST_CACHE = TRAILCUT_TEST_CACHE
})

test('makes a file once per key', async () => {
  let made = 0
  const get = (key: unknown) =>
    cached(key, 'a.txt', out => {
      made++
      return writeFile(out, JSON.stringify(key))
    })
  const first = await get({ seconds: 2 })
  expect(await get({ seconds: 2 })).toBe(first)
  expect(made).toBe(1)
  expect(readFileSync(await get({ seconds: 3 }), 'utf8')).toBe('{"seconds":3}')
  expect(made).toBe(2)
})

test("doesn't touch an existing file: browsers refuse to upload one whose time or path changes", async () => {
  const place = (name: string) => statSync(name, { bigint: true })
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  // Both start before either is done.
  const slow = cached('key', 'a.txt', async out => {
    first.resolve()
    await second.promise
    await writeFile(out, 'the first')
  })
  await first.promise
  const entry = await cached('key', 'a.txt', out => writeFile(out, 'the second'))
  const before = place(entry)
  second.resolve()
  expect(await slow).toBe(entry)
  await cached('key', 'a.txt', () => Promise.reject(new Error('It is there already.')))
  expect(readFileSync(entry, 'utf8')).toBe('the second')
  expect([place(entry).ino, place(entry).mtimeNs]).toEqual([before.ino, before.mtimeNs])
  expect(readdirSync(folder).filter(name => !name.endsWith('.used'))).toHaveLength(1)
})

test('keeps nothing of a file that could not be made', async () => {
  const fails = cached('key', 'a.txt', async out => {
    await writeFile(out, 'half')
    throw new Error('the disk is full')
  })
  await expect(fails).rejects.toThrow('the disk is full')
  expect(readdirSync(folder)).toEqual([])
})

test('removes the least recently used entries beyond 1 GiB', async () => {
  const large = (name: string) =>
    cached(name, name, async out => {
      await writeFile(out, '')
      truncateSync(out, 600 * 1024 ** 2)
    })
  const [old, recent] = [await large('old'), await large('recent')]
  utimesSync(old, new Date(2020, 1), new Date(2020, 1))
  trimCache()
  expect([existsSync(old), existsSync(recent)]).toEqual([false, true])
})
