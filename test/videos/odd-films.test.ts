import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { streamStatusAnswer, Video } from '#contract/videos.ts'
import { startTestServer, type TestServer } from '#test/harness/server.ts'
import { scratchFolder } from '#test/media/make.ts'
import { type OddFilm, oddFilms, type Playing } from '#test/media/odd-films.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'

/** How many films of each group: a few by default, ODD_FILMS=100 for all. */
const most = Number(process.env.ODD_FILMS ?? 2)

/** A film that was uploaded. */
interface Sent {
  rider: ApiClient
  id: string
  /** of its bytes */
  sha256: string
}

async function send(rider: ApiClient, folder: string, { name, extension, make }: OddFilm): Promise<Sent> {
  const bytes = await make()
  const file = path.join(folder, `film.${extension}`)
  await writeFile(file, bytes)
  const { video, uploadUrl, size } = await rider.requestUpload(file, name)
  await rider.sendFile(file, uploadUrl, size)
  return { rider, id: video.id, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Waits until no job has anything left to do; one that failed is tried again at once. */
async function untilDone({ deps }: TestServer): Promise<void> {
  const open = async () => {
    await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(deps.db)
    const { rows } = await sql<{ name: string }>`
      select name from jobs.job where state in ('created', 'retry', 'active') and name ~ '^(videos|analysis)'`.execute(
      deps.db,
    )
    return rows
  }
  await expect.poll(open, { timeout: 500_000, interval: 250 }).toEqual([])
}

/** How long a video plays and whether it has sound, by its playlists. */
async function played({ rider }: Sent, streamId: string) {
  const text = async (url: string) => (await rider.call(url)).text()
  const master = new URL(api.manifest(streamId), rider.base).href
  const list = await text(master)
  const [first] = list.split('\n').filter(line => line && !line.startsWith('#'))
  const playlist = await text(new URL(first as string, master).href)
  const parts = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds))
  return { seconds: parts.reduce((sum, each) => sum + each, 0), sound: /mp4a/.test(list) }
}

/** How an upload ended: as it plays, or with its refusal. */
async function endOf(server: TestServer, sent: Sent) {
  const { rider, id, sha256 } = sent
  const video = await rider.json<Video>(api.video(id))
  if (video.status === 'failed') {
    const originals = await Array.fromAsync(server.deps.objects.list(`originals/${id}/`))
    return {
      refused: video.processingError,
      kept: originals.some(({ key }) => key.includes(sha256)),
      hours: Math.round((Date.parse(video.keptUntil ?? '') - Date.now()) / 3600_000),
    }
  }
  const { damage, width, height, aiProcessingStatus, cfStreamId } = video
  const { ladderProgress } = await rider.json<z.infer<typeof streamStatusAnswer>>(api.videoStatus(id))
  return {
    ...(cfStreamId ? await played(sent, cfStreamId) : {}),
    ...{ size: `${width}x${height}`, damage, ladderProgress, analysis: aiProcessingStatus },
  }
}

const asExpected = ({ seconds, size, sound }: Playing) => ({
  ...{ size, sound, damage: null, ladderProgress: 100, analysis: 'completed' },
  seconds: expect.closeTo(seconds, 0),
})

test.each(Object.entries(oddFilms))(
  'films with %s play, or are refused with a true sentence and kept for a day',
  async (_, all) => {
    // From all over the group.
    const films = all.filter((_film, i) => i % Math.ceil(all.length / most) === 0)
    const server = await startTestServer({ UNVERIFIED_OPEN_UPLOADS: '50' })
    // One video of each is processed at a time.
    const riders = await Promise.all(['one', 'two'].map(name => server.person(`${name}@trailcut.example`)))
    const folder = await scratchFolder()
    const sent: Sent[] = []
    for (const [n, film] of films.entries())
      sent.push(await send(riders[n % riders.length] as ApiClient, folder, film))
    await untilDone(server)
    const ended: Record<string, unknown> = {}
    for (const [n, { name }] of films.entries()) ended[name] = await endOf(server, sent[n] as Sent)
    expect(ended).toEqual(
      Object.fromEntries(
        films.map(({ name, ends }) => [
          name,
          ends instanceof RegExp
            ? { refused: expect.stringMatching(ends), kept: true, hours: 24 }
            : asExpected(ends),
        ]),
      ),
    )
  },
  600_000,
)
