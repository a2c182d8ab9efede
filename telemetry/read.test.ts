import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendTelemetry, muxTelemetry } from '#lab/ride/mux.ts'
import { sampleTelemetry } from '#lab/ride/sample-telemetry.ts'
import { openFileSource, type RandomAccessSource, readTelemetry, TelemetryError } from './index.ts'
import { blobSource } from './source.ts'

const run = promisify(execFile)
const ffmpeg = (...args: string[]) =>
  run('ffmpeg', ['-v', 'error', '-y', '-nostdin', '-protocol_whitelist', 'file,pipe', ...args])

let folder: string
let plain: string
let ride: string
const sample = sampleTelemetry(6.5)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telemetry-read-'))
  plain = join(folder, 'plain.mp4')
  ride = join(folder, 'ride.mp4')
  const picture = ['-f', 'lavfi', '-protocol_whitelist', 'file,pipe', '-i', 'testsrc=d=6.2:s=64x36:r=30']
  await ffmpeg(...picture, '-map', '0:v', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '30', plain)
  await muxTelemetry(plain, ride, {
    ...sample,
    hiLights: [1.5, 4, 99],
    hlmt: [
      { time: 1.52, start: 1.52, end: 1.52, type: 'MANL', confidence: 100, score: 100 },
      { time: 3, start: 2.5, end: 3.5, type: 'AIMU', confidence: 57.52, score: 28.76 },
      { time: 5, start: 4.5, end: 5.5, type: 'AACD', confidence: 80, score: 40 },
      { time: 6, start: 5.9, end: 6.1, type: 'FUSE', confidence: 250, score: -1 },
    ],
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Counts the bytes read, so that a test can show how little of a file is touched. */
function counted(source: RandomAccessSource) {
  const seen = { reads: 0, bytes: 0 }
  const counting: RandomAccessSource = {
    size: source.size,
    read: async (offset, length) => {
      const bytes = await source.read(offset, length)
      seen.reads++
      seen.bytes += bytes.length
      return bytes
    },
  }
  return { seen, counting }
}

async function reasonFor(input: string | RandomAccessSource): Promise<string> {
  const reasons: string[] = []
  expect(await readTelemetry(input, reason => reasons.push(reason))).toBeNull()
  return reasons.join(' ')
}

describe('readTelemetry', () => {
  it('reads the series up to the end of the video', async () => {
    const telemetry = await readTelemetry(ride)
    expect([...telemetry!.series.keys()].sort()).toEqual(['ACCL', 'GPS5', 'GRAV', 'GYRO'])
    const { times } = telemetry!.series.get('ACCL')!
    expect(times.length).toBe(6.2 * 200)
    expect(times.at(-1)).toBeCloseTo(6.195, 6)
    expect(telemetry).toMatchObject({ device: 'Trailcut Simulator', format: 'gpmf' })
  })

  it("reads the camera's tags once each, and only within the video", async () => {
    const telemetry = await readTelemetry(ride)
    expect(telemetry!.tags.map(({ time, kind }) => [time, kind])).toEqual([
      [1.52, 'manual'],
      [3, 'imu'],
      [4, 'manual'],
      [5, 'sound'],
      [6, 'fused'],
    ])
    expect(telemetry!.tags[1]).toMatchObject({ start: 2.5, end: 3.5 })
    expect(telemetry!.tags[1]!.confidence).toBeCloseTo(0.5752, 6)
    expect(telemetry!.tags[4]).toMatchObject({ confidence: 1, score: 0 })
  })

  it("gives the same result for a browser's File", async () => {
    const blob = new Blob([await readFile(ride)])
    expect(await readTelemetry(blobSource(blob))).toEqual(await readTelemetry(ride))
  })

  it('reads the index and the telemetry, not the picture data', async () => {
    await using source = await openFileSource(ride)
    const { seen, counting } = counted(source)
    await readTelemetry(counting)
    const telemetryBytes = sample.payloads.reduce((sum, { length }) => sum + length, 0)
    expect(seen.bytes).toBeLessThan(telemetryBytes + 12_000)
    expect(seen.reads).toBeLessThan(12)
  })

  it.each([
    ['index first', ['-movflags', '+faststart']],
    ['rewritten by ffmpeg', []],
  ])('%s', async (name, flags) => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.mp4`)
    await ffmpeg('-i', ride, '-map', '0:v', '-map', '0:d', '-c', 'copy', ...flags, file)
    const again = await readTelemetry(file)
    expect(again!.series).toEqual((await readTelemetry(ride))!.series)
  })

  it('follows the edit list of a trimmed file', async () => {
    const file = join(folder, 'cut.mp4')
    await ffmpeg('-ss', '2', '-i', ride, '-map', '0:v', '-map', '0:d', '-c', 'copy', file)
    const cut = (await readTelemetry(file))!.series.get('ACCL')!
    const whole = (await readTelemetry(ride))!.series.get('ACCL')!
    const at = (series: typeof cut, time: number) => {
      const row = series.times.findIndex(value => Math.abs(value - time) < 0.0026)
      return Array.from(series.values.subarray(row * 3, row * 3 + 3))
    }
    expect(at(cut, 1.5)).toEqual(at(whole, 3.5))
  })

  it('reads an index with 64-bit sizes and offsets beyond 4 GB', async () => {
    // A 5 GB hole after the picture data, as a `free` box with a 64-bit size, takes no disk space.
    const far = join(folder, 'far.mp4')
    await copyFile(plain, far)
    const { size } = await stat(far)
    const hole = Buffer.alloc(16)
    hole.writeUInt32BE(1, 0)
    hole.write('free', 4)
    hole.writeBigUInt64BE(5n << 30n, 8)
    const handle = await open(far, 'r+')
    await handle.write(hole, 0, 16, size)
    await handle.truncate(size + 5 * 2 ** 30)
    await handle.close()
    await appendTelemetry(far, { ...sample, hiLights: [] })
    expect((await stat(far)).size).toBeGreaterThan(5 * 2 ** 30)
    expect((await readTelemetry(far))!.series).toEqual((await readTelemetry(ride))!.series)
  })
})

describe('a VIRB', () => {
  it('names the video as its ride does', async () => {
    const name =
      'VIRBactioncameraULTRA30_Tall_2688_2016_29.9700_3937280306_32eed236_1_17_2017-01-28-05-16-40.fit'
    const bytes = await readFile(plain)
    const box = (type: string, content: Buffer) => {
      const head = Buffer.alloc(8)
      head.writeUInt32BE(8 + content.length)
      head.write(type, 4)
      return Buffer.concat([head, content])
    }
    const udta = box('udta', box('uuid', Buffer.from(name)))
    const moov = bytes.lastIndexOf('moov') - 4
    const size = bytes.readUInt32BE(moov)
    bytes.writeUInt32BE(size + udta.length, moov)
    const film = Buffer.concat([bytes.subarray(0, moov + size), udta, bytes.subarray(moov + size)])
    expect(await readTelemetry(blobSource(new Blob([film])))).toMatchObject({
      ...{ device: 'Garmin VIRB', recording: name, format: 'virb' },
    })
  })
})

describe('slow motion of a phone', () => {
  const shot = async (name: string, fps: string) => {
    const file = join(folder, name)
    const flags = ['-movflags', 'use_metadata_tags', '-metadata', `com.android.capture.fps=${fps}`]
    await ffmpeg('-i', plain, '-c', 'copy', ...flags, file)
    return file
  }

  it('is known by the rate at which it was recorded, as text or as the float that phones write', async () => {
    const file = await shot('slow.mp4', '0240')
    expect(await readTelemetry(file)).toMatchObject({ device: null, tags: [], format: 'phone' })
    expect((await readTelemetry(file))!.pace).toBeCloseTo(30 / 240, 3)
    const bytes = await readFile(file)
    const text = bytes.lastIndexOf('0240')
    bytes.writeFloatBE(120, text)
    bytes.writeUInt32BE(23, text - 8)
    expect((await readTelemetry(blobSource(new Blob([bytes]))))!.pace).toBeCloseTo(30 / 120, 3)
  })

  it('is none if the phone shows as many frames as it recorded', async () => {
    expect(await reasonFor(await shot('fast.mp4', '30'))).toContain('no telemetry')
  })
})

describe('files without telemetry', () => {
  it('gives the reason', async () => {
    expect(await reasonFor(plain)).toContain('no telemetry and no highlight tags')
  })

  it('reports that a fragmented file has no index', async () => {
    const file = join(folder, 'fragmented.mp4')
    const flags = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof']
    await ffmpeg('-i', ride, '-map', '0:v', '-map', '0:d', '-c', 'copy', ...flags, file)
    expect(await reasonFor(file)).toContain('fragmented')
  })

  it('reports that a recording was truncated', async () => {
    const bytes = await readFile(plain)
    expect(await reasonFor(blobSource(new Blob([bytes.subarray(0, bytes.length - 3000)])))).toContain(
      'no index',
    )
  })

  it('reports that another kind of file is not a video file', async () => {
    expect(await reasonFor(blobSource(new Blob(['RIFF....AVI and so on and on'])))).toContain('not an MP4')
    expect(await reasonFor(blobSource(new Blob([])))).toContain('no index')
  })

  it('still returns the tags of a file without a telemetry track', async () => {
    const file = join(folder, 'tags.mp4')
    await muxTelemetry(plain, file, { payloads: [], payloadDurations: [], hiLights: [2] })
    const telemetry = await readTelemetry(file)
    expect(telemetry!.series.size).toBe(0)
    expect(telemetry!.tags).toHaveLength(1)
  })
})

describe('damaged and hostile files', () => {
  const codeOf = async (source: RandomAccessSource) => {
    try {
      await readTelemetry(source)
    } catch (error) {
      if (error instanceof TelemetryError) return error.code
      throw error
    }
    return 'read'
  }
  const patched = async (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(await readFile(ride))
    change(bytes)
    return blobSource(new Blob([bytes]))
  }

  it('refuses an index above 64 MB before reading it', async () => {
    const { seen, counting } = counted({
      size: 2 ** 40,
      read: async (offset, length) => {
        const bytes = Buffer.alloc(length)
        bytes.writeUInt32BE(offset === 0 ? 16 : 1, 0)
        bytes.write(offset === 0 ? 'ftyp' : 'moov', 4)
        if (offset > 0) bytes.writeBigUInt64BE(100n << 20n, 8)
        return bytes
      },
    })
    expect(await codeOf(counting)).toBe('too_large')
    expect(seen.bytes).toBeLessThan(100)
  })

  it.each([
    ['sizes', 'stsz', 8, 0x7fffffff, 'too_large'],
    ['chunk groups', 'stsc', 4, 0x7fffffff, 'damaged'],
    ['times', 'stts', 4, 0x7fffffff, 'damaged'],
    ['offsets', 'stco', 4, 0x7fffffff, 'damaged'],
    ['one huge payload', 'stsz', 12, 0x7fffffff, 'too_large'],
    ['no times at all', 'stts', 4, 0, 'damaged'],
  ])('names a broken table: %s', async (_, type, at, value, code) => {
    const source = await patched(bytes => {
      // the telemetry track is the last one, so its tables are the last of their kind
      bytes.writeUInt32BE(value, bytes.lastIndexOf(type) + 4 + at)
    })
    expect(await codeOf(source)).toBe(code)
  })

  it('refuses a table that refers to the same bytes repeatedly', async () => {
    const source = await patched(bytes => {
      const stsz = bytes.lastIndexOf('stsz') + 4
      bytes.writeUInt32BE(1 << 20, stsz + 4)
    })
    expect(await codeOf(source)).toBe('damaged')
  })

  it('keeps the payloads that exist when the rest is truncated', async () => {
    const source = await patched(bytes => {
      bytes.writeUInt32BE(0xfffffff0, bytes.lastIndexOf('stco') + 12)
    })
    const reasons: string[] = []
    const telemetry = await readTelemetry(source, reason => reasons.push(reason))
    expect(reasons).toEqual(['1 of 7 telemetry payloads are missing.'])
    expect(telemetry!.series.get('ACCL')!.times[0]).toBe(1)
  })

  it('passes disk errors through', async () => {
    await expect(readTelemetry(join(folder, 'missing.mp4'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
