import { videoPage } from '#contract/paths.ts'
import { undoSeconds } from '#contract/rejections.ts'
import { notify } from '#server/notifications/index.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { VideoRow } from '#server/videos/index.ts'

type Told = Pick<VideoRow, 'id' | 'user_id' | 'title'>

/** No mail is sent while a decision can still be undone. */
const settled = (now: Date) => new Date(now.getTime() + undoSeconds * 1000)

/** Notifies the owner that the video was selected. @returns what withdraws it */
export async function tellSelected(tx: Queryable, video: Told, version: number, now: Date) {
  const eventKey = `clip_selected:${video.id}:${version}`
  await notify(tx, {
    userId: video.user_id,
    type: 'clip_selected',
    title: `Your video '${video.title}' was selected`,
    message: 'Our staff approved it. It is published next; you are told when it is live.',
    link: videoPage(video.id),
    eventKey,
    mail: { notBefore: settled(now) },
  })
  return { eventKey, mailKey: eventKey }
}

/** The same for a highlight: a notification for each, one mail for all of a video's. */
export async function tellHighlightSelected(
  tx: Queryable,
  video: Told,
  highlight: { runId: string; index: number; description: string; start: number },
  now: Date,
) {
  const eventKey = `clip_selected:${highlight.runId}:${highlight.index}`
  const mailKey = `clip_selected:${highlight.runId}`
  await notify(tx, {
    userId: video.user_id,
    type: 'clip_selected',
    title: `A clip of '${video.title}' was selected`,
    message: `Our staff approved this moment: ${highlight.description}`,
    link: videoPage(video.id, highlight.start),
    eventKey,
    mail: { eventKey: mailKey, notBefore: settled(now) },
  })
  return { eventKey, mailKey }
}

/** Tells the owner why the video was rejected, and what they can do. */
export async function tellRejected(tx: Queryable, video: Told, sentence: string, version: number, now: Date) {
  const eventKey = `video_rejected:${video.id}:${version}`
  await notify(tx, {
    userId: video.user_id,
    type: 'video_rejected',
    title: `'${video.title}' was not selected`,
    message: `${sentence} You can change it and send it again.`,
    link: videoPage(video.id),
    eventKey,
    mail: { notBefore: settled(now) },
  })
  return { eventKey, mailKey: eventKey }
}

/** Tells the owner that a published video was hidden. */
export async function tellHidden(tx: Queryable, video: Told, words: string, version: number, now: Date) {
  const eventKey = `video_hidden:${video.id}:${version}`
  await notify(tx, {
    userId: video.user_id,
    type: 'video_rejected',
    title: `'${video.title}' was taken out of sight`,
    message: words || 'Our staff are looking into it. Nobody else can watch it until then.',
    link: videoPage(video.id),
    eventKey,
    mail: { notBefore: settled(now) },
  })
  return { eventKey, mailKey: eventKey }
}
