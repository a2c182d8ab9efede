import type { z } from 'zod'
import type { Clip } from '#contract/clips.ts'
import type { Verdict } from '#contract/learning.ts'
import { knownTexts, type SomeTexts } from '#contract/platforms/index.ts'
import type { addToCompilationBody } from '#contract/review.ts'
import { sentences } from '#sentences/review.ts'
import { displayNames } from '#server/accounts/index.ts'
import { lockResult, replaceResult, shownToOthers, type WholeResult } from '#server/analysis/index.ts'
import { presentClip, requestClipIn } from '#server/clips/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { fromStored, inWordsFor, standardWording } from '#server/core/sentences.ts'
import type { VerdictInput } from '#server/learning/index.ts'
import { problemOfTexts } from '#server/platforms/index.ts'
import type { VideoRow } from '#server/videos/index.ts'
import { type Ask, decide, type ReviewDeps, type Scene } from './decide.ts'
import { notifyHighlightSelected } from './notify.ts'
import { textsOf } from './publish-video.ts'
import { indexesOf, lengthOf, refusalOfCompilation, refusalOfTrim } from './rules.ts'
import { approverOf, dropTrimAt, insertApproval, insertRejection, keepOriginal, marksOf } from './store.ts'
import type { ApprovalKind } from './types.ts'

/** A clip that was just requested has no error to say in a language. */
const justRequested = 'en'

/** The newest analysis, locked: whole, to be changed, and as we may see it. */
async function analyzed(tx: Tx, { id, user_id: rider }: Pick<VideoRow, 'id' | 'user_id'>) {
  const found = await lockResult(tx, id)
  if (!found) throw new AppError('conflict', sentences.notAnalyzed)
  const { result: shown } = await shownToOthers(tx, rider, found)
  return { ...found, shown }
}

async function approveAt(
  scene: Scene,
  ask: Ask,
  kind: ApprovalKind,
  index: number,
  length: number,
  runId: string,
) {
  const { tx, video, now } = scene
  if (index >= length) throw notFound(kind === 'highlight' ? 'highlight' : 'compilation')
  const earlier = await insertApproval(
    tx,
    { runId, kind, index },
    { videoId: video.id, by: ask.by.actorId, at: now },
  )
  if (earlier === null) return true
  if (earlier === ask.by.actorId) return false
  const name = await nameOf(tx, earlier)
  throw new AppError('conflict', sentences.alreadyApprovedPart({ name, kind }))
}

const nameOf = async (tx: Tx, who: string) => (await displayNames(tx, [who])).get(who) ?? null

/** The analysis's original bounds of a highlight; null unless it was trimmed since. */
async function endsAsFound(tx: Tx, videoId: string, index: number) {
  const trim = (await marksOf(tx, videoId)).trims.find(one => one.index === index)
  return trim ? { start: trim.originalStart, end: trim.originalEnd } : null
}

/** What a decision about a highlight says about the analysis. */
const saidOf = async (tx: Tx, videoId: string, index: number, verdict: Verdict): Promise<VerdictInput> => ({
  about: 'highlight',
  index,
  verdict,
  found: await endsAsFound(tx, videoId, index),
})

/**
 * Approves one highlight of the newest analysis and notifies its owner. @returns false when the same person
 * already did
 */
export const approveHighlight = (deps: ReviewDeps, ask: Ask, index: number): Promise<boolean> =>
  decide(deps, ask, 'approve_highlight', async scene => {
    const { tx, video, now } = scene
    const { runId, result, shown } = await analyzed(tx, video)
    if (!(await approveAt(scene, ask, 'highlight', index, result.highlights.length, runId))) return null
    const highlight = shown.highlights[index]
    if (!highlight) return null
    const description = fromStored(highlight.description)
    const about = { runId, index, description, start: highlight.start }
    const told = await notifyHighlightSelected(tx, video, about, now)
    const approval = { runId, kind: 'highlight' as const, index }
    const said = await saidOf(tx, video.id, index, 'approved')
    return { after: { index, description: String(description) }, undo: { approval, told }, said }
  })

/**
 * Rejects a highlight of the newest analysis. @returns false when the same person already did
 * @throws AppError conflict when it is approved or someone else rejected it
 */
export const rejectHighlight = (deps: ReviewDeps, ask: Ask, index: number): Promise<boolean> =>
  decide(deps, ask, 'reject_highlight', async ({ tx, video, now }) => {
    const { runId, shown } = await analyzed(tx, video)
    const highlight = shown.highlights[index]
    if (!highlight) throw notFound('highlight')
    const approver = await approverOf(tx, { runId, kind: 'highlight', index })
    if (approver) {
      const name = await nameOf(tx, approver)
      throw new AppError('conflict', sentences.alreadyApprovedPart({ name, kind: 'highlight' }))
    }
    const earlier = await insertRejection(
      tx,
      { runId, index },
      { videoId: video.id, by: ask.by.actorId, at: now },
    )
    if (earlier === ask.by.actorId) return null
    if (earlier)
      throw new AppError('conflict', sentences.alreadyRejectedHighlight({ name: await nameOf(tx, earlier) }))
    const said = await saidOf(tx, video.id, index, 'rejected')
    const description = String(fromStored(highlight.description))
    return { after: { index, description }, undo: { rejection: { runId, index } }, said }
  })

/** Approves one reel of the newest analysis. */
export const approveCompilation = (deps: ReviewDeps, ask: Ask, index: number): Promise<boolean> =>
  decide(deps, ask, 'approve_compilation', async scene => {
    const { runId, result } = await analyzed(scene.tx, scene.video)
    if (!(await approveAt(scene, ask, 'compilation', index, result.compilations.length, runId))) return null
    const title = result.compilations[index]?.title
    return { after: { index, title }, undo: { approval: { runId, kind: 'compilation', index } } }
  })

/** Makes the frame at this second the video's thumbnail. */
export const chooseThumbnail = (deps: ReviewDeps, ask: Ask, timestamp: number): Promise<boolean> =>
  decide(deps, ask, 'thumbnail', async ({ video }) => {
    if (timestamp > video.duration_seconds)
      throw new AppError('invalid_input', sentences.noMoment, { field: 'timestamp' })
    if (video.thumbnail_at === timestamp && !video.cover_picture) return null
    return {
      video: { thumbnailAt: timestamp, coverPicture: null },
      before: { timestamp: video.thumbnail_at },
      after: { timestamp },
      undo: { video: { thumbnail_at: video.thumbnail_at, cover_picture: video.cover_picture } },
    }
  })

/**
 * Changes the bounds of a highlight, seconds; its clip is rendered again.
 * @returns the new clip
 */
export async function trimHighlight(
  deps: ReviewDeps,
  ask: Ask,
  index: number,
  { start, end }: { start: number; end: number },
): Promise<Clip> {
  let clip: Clip | undefined
  await decide(deps, ask, 'trim', async ({ tx, video }) => {
    const { runId, result } = await analyzed(tx, video)
    const highlight = result.highlights[index]
    if (!highlight) throw notFound('highlight')
    const refusal = refusalOfTrim(start, end, video.duration_seconds)
    if (refusal) throw new AppError('invalid_input', refusal, { field: 'end' })
    const was = { start: highlight.start, end: highlight.end }
    const same = was.start === start && was.end === end
    if (!same) {
      await keepOriginal(tx, { runId, index, ...was })
      await dropTrimAt(tx, { runId, index, start, end })
      const highlights = result.highlights.with(index, { ...highlight, start, end })
      await replaceResult(tx, { runId, videoId: video.id, result: { ...result, highlights } })
    }
    clip = presentClip(
      await requestClipIn(tx, deps, video, { kind: 'highlight', index, format: 'wide' }),
      justRequested,
    )
    return same
      ? null
      : {
          before: { index, ...was },
          after: { index, start, end },
          undo: { trim: { runId, index, ...was } },
          said: await saidOf(tx, video.id, index, 'trimmed'),
        }
  })
  if (!clip) throw notFound('clip')
  return clip
}

/**
 * Changes the texts published with the video. @throws AppError invalid_input naming the field that a platform
 * refuses
 */
export const editTexts = (deps: ReviewDeps, ask: Ask, change: SomeTexts): Promise<boolean> =>
  decide(deps, ask, 'metadata', async ({ video }) => {
    const wrong = problemOfTexts(change)
    if (wrong) throw new AppError('invalid_input', wrong.sentence, { field: wrong.field })
    const now = textsOf(video)
    const texts = knownTexts(change, now)
    if (JSON.stringify(texts) === JSON.stringify(now)) return null
    return {
      video: { publishTexts: texts },
      before: now,
      after: texts,
      undo: { video: { publish_texts: video.publish_texts } },
    }
  })

/** Combines highlights into another reel, which is rendered at once. @returns its index and clip */
export async function addCompilation(
  deps: ReviewDeps,
  ask: Ask,
  wanted: z.output<typeof addToCompilationBody>,
) {
  let made: { index: number; compilation: WholeResult['compilations'][number]; clip: Clip } | undefined
  await decide(deps, ask, 'compilation', async ({ tx, video }) => {
    const { runId, result, shown } = await analyzed(tx, video)
    const chosen = indexesOf(wanted.highlights, result.highlights)
    const refusal = refusalOfCompilation(chosen, result.highlights, wanted.compilationType)
    if (refusal) throw new AppError('invalid_input', refusal, { field: 'highlights' })
    const clips = chosen.flatMap(highlight => {
      const part = result.highlights[highlight]
      return part ? [{ start: part.start, end: part.end, highlight }] : []
    })
    const named = inWordsFor(shown.highlights, standardWording)
    const scores = chosen.map(i => result.highlights[i]?.score ?? 0)
    const index = result.compilations.length
    const compilation = {
      title: `${clips.length} ${clips.length === 1 ? 'moment' : 'moments'} chosen by staff`,
      description: chosen.map(i => named[i]?.description ?? '').join(' · '),
      totalDuration: Math.round(clips.reduce((sum, part) => sum + lengthOf(part), 0) * 100) / 100,
      score: Math.round((scores.reduce((a, b) => a + b, 0) / scores.length) * 1000) / 1000,
      scoreModel: result.highlights[chosen[0]!]!.scoreModel,
      clips,
    }
    const compilations = [...result.compilations, compilation]
    await replaceResult(tx, { runId, videoId: video.id, result: { ...result, compilations } })
    const format = wanted.compilationType === 'short' ? 'vertical' : 'wide'
    const clip = presentClip(
      await requestClipIn(tx, deps, video, { kind: 'reel', index, format }),
      justRequested,
    )
    made = { index, compilation, clip }
    return { after: { index, highlights: chosen }, undo: { compilation: { runId, index } } }
  })
  if (!made) throw notFound('compilation')
  return made
}
