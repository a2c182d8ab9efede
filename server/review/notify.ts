import { videoPage } from '#contract/paths.ts'
import { undoSeconds } from '#contract/rejections.ts'
import { sentences } from '#sentences/review.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Text } from '#server/core/sentences.ts'
import { notify } from '#server/notifications/index.ts'
import type { VideoRow } from '#server/videos/index.ts'

type Told = Pick<VideoRow, 'id' | 'user_id' | 'title'>

/** No mail is sent while a decision can still be undone. */
const settled = (now: Date) => new Date(now.getTime() + undoSeconds * 1000)

/** Notifies the owner that the video was selected. @returns what withdraws it */
export async function notifySelected(tx: Queryable, video: Told, version: number, now: Date) {
  const eventKey = `clip_selected:${video.id}:${version}`
  await notify(tx, {
    userId: video.user_id,
    videoId: video.id,
    type: 'clip_selected',
    title: sentences.selectedTitle({ title: video.title }),
    message: sentences.selectedMessage,
    link: videoPage(video.id),
    eventKey,
    mail: { notBefore: settled(now) },
  })
  return { eventKey, mailKey: eventKey }
}

/** The same for a highlight: a notification for each, one mail for all of a video's. */
export async function notifyHighlightSelected(
  tx: Queryable,
  video: Told,
  highlight: { runId: string; index: number; description: Text; start: number },
  now: Date,
) {
  const eventKey = `clip_selected:${highlight.runId}:${highlight.index}`
  const mailKey = `clip_selected:${highlight.runId}`
  await notify(tx, {
    userId: video.user_id,
    videoId: video.id,
    type: 'clip_selected',
    title: sentences.highlightSelectedTitle({ title: video.title }),
    message: sentences.highlightSelectedMessage({ highlight: highlight.description }),
    link: videoPage(video.id, highlight.start),
    eventKey,
    mail: { eventKey: mailKey, notBefore: settled(now) },
  })
  return { eventKey, mailKey }
}

/** Tells the owner why the video was rejected, and what they can do. */
export async function notifyRejected(tx: Queryable, video: Told, sentence: Text, version: number, now: Date) {
  const eventKey = `video_rejected:${video.id}:${version}`
  await notify(tx, {
    userId: video.user_id,
    videoId: video.id,
    type: 'video_rejected',
    title: sentences.refusedTitle({ title: video.title }),
    message: sentences.refusedMessage({ problem: sentence }),
    link: videoPage(video.id),
    eventKey,
    mail: { notBefore: settled(now) },
  })
  return { eventKey, mailKey: eventKey }
}

/** Tells the owner that a published video was hidden. */
export async function notifyHidden(tx: Queryable, video: Told, words: string, version: number, now: Date) {
  const eventKey = `video_hidden:${video.id}:${version}`
  await notify(tx, {
    userId: video.user_id,
    videoId: video.id,
    type: 'video_rejected',
    title: sentences.hiddenTitle({ title: video.title }),
    message: words || sentences.hiddenMessage,
    link: videoPage(video.id),
    eventKey,
    mail: { notBefore: settled(now) },
  })
  return { eventKey, mailKey: eventKey }
}
