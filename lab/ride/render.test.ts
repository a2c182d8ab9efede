import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ffprobeCommand } from '#server/core/media/command.ts'
import { readMedia } from '#server/core/media/process.ts'
import { makePainter } from './picture.ts'
import { renderRide } from './render.ts'
import { rideSound, soundRate } from './sound.ts'
import { rideTimeline } from './timeline.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tc-ride-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Stream {
  codec_type: string
  codec_name?: string
  codec_tag_string: string
  width?: number
  nb_frames?: string
  duration?: string
}

async function streams(path: string): Promise<Stream[]> {
  const command = ffprobeCommand({ file: path, demuxer: 'mov' }, ['-show_streams', '-of', 'json'])
  return JSON.parse(await readMedia(command, { timeoutMs: 20_000 })).streams
}

const small = { seed: 2, kind: 'ride', durationSeconds: 8, width: 320, height: 180, paintWidth: 160 } as const

it('is an H.264 and AAC film with a gpmd track', async () => {
  const out = join(folder, 'ride.mp4')
  const truth = await renderRide({ ...small, telemetry: true, out })
  expect(truth).toEqual(rideTimeline(small).truth)
  const [picture, sound, data] = await streams(out)
  expect(picture).toMatchObject({ codec_name: 'h264', width: 320, nb_frames: '240' })
  expect(sound).toMatchObject({ codec_name: 'aac' })
  expect(data).toMatchObject({ codec_type: 'data', codec_tag_string: 'gpmd' })
  for (const stream of [picture, sound, data]) expect(Number(stream?.duration)).toBeCloseTo(8, 0)
}, 60_000)

it('has no data track when the camera records no telemetry', async () => {
  const out = join(folder, 'plain.mp4')
  await renderRide({ ...small, durationSeconds: 2, telemetry: false, out })
  expect((await streams(out)).map(stream => stream.codec_type)).toEqual(['video', 'audio'])
}, 60_000)

it("leaves nothing behind when the film can't be written", async () => {
  await expect(
    renderRide({ ...small, durationSeconds: 1, telemetry: false, out: join(folder, 'none', 'ride.mp4') }),
  ).rejects.toThrow()
})

it('makes the same film with one thread and with several, and reports its progress', async () => {
  const films = await Promise.all(
    [1, 3].map(async threads => {
      const out = join(folder, `${threads}-threads.mp4`)
      const progress: number[] = []
      const film = { ...small, durationSeconds: 1.5, telemetry: false, threads, out }
      await renderRide({ ...film, onProgress: fraction => progress.push(fraction) })
      return { bytes: await readFile(out), progress }
    }),
  )
  expect(films[1]!.bytes.equals(films[0]!.bytes)).toBe(true)
  for (const { progress } of films) expect(progress).toEqual([0, 30 / 45, 1])
}, 60_000)

it('paints the same picture and makes the same sound for the same time', () => {
  const pictureOf = (time: number) => {
    const painter = makePainter(rideTimeline(small), 160, 90)
    painter.paint(time)
    return Buffer.from(painter.canvas.data)
  }
  expect(pictureOf(3).equals(pictureOf(3))).toBe(true)
  expect(pictureOf(3).equals(pictureOf(4))).toBe(false)
  const soundOf = () => [...rideSound(rideTimeline({ ...small, durationSeconds: 1 }))][0]!
  expect(soundOf()).toEqual(soundOf())
  expect(soundOf().length).toBe(soundRate)
})

it('has sound throughout: no gaps, no clipping, voices above the idling engine', () => {
  const lot = rideTimeline({ seed: 9, kind: 'lot', durationSeconds: 40 })
  const seconds = [...rideSound(lot)].map(
    block => block.reduce((sum, value) => sum + value * value, 0) / block.length,
  )
  const decibel = (time: number) => 10 * Math.log10(seconds[Math.floor(time)]!)
  for (let time = 0; time < 40; time++) {
    expect(decibel(time)).toBeGreaterThan(-50)
    expect(decibel(time)).toBeLessThan(-3)
  }
  const talk = lot.truth.distractors.find(each => each.type === 'parked_talking' && each.start > 1)!
  expect(decibel(talk.start + 2)).toBeGreaterThan(decibel(talk.start - 2) + 3)
})

it('is dark in the middle of a fade and loud at a landing', () => {
  const edited = rideTimeline({ seed: 1, kind: 'edited', durationSeconds: 140 })
  const fade = edited.truth.cuts.find(cut => cut.kind === 'fade')!
  const painter = makePainter(edited, 64, 36)
  const luma = (time: number) => {
    painter.paint(time)
    return painter.canvas.data.reduce((sum, value) => sum + value, 0) / painter.canvas.data.length
  }
  expect(luma(fade.time)).toBeLessThan(6)
  expect(luma(fade.start - 0.1)).toBeGreaterThan(20)

  const ride = rideTimeline({ seed: 2, kind: 'ride', durationSeconds: 20 })
  const sound = Float32Array.from([...rideSound(ride)].flatMap(block => [...block]))
  const jump = ride.truth.events.find(event => event.type === 'jump')!
  // Below 90 Hz: the thump, not the engine.
  const low = (from: number, to: number) => {
    let [held, sum] = [0, 0]
    for (let at = Math.round(from * soundRate); at < to * soundRate; at++) {
      held += 0.012 * (sound[at]! - held)
      sum += held * held
    }
    return Math.sqrt(sum / ((to - from) * soundRate))
  }
  expect(low(jump.core, jump.core + 0.25)).toBeGreaterThan(1.5 * low(jump.core - 0.3, jump.core - 0.05))
})
