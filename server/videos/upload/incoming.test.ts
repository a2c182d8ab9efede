import { createHash, randomBytes } from 'node:crypto'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#server/core/http/errors.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { scratchFolder } from '#test/media/make.ts'
import { FolderIncoming, guard, takeWhole } from './incoming.ts'

const ftyp = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42'), Buffer.alloc(12)])
const videoId = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11'
const video = (length: number) => Buffer.concat([ftyp, randomBytes(Math.max(0, length - ftyp.length))])

const through = (chunks: Buffer[], offset = 0, max = 1_000_000) =>
  buffer(Readable.from(chunks).compose(guard(offset, max)))
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    e => e,
  )
  return error instanceof AppError ? error.code : error
}

describe('guard', () => {
  test('passes every byte of a video, however it is split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 24, max: 3000 }),
        fc.array(fc.integer({ min: 1, max: 300 })),
        async (length, cuts) => {
          const whole = video(length)
          const chunks: Buffer[] = []
          let at = 0
          for (const cut of cuts) {
            if (at >= length) break
            chunks.push(whole.subarray(at, at + cut))
            at += cut
          }
          if (at < length) chunks.push(whole.subarray(at))
          expect((await through(chunks)).equals(whole)).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })
  test('stops at the first bytes of a file that is not a video', async () => {
    expect(await refusal(through([Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')]))).toBe(
      'not_a_video',
    )
    expect(await refusal(through([Buffer.from('just text')]))).toBe('not_a_video')
    expect(await refusal(through([Buffer.from('<html>'), Buffer.alloc(5000)]))).toBe('not_a_video')
  })
  test('stops at the limit, counting the bytes of earlier requests', async () => {
    expect(await refusal(through([video(1001)], 0, 1000))).toBe('too_large')
    expect(await refusal(through([randomBytes(11)], 990, 1000))).toBe('too_large')
    expect((await through([randomBytes(10)], 990, 1000)).length).toBe(10)
  })
})

describe('takeWhole', () => {
  const folder = async (maxBytes: number) => {
    const dataDir = await scratchFolder()
    const objects = new FolderStore(path.join(dataDir, 'objects'))
    const incoming = new FolderIncoming(objects, { dataDir, maxBytes, idleMs: 60_000 })
    await incoming.prepare()
    return incoming
  }

  test('keeps a video byte for byte', async () => {
    const incoming = await folder(10_000_000)
    const whole = video(3_000_000)
    const attempt = await takeWhole(incoming, videoId, Readable.from([whole]))
    const sealed = await incoming.seal(videoId, attempt)
    const sha256 = createHash('sha256').update(whole).digest('hex')
    expect(sealed).toMatchObject({ sha256, size: whole.length, container: { extension: 'mp4' } })
  })
  test.each([
    ['bad_request', Readable.from([])],
    ['not_a_video', Readable.from([Buffer.from('hello')])],
    ['too_large', Readable.from([video(2000)])],
  ])('leaves nothing behind after %s', async (code, body) => {
    const incoming = await folder(1000)
    expect(await refusal(takeWhole(incoming, videoId, body))).toBe(code)
    expect(await incoming.list()).toEqual([])
  })
})
