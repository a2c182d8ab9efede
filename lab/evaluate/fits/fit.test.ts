import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { standardModel } from '#server/analysis/calibration/model.ts'
import { reliability } from '#server/analysis/calibration/reliability.ts'
import { measure } from '../measure.ts'
import { errorByChance, type FittedRide, fitScores } from './fit.ts'
import { diagramOf, drawDiagram, fitTable, modelTable } from './fit-report.ts'
import { nextVersion, writeFit } from './write-fit.ts'

const options = { version: 'rides-7', fittedOn: 'made-up rides' }

/**
 * A ride with true highlights 10 s apart; all finds are right except every fifth, which is weak and lies
 * between two.
 */
function rideOf(name: string, right = true): FittedRide {
  const truth = {
    durationSeconds: 200,
    cuts: [],
    events: Array.from({ length: 20 }, (_, i) => ({
      ...{ type: 'jump', start: 10 * i, end: 10 * i + 3, core: 10 * i + 1, value: null },
      intensity: 0.4 + i / 40,
    })),
  }
  const found = truth.events.map(({ start, end, intensity }, i) => {
    const wrong = i % 5 === 4 || !right
    return {
      ...{ start: start + (wrong ? 5 : 0), end: end + (wrong ? 5 : 0), airtime: null, kind: 'jump' },
      ...{ score: 0, strength: wrong ? 0.48 : intensity + 0.1 },
    }
  })
  const judged = { truth, found, cuts: null, sceneStarts: null }
  return { name, all: judged, pictureAndSound: { ...judged, found: found.slice(0, 10) } }
}
const rides = [1, 2, 3, 4].map(seed => rideOf(`ride-${seed}`)).concat(rideOf('wide-ride-401'))

describe('a fit of scores', () => {
  it('lowers the calibration error and keeps what was found', () => {
    const { model, rows } = fitScores(rides, options)
    expect(model.version).toBe('rides-7')
    expect(model.sources.telemetry.all).toMatchObject({ finds: 100, right: 80 })
    expect(model.sources.picture.kinds.jump).toMatchObject({ finds: 50, right: 40 })
    const { before, after } = rows.find(row => row.source === 'telemetry' && row.world === 'both')!
    expect(after.calibration.all!.expectedError!).toBeLessThan(before.calibration.all!.expectedError!)
    expect([after.found, after.f1]).toEqual([before.found, before.f1])
    expect(after.rankCorrelation).toBeCloseTo(before.rankCorrelation!)
    expect(rows.map(({ world }) => world)).toEqual(['both', 'plain', 'wide', 'both', 'plain', 'wide'])
  })

  it('evaluates a ride with a model that has not seen it', () => {
    const odd = rideOf('wide-ride-402', false)
    const { rows } = fitScores([...rides.slice(0, 4), odd], options)
    const wide = rows.find(row => row.source === 'telemetry' && row.world === 'wide')!
    // All of its finds are wrong, which no other ride has taught the model.
    expect(wide.after.precision).toBe(0)
    const alone = fitScores([odd], options).model
    expect(wide.after.calibration.all!.expectedError!).toBeGreaterThan(0.2)
    expect(alone.sources.telemetry.all.right).toBe(0)
  })

  it('knows how much of the error is due to chance', () => {
    const finds = Array.from({ length: 100 }, (_, i) => ({ kind: 'jump', score: 0.5, right: i % 2 === 0 }))
    const calibration = { all: reliability(finds) }
    expect(errorByChance({ ...measure([]), calibration })).toBeCloseTo(0.04, 2)
    expect(errorByChance(measure([]))).toBeNull()
  })

  it('prints tables and draws a diagram', () => {
    const fit = fitScores(rides, options)
    expect(fitTable(fit).split('\n')).toHaveLength(2 + 6)
    expect(modelTable(fit.model)).toContain('| jump | 80/100 |')
    const drawn = drawDiagram(diagramOf(fit))
    expect(drawn).toContain('model rides-7')
    expect(drawn.match(/<circle/g)!.length).toBeGreaterThan(3)
  })

  it('gets a new version only when it scores differently', () => {
    expect(nextVersion(standardModel, { ...standardModel, fittedOn: 'the same, told otherwise' })).toBe(
      standardModel.version,
    )
    expect(nextVersion({ ...standardModel, version: 'rides-4' }, { ...standardModel, rawShare: 0.2 })).toBe(
      'rides-5',
    )
  })

  it('refuses held-out rides', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fit-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    for (const name of ['ride-201', 'wide-ride-501', 'wide-ride-402-plain-light']) {
      const file = join(folder, `${name}.json`)
      await writeFile(file, JSON.stringify({ videos: [rideOf(name)] }))
      await expect(writeFit(file)).rejects.toThrow(`${name} is no ride to tune on`)
    }
  })
})
