import type { Highlight, Scene } from '#contract/analysis.ts'
import { clock } from '#contract/clock.ts'
import { shortName } from '../highlights/names.ts'
import { capital } from './words.ts'

/**
 * Video platforms show chapters if there are at least three, each at least ten seconds long, the first at
 * 0:00.
 */
const rules = { atLeast: 3, shortest: 10, atMost: 20 }

/** Scenes that no one skips to. */
const dull: ReadonlySet<string> = new Set(['parked'])

/**
 * "0:00 Moab 2026", "1:17 Jump, 1.1 s of airtime" …; none when fewer than three chapters of ten seconds
 * result. The first chapter has the name of the highlight it starts with, otherwise the ride's.
 */
export function chaptersOf(
  scenes: readonly Omit<Scene, 'description'>[],
  highlights: readonly Highlight[],
  { durationSeconds, ride }: { durationSeconds: number; ride: string },
): string[] {
  const watched = scenes.filter(({ sceneType }) => !dull.has(sceneType))
  const marks = [
    ...watched.map(({ timestamp, sceneType }) => ({ time: timestamp, name: capital(sceneType), weight: 0 })),
    ...highlights.map(highlight => ({
      time: highlight.start,
      name: shortName(highlight),
      weight: highlight.strength,
    })),
  ]
    .map(mark => ({ ...mark, time: Math.floor(mark.time) }))
    .sort((a, b) => b.weight - a.weight || a.time - b.time)
  const opening = marks.find(mark => mark.weight > 0 && mark.time < rules.shortest)
  const chosen = [{ time: 0, name: opening?.name ?? capital(ride) }]
  for (const mark of marks) {
    if (chosen.length === rules.atMost || durationSeconds - mark.time < rules.shortest) continue
    if (chosen.every(other => Math.abs(other.time - mark.time) >= rules.shortest)) chosen.push(mark)
  }
  if (chosen.length < rules.atLeast) return []
  return chosen.sort((a, b) => a.time - b.time).map(({ time, name }) => `${clock(time)} ${name}`)
}
