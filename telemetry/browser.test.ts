import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { hmmtBox } from '#lab/ride/camera-tags.ts'
import { sampleTelemetry } from '#lab/ride/sample-telemetry.ts'
import { telemetryTrack } from '#lab/ride/telemetry-track.ts'
import { box, concat, fullBox, u32 } from '#telemetry/write/mp4.ts'
import { blobSource, readSidecarFrom, readTelemetryFrom } from './browser.ts'
import type { Telemetry } from './types.ts'

type Face = Pick<typeof import('./browser.ts'), 'blobSource' | 'readSidecarFrom' | 'readTelemetryFrom'>

/** The reader bundled for browsers, run with only the language itself and what browsers share with Node. */
async function inBareRealm(): Promise<Face> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: resolve(import.meta.dirname, 'browser.ts'), formats: ['iife'], name: 'reader' },
    },
  })
  const [bundle] = [built].flat()
  if (!bundle || !('output' in bundle)) throw new Error('Nothing was built')
  return runInNewContext(`${bundle.output[0].code}; reader`, { TextDecoder }) as Face
}

it('reads a File in a realm without Node', async () => {
  const { payloads } = sampleTelemetry(2)
  let offset = 8
  const samples = payloads.map(payload => {
    const sample = { offset, size: payload.length, ticks: 1000 }
    offset += payload.length
    return sample
  })
  const mvhd = fullBox('mvhd', 0, u32(0), u32(0), u32(1000), u32(2000), new Uint8Array(76), u32(2))
  const moov = box('moov', mvhd, telemetryTrack(1, samples, 1000), box('udta', hmmtBox([0.5])))
  const ride = new Blob([concat([box('mdat', ...payloads), moov]) as Uint8Array<ArrayBuffer>])
  const log = new Blob(['time,speed\n0,5\n1,6\n'])

  const bare = await inBareRealm()
  const telemetry = await bare.readTelemetryFrom(bare.blobSource(ride))
  expect(telemetry!.series.get('ACCL')!.times.length).toBe(400)
  // `instanceof` fails across realms, so compare as text, and as a boolean to keep a failure from printing
  // everything.
  const text = (one: Telemetry | null) => JSON.stringify({ ...one, series: [...(one?.series ?? [])] })
  expect(text(telemetry) === text(await readTelemetryFrom(blobSource(ride)))).toBe(true)
  expect(text(await bare.readSidecarFrom(bare.blobSource(log)))).toBe(
    text(await readSidecarFrom(blobSource(log))),
  )
})
