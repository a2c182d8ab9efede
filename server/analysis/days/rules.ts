import { type DayRecordKind, dayRecordKinds } from '#contract/ride-days.ts'

/** What clips of one day measured. SI units; null: not measured. */
export type DayMeasured = { day: string /** clips that measured something */; clips: number } & Record<
  DayRecordKind,
  number | null
>

/** Of a whole day; the others are of one clip. */
const ofDay: readonly DayRecordKind[] = ['distance', 'climbed']

/** Fewer other days than this, or other clips, are nothing to beat. */
const enough = { days: 2, clips: 3 }

/**
 * The records that a clip broke, with their values.
 * @param own the clip alone
 * @param others its rider's other clips by day, those of the same day too
 */
export function brokenBy(
  own: DayMeasured,
  others: readonly DayMeasured[],
): { kind: DayRecordKind; value: number }[] {
  const days = others.filter(({ day }) => day !== own.day)
  const today = others.find(({ day }) => day === own.day)
  const clips = others.reduce((sum, one) => sum + one.clips, 0)
  if (days.filter(one => one.clips > 0).length < enough.days && clips < enough.clips) return []
  return dayRecordKinds.flatMap(kind => {
    const [alone, wholeDay] = [own[kind], ofDay.includes(kind)]
    const beatable = (wholeDay ? days : others).flatMap(one => one[kind] ?? [])
    if (alone === null || beatable.length === 0) return []
    const best = Math.max(...beatable)
    const before = wholeDay ? (today?.[kind] ?? 0) : 0
    const value = before + alone
    // A day that was the best already is no news.
    return value > best && before <= best ? [{ kind, value }] : []
  })
}
