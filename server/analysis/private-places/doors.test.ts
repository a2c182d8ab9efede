import { expect, test } from 'vitest'
import { inWordsFor, standardWording } from '#server/core/sentences.ts'
import { analysisResult } from '#test/harness/review.ts'
import { improveTexts } from '../model-writer/index.ts'
import { rideAnswer } from '../ride-data/answer.ts'
import { gaugeDataOf } from '../ride-data/gauge-ride.ts'
import { finishAnalysis, listResult } from '../video-store.ts'
import {
  type Shown,
  type ShownRide,
  sealRide,
  shownTo,
  showsEverything,
  type WholeFindings,
  type WholeSamples,
} from './shown.ts'

const ride = { series: [], track: [[[0, 45, 7] as [number, number, number]]] }
const found: WholeFindings = { runId: '', result: analysisResult(), ride: sealRide(ride) }

/** Never called: each line must not compile, or the expectation of its error doesn't. */
function secondDoors({ result, ride: whole }: WholeFindings, samples: WholeSamples, rest: never) {
  // @ts-expect-error The track of a stored ride can't be read.
  whole?.track
  // @ts-expect-error Nor its plots.
  whole?.series
  // @ts-expect-error Nor the samples of a stored minute.
  samples.height
  // @ts-expect-error Nor what a stored highlight says.
  result.highlights[0]?.description
  // @ts-expect-error Nor what was measured.
  result.highlights[0]?.evidence[0]?.value
  // @ts-expect-error Nor what a stored scene says.
  result.scenes[0]?.description
  // @ts-expect-error Answers take only what is shown to someone.
  rideAnswer(found, standardWording)
  // @ts-expect-error So do gauges.
  gaugeDataOf(found, [], [], '')
  // @ts-expect-error So do language models.
  improveTexts(inWordsFor(analysisResult(), standardWording), '', rest, rest)
  // @ts-expect-error So do lists.
  listResult(rest, '', analysisResult())
  // @ts-expect-error And the row that lists are made of.
  finishAnalysis(rest, '', analysisResult(), new Date())
  // @ts-expect-error Nothing else makes a ride that is shown.
  const made: ShownRide = { series: [], track: [], placesHidden: false, samplesIn: () => [] }
  // @ts-expect-error Nor facts that are shown.
  const facts: Shown<{ scenes: [] }> = { scenes: [] }
  return [made, facts]
}

test('what a viewer may see of a ride is made by shownTo', () => {
  expect(secondDoors).toBeTypeOf('function')
  expect(shownTo('owner', found, showsEverything).ride?.track).toEqual(ride.track)
  const hiding = { ...showsEverything, hideEnds: true }
  expect(shownTo('others', found, hiding).ride?.track).toEqual([])
})
