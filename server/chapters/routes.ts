import type { FastifyInstance } from 'fastify'
import type { ChaptersAnswer } from '#contract/chapters/schemas.ts'
import { sentences } from '#sentences/chapters.ts'
import { type Budget, shareOf, spend } from '#server/core/budget.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { spokenTo } from '#server/core/language.ts'
import { type Language, textIn } from '#server/core/sentences.ts'
import {
  findOwned,
  listOwned,
  refuseOverBudget,
  unsafeFind,
  type VideoRow,
  type VideosSystem,
  visibleVideo,
} from '#server/videos/index.ts'
import { requestJoin } from './request-join.ts'
import { chaptersAround, type Refusal, refusalOfJoin } from './rules.ts'
import { countParts, firstOut, joinOf, partsOf } from './store.ts'

/** Recordings that one rider may join. */
const joinBudget: Budget = {
  name: 'joins',
  most: 40,
  windowSeconds: 24 * 3600,
  sentence: sentences.budgetSpent,
}

const presentPart = (row: VideoRow, place: number) => ({
  id: row.id,
  place,
  title: row.title,
  fileName: row.file_name,
  duration: row.duration_seconds,
})

type Joined = NonNullable<ChaptersAnswer['joined']>

async function joinedOf(
  { db }: Pick<VideosSystem, 'db'>,
  videoId: string,
  language: Language,
): Promise<Joined | null> {
  const join = await joinOf(db, videoId)
  const row = join && (await unsafeFind(db, join.id))
  if (!row) return null
  const state = row.status === 'failed' ? 'failed' : row.uploaded_at ? 'done' : 'joining'
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    progress: state === 'done' ? 100 : join.progress,
    state,
    error: textIn(row.processing_error, language),
  }
}

/** Why the chapters around a video can't be joined; null when they can. */
async function refusalOf(
  { db, config }: Pick<VideosSystem, 'db' | 'config'>,
  { chapters, twice }: ReturnType<typeof chaptersAround>,
): Promise<Refusal | null> {
  if (twice) return { sentence: sentences.twice({ fileName: twice.file_name }), waiting: false }
  const refusal = refusalOfJoin(chapters, config.maxUploadBytes)
  if (refusal) return refusal
  const title = await firstOut(
    db,
    chapters.map(one => one.id),
  )
  return title === null ? null : { sentence: sentences.alreadyOut({ title }), waiting: false }
}

/** What there is to know about the chapters of a video. */
async function chaptersOf(
  system: VideosSystem,
  video: VideoRow,
  language: Language,
): Promise<ChaptersAnswer> {
  const joined = await joinedOf(system, video.id, language)
  if (joined && (joined.state !== 'failed' || joined.id === video.id)) {
    const parts = (await partsOf(system.db, joined.id)).map(row => presentPart(row, row.position + 1))
    return { parts, count: await countParts(system.db, joined.id), refusal: null, waiting: false, joined }
  }
  const all = await listOwned(system.db, video.user_id)
  const found = chaptersAround(video, all)
  if (found.chapters.length < 2) return { parts: [], count: 0, refusal: null, waiting: false, joined }
  const refusal = await refusalOf(system, found)
  const rows = found.chapters.map(({ id }) => all.find(row => row.id === id) ?? video)
  return {
    parts: rows.map((row, index) => presentPart(row, index + 1)),
    count: rows.length,
    refusal: refusal ? refusal.sentence.in(language) : null,
    waiting: refusal?.waiting ?? false,
    joined,
  }
}

export function chapterRoutes(app: FastifyInstance, system: VideosSystem): void {
  implement(app, 'chapters', { rateLimit: perMinute(120) }, async request =>
    chaptersOf(system, await visibleVideo(system, request, request.params.id), spokenTo(request)),
  )

  implement(app, 'joinChapters', { rateLimit: perMinute(20) }, async request => {
    const actor = actorOf(request)
    const video = await findOwned(system.db, request.params.id, actor.id)
    if (!video) throw notFound('video')
    const { parts } = request.body
    if (!parts.includes(video.id)) throw new AppError('bad_request', sentences.changed, { field: 'parts' })
    await refuseOverBudget(system, actor.id)
    const budget = shareOf(joinBudget, { emailVerified: actor.emailVerified, staff: false })
    await requestJoin(system, actor, parts, tx => spend(tx, budget, actor.id, system.clock.now()))
    return chaptersOf(system, video, spokenTo(request))
  })
}
