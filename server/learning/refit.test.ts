import { describe, expect, test } from 'vitest'
import { seededRandom } from '#lab/ride/random.ts'
import { calibrate, standardModel } from '#server/analysis/index.ts'
import type { Sample } from './labels.ts'
import { type Refit, refit } from './refit.ts'

interface Kind {
  kind: string
  source?: Sample['source']
  /** the probability that a reviewer keeps it */
  keep: (score: number) => number
}

/**
 * Reviews of `videos` videos with five highlights of each kind, with raw scores spread over the visible
 * range.
 */
function reviews(kinds: readonly Kind[], { videos = 40, seed = 1 } = {}): Sample[] {
  const { next } = seededRandom(seed)
  return Array.from({ length: videos }, (_, video) =>
    kinds.flatMap(({ kind, source = 'telemetry', keep }) =>
      Array.from({ length: 5 }, () => {
        const raw = 0.45 + 0.5 * next()
        const score = calibrate(standardModel, kind, raw, source)
        return { videoId: `video-${video}`, kind, source, raw, right: next() < keep(score) }
      }),
    ),
  ).flat()
}

/** Kept as often as today's score predicts. */
const honest = (kind: string): Kind => ({ kind, keep: score => score })

const proposed = (found: Refit) => {
  if (found.outcome !== 'proposed') throw new Error(`Nothing was proposed: ${found.outcome}`)
  return found
}

describe('refit', () => {
  test('corrects a kind that is scored too high and leaves the others unchanged', () => {
    const samples = reviews([
      honest('jump'),
      { kind: 'sound_burst', source: 'picture', keep: score => score / 4 },
    ])
    const { model, report } = proposed(refit(samples, standardModel, 0))
    expect(model.sources.telemetry.kinds.splash).toEqual(standardModel.sources.telemetry.kinds.splash)
    const loud = report.rows.find(({ kind }) => kind === 'sound_burst')
    expect(loud).toMatchObject({ labels: 200, videos: 40, changed: true })
    for (const { today, proposed } of loud?.scores ?? []) expect(proposed).toBeLessThan(today - 0.2)
    expect(loud?.errorToday).toBeGreaterThan(0.3)
    expect(loud?.errorProposed).toBeLessThan(0.15)
    expect(report.errorToday - report.errorProposed).toBeGreaterThan(0.1)
    expect(report).toMatchObject({ labels: 400, videos: 40, against: 0 })
  })

  test('a correction is not proposed again: the second night finds nothing better', () => {
    const samples = reviews([honest('jump'), { kind: 'splash', keep: score => score / 3 }])
    const { model } = proposed(refit(samples, standardModel, 0))
    expect(refit(samples, model, 1)).toEqual({ outcome: 'no_better' })
  })

  test('proposes nothing for random verdicts', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = reviews(
        [
          { kind: 'jump', keep: () => 0.5 },
          { kind: 'speed', keep: () => 0.5 },
        ],
        { seed },
      )
      expect([seed, refit(random, standardModel, 0).outcome]).toEqual([seed, 'no_order'])
    }
  })

  test('proposes nothing when scores are already right', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const right = reviews([honest('jump'), honest('speed')], { seed })
      expect([seed, refit(right, standardModel, 0).outcome]).not.toEqual([seed, 'proposed'])
    }
  })

  test('needs 200 labels from 20 videos in total, and 50 from 10 videos to change a kind', () => {
    const wrong: Kind = { kind: 'splash', keep: score => score / 4 }
    expect(refit(reviews([wrong], { videos: 39 }), standardModel, 0)).toEqual({ outcome: 'too_few' })
    const few = reviews([honest('jump'), wrong], { videos: 40 })
    const fewOfKind = few.filter(({ kind }, at) => kind === 'jump' || at < 90)
    expect(fewOfKind.filter(({ kind }) => kind === 'splash').length).toBeLessThan(50)
    expect(refit(fewOfKind, standardModel, 0).outcome).not.toBe('proposed')
    const oneVideo = reviews([wrong], { videos: 80 }).map(sample => ({ ...sample, videoId: 'one' }))
    expect(refit(oneVideo, standardModel, 0)).toEqual({ outcome: 'too_few' })
  })

  test('the same labels in another order give the same proposal', () => {
    const samples = reviews([honest('jump'), { kind: 'splash', keep: score => score / 4 }])
    const forth = proposed(refit(samples, standardModel, 0))
    const back = proposed(refit(samples.toReversed(), standardModel, 0))
    const scores = ({ report }: typeof forth) => report.rows.map(({ kind, scores }) => [kind, scores])
    expect(scores(back)).toEqual(scores(forth))
  })
})
