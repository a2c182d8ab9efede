import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type BedName, beatFramesOf, bedNames } from '#contract/reels/bed-names.ts'
import { bedLoop, bedRate } from '#contract/reels/beds.ts'
import { duckedLevel, reelFps } from '#contract/reels/limits.ts'
import { type TimedPlan, timelineOf } from '#contract/reels/timeline.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { runMedia } from '#server/core/media/process.ts'
import { ffprobe, scratchFolder } from '#test/media/make.ts'
import { frameOf, type ReelRecipe } from '../rules.ts'
import { musicWav } from './music.ts'
import { prepareReel, reelCommand, reelSeconds } from './reel-command.ts'
import { faceOf, layTitle, missingGlyph } from './title-card.ts'

const run = promisify(execFile)
const videoSeconds = 8

/** Each frame has its own brightness: 30 frames a second, 3 levels apart, from 20 to 227, repeating. */
const level = (frame: number) => 20 + (frame % 70) * 3

async function countingVideo({ tone = 440, silent = false } = {}): Promise<string> {
  const file = path.join(await scratchFolder(), 'count.mp4')
  const picture = ['-f', 'lavfi', '-i', `color=c=black:size=320x180:rate=30:duration=${videoSeconds}`]
  const sound = silent
    ? []
    : ['-f', 'lavfi', '-i', `sine=frequency=${tone}:sample_rate=48000:duration=${videoSeconds}`]
  const drawn = ['-vf', "format=gray,geq=lum='20+mod(N,70)*3'", '-c:v', 'libx264', '-qp', '0', '-g', '45']
  await run('ffmpeg', [
    ...['-v', 'error'],
    ...picture,
    ...sound,
    ...drawn,
    ...['-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    file,
  ])
  return file
}

/** Mean brightness of each frame, of its middle only. */
async function brightness(file: string): Promise<number[]> {
  const show = ['-vf', 'crop=iw/4:ih/4,scale=1:1:flags=area,format=gray', '-f', 'rawvideo', '-']
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:v', ...show], {
    encoding: 'buffer',
  })
  return [...stdout]
}

/** The left channel, samples from -1 to 1. @param filter an audio filter before it */
async function samples(file: string, filter = 'anull'): Promise<Float32Array> {
  const show = ['-af', `${filter},pan=mono|c0=c0`, '-ar', String(bedRate), '-f', 'f32le', '-']
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:a', ...show], {
    encoding: 'buffer',
    maxBuffer: 2 ** 28,
  })
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength))
}

const rms = (of: Float32Array) => Math.sqrt(of.reduce((sum, s) => sum + s * s, 0) / of.length)

type BedPlan = TimedPlan & { music: BedName | null }
const plain: BedPlan = { title: '', music: null, onBeat: false, slowMotion: false, pieces: [] }

function recipeOf(
  plan: BedPlan,
  { peaks = [], crops = [] }: { peaks?: number[]; crops?: number[] } = {},
): ReelRecipe {
  const { titleFrames, pieces } = timelineOf(plan, peaks, videoSeconds)
  return {
    title: plan.title ? { text: plan.title, frames: titleFrames } : null,
    music: plan.music,
    pieces: pieces.map((piece, i) => ({
      ...piece,
      focus: crops[i] === undefined ? [] : [{ time: piece.start, x: crops[i] as number }],
    })),
  }
}

async function render(file: string, recipe: ReelRecipe, format: 'wide' | 'vertical' | 'square' = 'wide') {
  const folder = await scratchFolder()
  const probe = await probeFile(file, 'mov')
  const given = { file, probe, format, recipe, folder, name: 'out.mp4' }
  await prepareReel(given)
  await runMedia(reelCommand(given), { timeoutMs: 120_000, onStdout: s => void s.resume() })
  return path.join(folder, 'out.mp4')
}

test('pieces follow in order, each exactly as long as planned', async () => {
  const pieces = [
    { start: 5, end: 5.6 },
    { start: 0.5, end: 1.5 },
    { start: 7.4, end: 8 },
  ]
  const recipe = recipeOf({ ...plain, pieces })
  const out = await render(await countingVideo(), recipe)
  const frames = await brightness(out)
  expect(frames).toHaveLength(18 + 30 + 18)
  for (const { start, at, frames: length } of recipe.pieces)
    for (const i of [0, 1, length - 1])
      expect(
        Math.abs((frames[at + i] as number) - level(Math.round(start * 30) + i)),
        `${start} + ${i}`,
      ).toBeLessThan(2)
  const { streams, format } = await ffprobe(out)
  expect(streams.map(s => s.codec_name).sort()).toEqual(['aac', 'h264'])
  expect(Math.abs(Number(format.duration) - reelSeconds(recipe))).toBeLessThan(1 / reelFps + 0.001)
})

test('with cuts on the beat, every cut falls on a beat of the music, within a frame', async () => {
  const pieces = [
    { start: 0.2, end: 1.4 },
    { start: 3, end: 4.9 },
    { start: 6, end: 6.7 },
  ]
  const recipe = recipeOf({ ...plain, title: 'Ridge', music: 'ridge', onBeat: true, pieces })
  const out = await render(await countingVideo(), recipe)
  const frames = await brightness(out)
  const beat = beatFramesOf('ridge')
  expect(frames).toHaveLength(60 + 30 + 60 + 15)
  const cuts = frames.flatMap((value, i) => {
    const before = frames[i - 1] as number
    // From one frame to the next the picture is 3 levels brighter, or dark again after the brightest.
    const goesOn =
      i === 0 || Math.abs(value - before - 3) <= 2 || Math.abs(before - value) <= 1 || before > 222
    return goesOn ? [] : [i]
  })
  expect(cuts).toEqual([60, 90, 150])
  for (const cut of cuts) expect(cut % beat).toBe(0)
  // The bed's kick is at the cut: louder right after it than right before.
  const low = await samples(out, 'lowpass=f=120')
  for (const cut of cuts) {
    const at = (cut / reelFps) * bedRate
    expect(rms(low.slice(at, at + 3000)), `beat at frame ${cut}`).toBeGreaterThan(
      rms(low.slice(at - 3000, at)) * 1.5,
    )
  }
})

test("music plays over the whole reel and ducks the ride's sound", async () => {
  const pieces = [{ start: 1, end: 4 }]
  const file = await countingVideo({ tone: 9000 })
  // The only content of the beds around 9 kHz is short hi-hats; dawn has none between its beats 0 and 3.
  const ride = async (music: BedPlan['music']) => {
    const out = await render(file, recipeOf({ ...plain, music, pieces }))
    return samples(out, 'highpass=f=8500,lowpass=f=9500')
  }
  const quiet = (of: Float32Array) => rms(of.slice(0.3 * bedRate, 0.5 * bedRate))
  const fall = 20 * Math.log10(quiet(await ride('dawn')) / quiet(await ride(null)))
  expect(fall).toBeGreaterThan(20 * Math.log10(duckedLevel) - 1.5)
  expect(fall).toBeLessThan(20 * Math.log10(duckedLevel) + 1.5)
  const whole = await samples(
    await render(await countingVideo({ silent: true }), recipeOf({ ...plain, music: 'dust', pieces })),
  )
  expect(Math.abs(whole.length / bedRate - 3)).toBeLessThan(0.05)
  for (let second = 0; second < 3; second++)
    expect(rms(whole.slice(second * bedRate, (second + 0.9) * bedRate)), `second ${second}`).toBeGreaterThan(
      0.02,
    )
  expect(whole.every(sample => Math.abs(sample) < 1)).toBe(true)
})

test('no joint clicks and no frame is black, including where slow motion starts and ends', async () => {
  const pieces = [
    { start: 0.37, end: 2.9 },
    { start: 4.11, end: 5.03 },
  ]
  const recipe = recipeOf({ ...plain, title: 'No clicks', slowMotion: true, pieces }, { peaks: [1.6] })
  expect(recipe.pieces[0]?.slow).not.toBeNull()
  const out = await render(await countingVideo({ tone: 220 }), recipe)
  for (const [i, value] of (await brightness(out)).entries()) expect(value, `frame ${i}`).toBeGreaterThan(8)
  const sound = await samples(out)
  // A tone of 220 Hz and 1/8 of full level moves by 0.004 a sample; a click is a jump of many times that.
  let largest = 0
  for (let i = 1; i < sound.length; i++)
    largest = Math.max(largest, Math.abs((sound[i] as number) - (sound[i - 1] as number)))
  expect(largest).toBeLessThan(0.02)
})

test('the peak of a jump takes twice as long, and the sound stays in sync', async () => {
  const pieces = [{ start: 1, end: 4 }]
  const recipe = recipeOf({ ...plain, slowMotion: true, pieces }, { peaks: [2.5] })
  expect(recipe.pieces[0]).toMatchObject({ slow: { from: 2.1, to: 2.9 }, frames: 90 + 24 })
  const out = await render(await countingVideo(), recipe)
  const frames = await brightness(out)
  expect(frames).toHaveLength(114)
  const shown = (i: number) => ((frames[i] as number) - 20) / 3
  // Frame 63 of the video is the first slow one; in the reel it is frame 33, and two reel frames pass for each.
  expect(Math.abs(shown(32) - (62 % 70))).toBeLessThan(1)
  for (const i of [4, 10, 16, 23])
    expect(Math.abs(shown(33 + 2 * i) - ((63 + i) % 70)), `slow frame ${i}`).toBeLessThanOrEqual(1)
  expect(Math.abs(shown(113) - (119 % 70))).toBeLessThan(1)
  expect(Math.abs((await samples(out)).length / bedRate - 3.8)).toBeLessThan(0.05)
})

test('a crop is where it was dragged, in every format', async () => {
  const file = path.join(await scratchFolder(), 'sides.mp4')
  const picture = ['-f', 'lavfi', '-i', 'color=c=black:size=640x360:rate=30:duration=3']
  const sides = [
    '-vf',
    "format=gray,geq=lum='if(gt(X,W*0.66),235,if(gt(X,W*0.33),120,20))'",
    '-pix_fmt',
    'yuv420p',
  ]
  await run('ffmpeg', [...['-v', 'error'], ...picture, ...sides, file])
  const pieces = [
    { start: 0, end: 0.5 },
    { start: 1, end: 1.5 },
    { start: 2, end: 2.5 },
  ]
  const probe = await probeFile(file, 'mov')
  for (const shape of ['vertical', 'square'] as const) {
    const narrow = shape === 'vertical' ? [0, 0.5, 1] : [0.1, 0.5, 0.9]
    const out = await render(file, recipeOf({ ...plain, pieces }, { crops: narrow }), shape)
    const { streams } = await ffprobe(out)
    const { width, height } = frameOf(probe, shape)
    expect(streams.find(s => s.codec_type === 'video')).toMatchObject({ width, height })
    expect(width / height).toBeCloseTo(shape === 'vertical' ? 9 / 16 : 1, 2)
    const frames = await brightness(out)
    for (const [i, value] of [20, 120, 235].entries())
      expect(Math.abs((frames[i * 15 + 7] as number) - value), `${shape} ${i}`).toBeLessThan(
        shape === 'square' ? 60 : 25,
      )
  }
})

test('a title is drawn exactly as written, with any characters', async () => {
  const title = "It's 100% %{localtime} [a];:\\, 'x'"
  const recipe = recipeOf({ ...plain, title, pieces: [{ start: 1, end: 1.6 }] })
  const out = await render(await countingVideo(), recipe, 'vertical')
  expect(await brightness(out)).toHaveLength(60 + 18)
  expect(missingGlyph(title)).toBeNull()
  expect(missingGlyph('Lærdal and Åre')).toBeNull()
  expect(missingGlyph('Ride 🚵')).toBe('🚵')
  for (const text of [
    'Go',
    title,
    'A long title of sixty letters that goes on to its very end..',
    'W'.repeat(60),
  ]) {
    const { size, lines } = layTitle(text, { width: 720, height: 1280 })
    expect(lines.join(' ')).toBe(text)
    expect(lines.length * size).toBeLessThan(400)
  }
})

test('a title is drawn in the face of the headings, or in one that has its letters', () => {
  const headings = expect.stringContaining('barlow-condensed')
  for (const title of ['Slickrock', '¡Olé! Año 2', 'Lærdal – Åre']) expect(faceOf(title)).toEqual(headings)
  for (const title of ['Ж 1', 'Ł 2', 'Ride 🚵']) expect(faceOf(title)).toContain('DejaVu')
})

test('beds are the same every time, a whole number of beats long, and never clip', () => {
  for (const bed of bedNames) {
    const { left, right } = bedLoop(bed)
    expect(left.length % (beatFramesOf(bed) * (bedRate / reelFps))).toBe(0)
    expect(beatFramesOf(bed) % 1).toBe(0)
    let loudest = 0
    for (const channel of [left, right]) for (const s of channel) loudest = Math.max(loudest, Math.abs(s))
    expect(loudest).toBeLessThan(1 - duckedLevel)
    expect(rms(left), bed).toBeGreaterThan(0.07)
  }
  expect(musicWav('ridge', 3).equals(musicWav('ridge', 3))).toBe(true)
  expect(musicWav('ridge', 3).equals(musicWav('dawn', 3))).toBe(false)
})
