import { existsSync } from 'node:fs'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '#test/media/make.ts'
import { FileCache } from './file-cache.ts'

async function opened(maxBytes: number) {
  const [folder, own] = [path.join(await scratchFolder(), 'cache'), await scratchFolder()]
  const cache = new FileCache(folder, maxBytes)
  const fetched: string[] = []
  let taken = 0
  return {
    cache,
    folder,
    fetched,
    async take(key: string, size = 100) {
      const to = path.join(own, String(taken++))
      await cache.provide(key, size, to, async file => {
        fetched.push(key)
        await writeFile(file, key.padEnd(size))
      })
      expect((await readFile(to, 'utf8')).trim()).toBe(key)
      return to
    },
  }
}

test('fetches an object once, however many want it at once and afterwards', async () => {
  const { take, fetched } = await opened(1000)
  await Promise.all([take('originals/a/1.mp4'), take('originals/a/1.mp4'), take('originals/b/2.mp4')])
  await take('originals/a/1.mp4')
  expect(fetched.sort()).toEqual(['originals/a/1.mp4', 'originals/b/2.mp4'])
})

test('stays within its size: what was used longest ago goes, and nobody who has it notices', async () => {
  const { take, fetched, folder } = await opened(250)
  const first = await take('a')
  const old = new Date(Date.now() - 60_000)
  await utimes(path.join(folder, 'a'), old, old)
  await take('b')
  await take('c')
  expect((await readdir(folder)).sort()).toEqual(['b', 'c'])
  expect((await readFile(first, 'utf8')).trim()).toBe('a')
  await take('b')
  expect(fetched).toEqual(['a', 'b', 'c'])
  // Too large to be kept at all.
  await take('d', 300)
  expect(await readdir(folder)).toHaveLength(2)
})

test('a fetch that fails leaves nothing, and the next one tries again', async () => {
  const { cache, take, folder } = await opened(1000)
  const failing = cache.provide('a', 100, path.join(await scratchFolder(), 'a'), async file => {
    await writeFile(file, 'half')
    throw new Error('the line is gone')
  })
  await expect(failing).rejects.toThrow('the line is gone')
  expect(await readdir(folder)).toEqual([])
  await take('a')
})

test('deletes what nobody used for a while', async () => {
  const { cache, take, folder } = await opened(1000)
  await take('a')
  await take('b')
  const old = new Date(Date.now() - 60_000)
  await utimes(path.join(folder, 'a'), old, old)
  await cache.expire(30_000)
  expect(existsSync(path.join(folder, 'a'))).toBe(false)
  expect(existsSync(path.join(folder, 'b'))).toBe(true)
})
