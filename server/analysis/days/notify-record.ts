import { videoPage } from '#contract/paths.ts'
import type { DayRecordKind } from '#contract/ride-days.ts'
import { sentences } from '#sentences/analysis.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { notify } from '#server/notifications/index.ts'
import type { VideoRow } from '#server/videos/index.ts'
import { brokenBy } from './rules.ts'
import { measuredBeside } from './store.ts'

const words: Record<DayRecordKind, (value: number) => Sentence> = {
  topSpeed: si => sentences.record.topSpeed({ speed: { quantity: 'speed', si } }),
  airtime: seconds => sentences.record.airtime({ seconds }),
  distance: si => sentences.record.distance({ distance: { quantity: 'far', si } }),
  climbed: si => sentences.record.climbed({ height: { quantity: 'height', si } }),
}

/** Tells a rider once what records a video broke, by itself or with its day. */
export async function notifyRecords(
  tx: Queryable,
  { id, user_id: userId, title }: Pick<VideoRow, 'id' | 'user_id' | 'title'>,
): Promise<void> {
  const measured = await measuredBeside(tx, { videoId: id, userId })
  const [first, ...others] = measured ? brokenBy(measured.own, measured.others) : []
  if (!first) return
  await notify(tx, {
    userId,
    videoId: id,
    type: 'personal_record',
    title: words[first.kind](first.value),
    message: sentences.record.message({ title, others: others.length }),
    link: videoPage(id),
    eventKey: `personal_record:${id}`,
  })
}
