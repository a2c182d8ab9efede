import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import type { Publication } from '#contract/publishing.ts'
import type { Video } from '#contract/videos.ts'
import { startTestServer } from './harness/server.ts'
import { scratchFolder } from './media/make.ts'
import { restorePrevious } from './previous/restore.ts'

test('a copy of the data of version 0042 goes on: sessions, videos, publications, payouts', async () => {
  const previous = await restorePrevious('version-0042.tar.gz', await scratchFolder())
  const server = await startTestServer({
    DATA_DIR: previous.dataDir,
    DATABASE_URL: previous.databaseUrl,
    PAYOUT_METHOD: 'manual',
  })
  const as = async <T>(who: 'rider' | 'admin', path: string): Promise<T> => {
    const answer = await fetch(new URL(path, server.url), { headers: { cookie: previous.cookies[who] } })
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()) as T
  }
  expect(await as<CurrentUser>('rider', api.user)).toMatchObject({ email: 'rider@trailcut.example' })
  const [video] = await as<Video[]>('rider', api.myVideosDetailed)
  expect(video).toMatchObject({ title: 'Gravel at dawn', cfReadyToStream: true })
  expect(video?.aiViralPotentialScore).toBe(previous.tables.videos?.[0]?.ai_viral_score)
  expect(await as<Publication[]>('admin', api.publications)).toMatchObject([{ state: 'published' }])
})
