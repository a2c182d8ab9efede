import { sentences } from '#sentences/review.ts'
import { AppError } from '#server/core/http/errors.ts'
import { type Ask, decide, type ReviewDeps } from './decide.ts'
import { notifyHidden } from './notify.ts'

/** Hides a published video from everyone but its owner and staff. @param words for the owner */
export const hideVideo = (deps: ReviewDeps, ask: Ask, words: string): Promise<boolean> =>
  decide(deps, ask, 'hide', async ({ tx, video, version, now }) => {
    if (video.status !== 'published') throw new AppError('conflict', sentences.onlyPublished)
    if (video.hidden_at) return null
    const told = await notifyHidden(tx, video, words, version, now)
    return {
      video: { hiddenAt: now },
      before: { hidden: false },
      after: { hidden: true, ...(words ? { words } : {}) },
      undo: { video: { hidden_at: null }, told },
    }
  })

/** Shows a hidden video again. */
export const unhideVideo = (deps: ReviewDeps, ask: Ask): Promise<boolean> =>
  decide(deps, ask, 'unhide', async ({ video }) =>
    video.hidden_at
      ? {
          video: { hiddenAt: null },
          before: { hidden: true },
          after: { hidden: false },
          undo: { video: { hidden_at: video.hidden_at.toISOString() } },
        }
      : null,
  )
