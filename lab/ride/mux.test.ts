import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goproTelemetry } from '#test/media/gopro-telemetry.ts'
import { muxTelemetry } from './mux.ts'
import { sampleTelemetry } from './sample-telemetry.ts'

const run = promisify(execFile)
const local = ['-v', 'error', '-protocol_whitelist', 'file,pipe']
let folder: string
const sample = sampleTelemetry(3)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ride-mux-'))
  for (const [name, flags] of [
    ['last.mp4', []] as const,
    ['first.mp4', ['-movflags', '+faststart']] as const,
  ])
    await run('ffmpeg', [
      ...[
        ...local,
        '-nostdin',
        '-f',
        'lavfi',
        '-i',
        'testsrc=d=3:s=64x36:r=30',
        '-f',
        'lavfi',
        '-i',
        'sine=d=3',
      ],
      ...['-map', '0:v', '-map', '1:a', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', ...flags],
      join(folder, name),
    ])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const pictureAndSound = async (path: string) => {
  const hash = ['-map', '0:v', '-map', '0:a', '-c', 'copy', '-f', 'md5', 'pipe:1']
  const { stdout } = await run('ffmpeg', [...local, '-nostdin', '-i', path, ...hash])
  return stdout
}

describe.each(['last.mp4', 'first.mp4'])('telemetry in %s', name => {
  const paths = () => [join(folder, name), join(folder, `ride-${name}`)] as const

  it('appears to ffprobe as a gpmd track beside unchanged picture and sound', async () => {
    const [plain, ride] = paths()
    await muxTelemetry(plain, ride, { ...sample, hiLights: [1] })
    const entries = 'stream=codec_type,codec_tag_string,nb_frames,duration:format=duration'
    const { stdout } = await run('ffprobe', [...local, '-show_entries', entries, '-of', 'json', ride])
    const probe = JSON.parse(stdout) as { streams: Record<string, string>[]; format: { duration: string } }
    expect(probe.streams).toHaveLength(3)
    expect(probe.streams[2]).toMatchObject({ codec_type: 'data', codec_tag_string: 'gpmd', nb_frames: '3' })
    expect(Number(probe.streams[2]!.duration)).toBeCloseTo(3, 3)
    expect(Number(probe.format.duration)).toBeCloseTo(3, 1)
    expect(await pictureAndSound(ride)).toBe(await pictureAndSound(plain))
    const added = sample.payloads.reduce((sum, { length }) => sum + length, 0)
    expect((await stat(ride)).size - (await stat(plain)).size - added).toBeLessThan(6000)
  })

  it('can be read by gopro-telemetry', async () => {
    const [plain, ride] = paths()
    await muxTelemetry(plain, ride, { ...sample, hiLights: [] })
    const raw = ['-i', ride, '-map', '0:2', '-c', 'copy', '-f', 'rawvideo', 'pipe:1']
    const { stdout } = await run('ffmpeg', [...local, '-nostdin', ...raw], {
      encoding: 'buffer',
      maxBuffer: 1e7,
    })
    expect(stdout.equals(Buffer.concat(sample.payloads))).toBe(true)
    const result = (await goproTelemetry({ rawData: stdout }, { ellipsoid: true })) as {
      1: { 'device name': string; streams: Record<string, { samples: { value: number[] }[] }> }
    }
    expect(result[1]['device name']).toBe('Trailcut Simulator')
    const { ACCL, GPS5 } = result[1].streams
    expect(ACCL!.samples).toHaveLength(600)
    expect(ACCL!.samples[100]!.value[0]).toBeCloseTo(sample.rows.ACCL.values[300]!, 2)
    expect(GPS5!.samples[10]!.value[0]).toBeCloseTo(sample.rows.GPS5.values[50]!, 6)
  })
})

it('rejects a fragmented file and a wrong number of payloads', async () => {
  const plain = join(folder, 'last.mp4')
  const fragmented = join(folder, 'fragmented.mp4')
  const flags = ['-map', '0:v', '-c', 'copy', '-movflags', '+frag_keyframe+empty_moov', fragmented]
  await run('ffmpeg', [...local, '-nostdin', '-i', plain, ...flags])
  const out = join(folder, 'refused.mp4')
  await expect(muxTelemetry(fragmented, out, { ...sample, hiLights: [] })).rejects.toThrow('plain MP4')
  const short = { ...sample, payloadDurations: [1, 1], hiLights: [] }
  await expect(muxTelemetry(plain, out, short)).rejects.toThrow('More payloads')
})
