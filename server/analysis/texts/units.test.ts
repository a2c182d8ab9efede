import { expect, test } from 'vitest'
import { sentences as measured } from '#sentences/measured.ts'
import { evidenceOf } from '../events/evidence.ts'
import { heightOf, speedOf } from '../quantities.ts'
import { highlightOf } from '../sample-ride.ts'
import type { Scene } from '../types.ts'
import { writeTexts } from './index.ts'
import { momentOf } from './moment.ts'

const fast = (start: number) =>
  evidenceOf({
    ...{ type: 'speed', source: 'gps', start, end: start + 3, core: start + 1, value: 87.6 },
    says: measured.speed({ speed: speedOf(87.6) }),
  })
const descent = evidenceOf({
  ...{ type: 'descent', source: 'gps', start: 60, end: 64, core: 61, value: 21 },
  says: measured.down({ height: heightOf(100), grade: 21 }),
})
const scenes: Scene[] = [
  { timestamp: 0, end: 30, sceneType: 'mud', description: '' },
  { timestamp: 30, end: 300, sceneType: 'forest', description: '' },
]
const ride = {
  input: { title: 'Moab' },
  highlights: [highlightOf(fast(4)), highlightOf(descent)],
  scenes,
  durationSeconds: 300,
}
const tags = ['off-road fast runs', 'off-road steep descents', 'forest ride', 'forest off-road']

test('the texts of a ride are the same in both systems of units, except for speeds and heights', () => {
  const metric = writeTexts(ride)
  expect(metric).toMatchObject({
    title: 'Moab: 88 km/h, 1 steep descent and 1 fast run',
    description: expect.stringContaining('0:04 Speed: 88 km/h\n1:00 Descent: 100 m down at a 21% grade'),
    tags: expect.arrayContaining(tags),
    youtube: {
      description: expect.stringContaining('0:00 Speed, 88 km/h\n0:30 Forest\n1:00 Descent, 100 m down'),
    },
    tiktok: { title: '88 km/h, Moab' },
  })
  const imperial = writeTexts(ride, 'imperial')
  const restated = JSON.stringify(metric).replaceAll('88 km/h', '54 mph').replaceAll('100 m ', '328 ft ')
  expect(imperial).toEqual(JSON.parse(restated))
  expect(imperial.title).toBe('Moab: 54 mph, 1 steep descent and 1 fast run')
})

test('a clip is described in the units of its channel', () => {
  const given = { title: 'Moab', scenes, seconds: 4 }
  expect(momentOf(ride.highlights, { ...given, units: 'imperial' })).toMatchObject({
    hook: '54 mph',
    sentence: expect.stringMatching(/54 mph|328 ft/),
  })
  expect(momentOf(ride.highlights, { ...given, units: 'metric' })).toMatchObject({ hook: '88 km/h' })
})
