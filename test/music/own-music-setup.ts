import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { MusicFile } from '#contract/reels/music.ts'
import type { Reel, ReelPlan, reelPlan } from '#contract/reels/schemas.ts'
import { silentPlan } from '#test/harness/reels.ts'
import { ask } from '#test/harness/review.ts'
import type { TestServer } from '#test/harness/server.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { scratchFolder } from '../media/make.ts'

const run = promisify(execFile)
/** Hertz of the music in these tests. */
export const tone = 2600

/** A file that ffmpeg makes; its extension determines the kind. */
export async function made(name: string, args: readonly string[] = [], source = clicks(12)): Promise<string> {
  const file = path.join(await scratchFolder(), name)
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...args, file])
  return file
}

/** A high tone that sounds for 60 ms, 120 times a minute. */
export function clicks(seconds: number): string {
  return `aevalsrc=exprs='0.5*sin(2*PI*${tone}*t)*lt(mod(t\\,0.5)\\,0.06)':sample_rate=44100:duration=${seconds}`
}

const query = (more: Record<string, string> = {}) =>
  new URLSearchParams({ name: 'My song.mp3', rights: 'confirmed', ...more })

export const send = (client: ApiClient, id: string, body: Uint8Array, more: Record<string, string> = {}) =>
  client.call(`${api.uploadMusic(id)}?${query(more)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(body),
  })

export const listed = (client: ApiClient, id: string) => client.json<MusicFile[]>(api.musicFiles(id))

/** Uploads a file and waits until it has been read. */
export async function read(client: ApiClient, id: string, file: string): Promise<MusicFile> {
  const answer = await send(client, id, await readFile(file))
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { id: musicId } = (await answer.json()) as MusicFile
  return client.until(
    async () => (await listed(client, id)).find(one => one.id === musicId) as MusicFile,
    one => one.status !== 'reading',
  )
}

export const stored = async ({ dataDir }: TestServer) =>
  (await readdir(path.join(dataDir, 'objects'), { recursive: true }))
    .filter(name => name.startsWith('music/'))
    .filter(name => /\.\w+$/.test(name))

export const plan: ReelPlan = {
  ...silentPlan,
  shape: 'square',
  pieces: [
    { start: 2, end: 4, crop: null },
    { start: 0.5, end: 2, crop: null },
  ],
}

export async function rendered(
  client: ApiClient,
  id: string,
  wanted: z.input<typeof reelPlan>,
): Promise<Reel> {
  const answer = await ask(client, 'POST', api.createReel(id), wanted)
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { id: reelId } = (await answer.json()) as Reel
  const asked = await ask(client, 'POST', api.renderReel(id, reelId), {})
  expect(asked.status, await asked.clone().text()).toBe(200)
  return client.until(
    async () => (await client.json<Reel[]>(api.reels(id))).find(reel => reel.id === reelId) as Reel,
    reel => reel.clip?.status === 'ready' || reel.clip?.status === 'failed',
  )
}
