import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { muxTelemetry } from '#lab/ride/mux.ts'
import { sampleTelemetry } from '#lab/ride/sample-telemetry.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import {
  excerptSource,
  openFileSource,
  readAddedTelemetry,
  readTelemetry,
  readTelemetryFrom,
  recordReads,
  TelemetryError,
} from './index.ts'

async function rideWithTelemetry(): Promise<string> {
  const folder = await scratchFolder()
  const plain = await makeClip(path.join(folder, 'plain.mp4'), { seconds: 3 })
  const out = path.join(folder, 'ride.mp4')
  await muxTelemetry(plain, out, { ...sampleTelemetry(3), hiLights: [1.5] })
  return out
}

async function excerptOf(file: string): Promise<Buffer> {
  await using source = await openFileSource(file)
  const recorded = recordReads(source)
  await readTelemetryFrom(recorded.source)
  return Buffer.concat(recorded.excerpt())
}

test('an excerpt reads like the whole file', async () => {
  const file = await rideWithTelemetry()
  const added = path.join(await scratchFolder(), 'added.bin')
  await writeFile(added, await excerptOf(file))
  expect(await readAddedTelemetry(added)).toEqual(await readTelemetry(file))
})

const real = path.resolve(import.meta.dirname, '../../shared/footage/gopro-max.mp4')
test.skipIf(!existsSync(real))("a camera file's excerpt is a small part of it", async () => {
  const excerpt = await excerptOf(real)
  expect(excerpt.length).toBeLessThan(200_000)
  expect((await readTelemetryFrom(excerptSource(excerpt)))?.series.get('ACCL')?.times.length).toBeGreaterThan(
    2000,
  )
})

test('a damaged excerpt throws only TelemetryError', async () => {
  const excerpt = await excerptOf(await rideWithTelemetry())
  await fc.assert(
    fc.asyncProperty(
      fc.nat(excerpt.length - 1),
      fc.nat(255),
      fc.nat(excerpt.length),
      async (at, byte, end) => {
        const bytes = new Uint8Array(excerpt).slice(0, Math.max(1, end))
        if (at < bytes.length) bytes[at] = byte
        try {
          await readTelemetryFrom(excerptSource(bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(TelemetryError)
        }
      },
    ),
    { numRuns: 500 },
  )
})
