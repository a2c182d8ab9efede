import { execFile } from 'node:child_process'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { duckedLevel } from '#contract/reels/limits.ts'
import { musicLimits } from '#contract/reels/music-limits.ts'
import type { Reel } from '#contract/reels/schemas.ts'
import { ask, messageOf } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { ffprobe, scratchFolder } from '../media/make.ts'
import { riderWithVideo } from '../security/people/share-setup.ts'
import { clicks, listed, made, plan, read, rendered, send, stored, tone } from './own-music-setup.ts'

const run = promisify(execFile)

/** RMS of a file's sound after a filter, dB. */
async function loudness(file: string, filter: string): Promise<number> {
  const args = ['-i', file, '-af', `${filter},astats=measure_perchannel=none`, '-f', 'null', '-']
  const { stderr } = await run('ffmpeg', ['-hide_banner', ...args])
  return Number(/RMS level dB: (\S+)/.exec(stderr)?.[1])
}

async function downloaded(client: ApiClient, reel: Reel): Promise<string> {
  const file = path.join(await scratchFolder(), 'reel.mp4')
  await writeFile(file, Buffer.from(await (await client.call(reel.clip?.url as string)).arrayBuffer()))
  return file
}

test('own music plays in the reel, ducks the ride, and moves cuts to its beat', async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const music = await read(rider, id, await made('song.mp3'))
  expect(music).toMatchObject({ name: 'My song.mp3', status: 'ready', error: null, allowed: false })
  expect(Math.abs((music.duration ?? 0) - 12)).toBeLessThan(0.1)
  expect(Math.abs((music.beats?.bpm ?? 0) - 120)).toBeLessThan(0.1)

  const without = await rendered(rider, id, plan)
  const reel = await rendered(rider, id, { ...plan, music: { file: music.id } })
  expect([without.clip?.status, reel.clip?.status]).toEqual(['ready', 'ready'])
  expect([without.ownMusic, reel.ownMusic]).toEqual([null, music.id])
  const [bare, mixed] = [await downloaded(rider, without), await downloaded(rider, reel)]
  // Around the music's tone there is far more sound than without it.
  const music2600 = `highpass=f=${tone - 200},highpass=f=${tone - 200},lowpass=f=${tone + 200},lowpass=f=${tone + 200}`
  expect((await loudness(mixed, music2600)) - (await loudness(bare, music2600))).toBeGreaterThan(10)
  // Between two strokes there is only the ride, as much quieter as below a bed.
  const between = 'atrim=start=0.15:end=0.4,asetpts=N/SR/TB,lowpass=f=1500'
  const fall = (await loudness(mixed, between)) - (await loudness(bare, between))
  expect(Math.abs(fall - 20 * Math.log10(duckedLevel))).toBeLessThan(1.5)

  const beaten = await rendered(rider, id, { ...plan, onBeat: true, music: { file: music.id } })
  const { rows } = await sql<{ recipe: { pieces: { at: number; frames: number }[] } }>`
    select recipe from clips where id = ${beaten.clip?.id}`.execute(server.deps.db)
  const first = (music.beats?.first ?? 0) * 30
  for (const { at, frames } of rows[0]?.recipe.pieces ?? []) {
    const beats = (at + frames - first) / 15
    expect(Math.abs(beats - Math.round(beats)) * 15, `cut at ${at + frames}`).toBeLessThan(1)
  }
})

test('a reel plays its own music from the chosen second on, with cuts on the beat of that part', async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const music = await read(rider, id, await made('song.wav'))
  const latest = Math.floor(((music.duration ?? 0) - musicLimits.shortest) * 10) / 10
  const at = (from: number) => ({ ...plan, onBeat: true, music: { file: music.id, from } })
  const pieces = [{ start: 0.5, end: 4, crop: null }]
  const reels = [
    await rendered(rider, id, { ...at(0), pieces }),
    await rendered(rider, id, { ...at(5.2), pieces }),
  ]
  expect(reels.map(reel => reel.plan.music)).toEqual([
    { file: music.id, from: 0 },
    { file: music.id, from: 5.2 },
  ])
  // Strokes of 60 ms twice a second: 5.2 s into the music, the next one comes after 0.3 s.
  const around = `highpass=f=${tone - 200},highpass=f=${tone - 200},lowpass=f=${tone + 200}`
  for (const [i, stroke] of [0.5, 0.3].entries()) {
    const file = await downloaded(rider, reels[i] as Reel)
    const heard = (from: number) =>
      loudness(file, `${around},atrim=start=${from}:end=${from + 0.05},asetpts=N/SR/TB`)
    const [on, off] = [await heard(stroke), await heard(0.8 - stroke)]
    expect(on - off, `stroke at ${stroke} s`).toBeGreaterThan(10)
  }
  const { rows } = await sql<{ recipe: { pieces: { at: number; frames: number }[] } }>`
    select recipe from clips where id = ${reels[1]?.clip?.id}`.execute(server.deps.db)
  const first = ((music.beats?.first ?? 0) - 5.2) * 30
  for (const { at: start, frames } of rows[0]?.recipe.pieces ?? []) {
    const beats = (start + frames - first) / 15
    expect(Math.abs(beats - Math.round(beats)) * 15, `cut at ${start + frames}`).toBeLessThan(1)
  }

  const answered = async (from: unknown) =>
    (await ask(rider, 'POST', api.createReel(id), { ...plan, music: { file: music.id, from } })).status
  expect(await answered(latest)).toBe(200)
  for (const from of [latest + 0.1, -1, musicLimits.seconds + 1, '5', null])
    expect(await answered(from), String(from)).toBe(422)
  const late = await ask(rider, 'POST', api.createReel(id), at(latest + 0.1))
  expect(await messageOf(late)).toBe(
    `The chosen part of the music starts too late. Choose a start up to ${latest.toFixed(1)} seconds.`,
  )
})

test('a start that was chosen before the music was read is checked before the reel is rendered', async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const music = await read(rider, id, await made('song.wav', [], clicks(5)))
  const know = (seconds: number | null) =>
    sql`update music_files set status = ${seconds === null ? 'reading' : 'ready'}, duration_seconds = ${seconds}
      where id = ${music.id}`.execute(server.deps.db)
  await know(null)
  const saved = await ask(rider, 'POST', api.createReel(id), { ...plan, music: { file: music.id, from: 4 } })
  expect(saved.status).toBe(200)
  await know(music.duration)
  const { id: reelId } = (await saved.json()) as Reel
  const refused = await ask(rider, 'POST', api.renderReel(id, reelId), {})
  expect([refused.status, await messageOf(refused)]).toEqual([
    422,
    'The chosen part of the music starts too late. Choose a start up to 2.0 seconds.',
  ])
})

test('the ride is as loud as without music once a short file has ended', async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const music = await read(rider, id, await made('short.wav', [], clicks(3.2)))
  const pieces = [{ start: 0, end: 4.9, crop: null }]
  const [bare, mixed] = [
    await downloaded(rider, await rendered(rider, id, { ...plan, pieces })),
    await downloaded(rider, await rendered(rider, id, { ...plan, pieces, music: { file: music.id } })),
  ]
  const at = async (from: number, to: number) => {
    const part = `atrim=start=${from}:end=${to},asetpts=N/SR/TB`
    return (await loudness(mixed, part)) - (await loudness(bare, part))
  }
  expect(await at(0.15, 0.4)).toBeLessThan(-10)
  expect(Math.abs(await at(3.4, 4.7))).toBeLessThan(0.5)
})

test('every allowed kind is read, and nothing but its sound is kept', async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const cover = path.join(await scratchFolder(), 'cover.png')
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-frames:v', '1', cover])
  const tags = ['-metadata', 'title=Home', '-metadata', 'comment=39.1 N 110.2 W']
  const withCover = ['-i', cover, '-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic']
  const files = {
    'a.mp3': [...withCover, ...tags],
    'b.m4a': [...withCover, ...tags],
    'c.flac': [...withCover, ...tags],
    'd.wav': tags,
    'e.ogg': ['-c:a', 'libvorbis', ...tags],
    'f.opus': tags,
    'g.aac': [],
    'h.m4a': ['-c:a', 'alac', ...tags],
  }
  for (const [name, args] of Object.entries(files)) {
    const music = await read(rider, id, await made(name, args, clicks(5)))
    expect([music.status, music.error], name).toEqual(['ready', null])
    const answer = await rider.call(music.url as string)
    expect(answer.headers.get('content-type')).toBe('audio/mp4')
    const kept = path.join(await scratchFolder(), 'kept.m4a')
    const bytes = Buffer.from(await answer.arrayBuffer())
    await writeFile(kept, bytes)
    const { streams } = await ffprobe(kept)
    expect(
      streams.map(stream => stream.codec_name),
      name,
    ).toEqual(['aac'])
    for (const said of ['Home', '110.2']) expect(bytes.includes(said), `${name}: ${said}`).toBe(false)
    const gone = await rider.call(api.deleteMusic(id, music.id), { method: 'DELETE' })
    expect(gone.status).toBe(200)
  }
  expect(await listed(rider, id)).toEqual([])
  expect(await stored(server)).toEqual([])
})

test('files that are no music, damaged, too long, too short or silent are refused with a reason', async () => {
  const server = await startTestServer()
  const { rider, id } = await riderWithVideo(server)
  const refusedAtOnce: [string, Uint8Array][] = [
    ['text', Buffer.from('#EXTM3U\nfile:///etc/passwd\n')],
    ['nothing', Buffer.alloc(0)],
    ['a picture', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5000)])],
  ]
  for (const [what, bytes] of refusedAtOnce) {
    const answer = await send(rider, id, bytes)
    expect([what, answer.status, await messageOf(answer)]).toEqual([
      what,
      422,
      "This isn't a music file we can read. Choose an MP3, M4A, AAC, WAV, Ogg, Opus or FLAC file.",
    ])
  }
  const cut = async (name: string, args: string[] = []) => {
    const file = await made(name, args)
    await truncate(file, Math.round((await readFile(file)).length * 0.6))
    return file
  }
  const noise = async (head: string) => {
    const file = path.join(await scratchFolder(), 'noise')
    await writeFile(file, Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(20_000, 'ride')]))
    return file
  }
  const damaged =
    "The music file is damaged or incomplete, and we couldn't read it. Export it again and retry."
  const video = path.join(await scratchFolder(), 'film.mp4')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:duration=5']
  await run('ffmpeg', ['-v', 'error', ...picture, '-f', 'lavfi', '-i', clicks(5), '-shortest', video])
  const refusedWhenRead: [file: string, why: string][] = [
    [await cut('cut.m4a'), damaged],
    [await cut('cut.wav'), damaged],
    [await cut('cut.flac'), damaged],
    [await cut('cut.mp3'), damaged],
    [await noise('ID3\x04'), damaged],
    [await noise('OggS'), damaged],
    [video, "This isn't a music file we can read. Choose an MP3, M4A, AAC, WAV, Ogg, Opus or FLAC file."],
    [
      await made('long.mp3', ['-b:a', '32k'], `sine=frequency=300:duration=${musicLimits.seconds + 5}`),
      'This music is longer than 10 minutes. Choose a shorter file.',
    ],
    [await made('short.wav', [], clicks(2)), 'This music is shorter than 3 seconds. Choose a longer file.'],
    [
      await made('silent.flac', [], 'anullsrc=duration=5'),
      'This music file has no sound. Choose another one.',
    ],
  ]
  for (const [file, why] of refusedWhenRead) {
    const music = await read(rider, id, file)
    expect([path.basename(file), music.status, music.error, music.url]).toEqual([
      path.basename(file),
      'failed',
      why,
      null,
    ])
    const answer = await ask(rider, 'POST', api.createReel(id), { ...plan, music: { file: music.id } })
    const { id: reelId } = (await answer.json()) as Reel
    const refused = await ask(rider, 'POST', api.renderReel(id, reelId), {})
    expect([refused.status, await messageOf(refused)]).toEqual([
      409,
      "This music can't be used. Choose other music for the reel.",
    ])
    expect((await rider.call(api.deleteReel(id, reelId), { method: 'DELETE' })).status).toBe(200)
  }
  expect(await stored(server)).toEqual([])
})
