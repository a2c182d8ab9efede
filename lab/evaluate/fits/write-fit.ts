import { readFile, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type CalibrationModel, calibrationModel } from '#server/analysis/calibration/model.ts'
import { type EvaluationRide, tuningRides, wideTuningRides } from '../rides.ts'
import { type FittedRide, fitScores } from './fit.ts'
import { diagramOf, drawDiagram, fitTable, modelTable } from './fit-report.ts'

const modelFile = new URL('../../../server/analysis/calibration/scores.json', import.meta.url)
const docs = new URL('../../../docs/', import.meta.url)

/** "rides-3" after "rides-2" when it scores differently, otherwise the same version. */
export function nextVersion(before: CalibrationModel, after: CalibrationModel): string {
  const scores = ({ rawShare, sources }: CalibrationModel) => ({ rawShare, sources })
  if (isDeepStrictEqual(scores(before), scores(after))) return before.version
  const [, count = '0'] = /^rides-(\d+)$/.exec(before.version) ?? []
  return `rides-${Number(count) + 1}`
}

const seedsOf = (rides: readonly EvaluationRide[]) => new Set(rides.map(({ seed }) => seed))
const seeds = { plain: seedsOf(tuningRides), wide: seedsOf(wideTuningRides) }
/** Tuning rides only: held-out rides must not be used for fitting. */
const isTuning = (name: string) =>
  seeds[name.startsWith('wide-') ? 'wide' : 'plain'].has(Number(/-(\d+)$/.exec(name)?.[1]))

/**
 * Fits the scores on the output of `--tuning`, and writes the model and the reliability diagram with its
 * numbers.
 * @param file the JSON of `npm run evaluate -- --tuning`
 * @returns tables of what changed, in Markdown
 * @throws when the file contains a ride that isn't for tuning
 */
export async function writeFit(file: string): Promise<string> {
  const { videos } = z
    .object({ videos: z.array(z.custom<FittedRide>()) })
    .parse(JSON.parse(await readFile(file, 'utf8')))
  const other = videos.find(({ name }) => !isTuning(name))
  if (other) throw new Error(`${other.name} is no ride to tune on: scores are fitted on those alone.`)
  const count = (wide: boolean) => videos.filter(({ name }) => name.startsWith('wide-') === wide).length
  const fittedOn = `${count(false)} tuning rides of the plain world and ${count(true)} of the wide world`
  const before = calibrationModel.parse(JSON.parse(await readFile(modelFile, 'utf8')))
  const fitted = fitScores(videos, { version: before.version, fittedOn })
  const version = nextVersion(before, fitted.model)
  const fit = { ...fitted, model: { ...fitted.model, version } }
  const diagram = diagramOf(fit)
  await writeFile(modelFile, `${JSON.stringify(fit.model, null, 2)}\n`)
  await writeFile(new URL('calibration.json', docs), `${JSON.stringify(diagram, null, 2)}\n`)
  await writeFile(new URL('calibration.svg', docs), drawDiagram(diagram))
  return [`Model ${version}, fitted on ${fittedOn}`, fitTable(fit), modelTable(fit.model)].join('\n\n')
}
