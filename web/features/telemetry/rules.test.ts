import { expect, test } from 'vitest'
import { describeStreams, pathOf, placeOf, speedAt, streamName } from './rules.ts'

const stream = (name: string, hz: number, fourcc = 'XXXX') => ({ fourcc, name, samples: 10, hz })

test('drops brackets from stream names, and shows the code of a stream without a name', () => {
  expect(streamName(stream('GPS (Lat., Long., Alt., 2D speed, 3D speed)', 18))).toBe('GPS')
  expect(streamName(stream('', 200, 'ACCL'))).toBe('ACCL')
  expect(streamName(stream('(unnamed)', 200, 'GYRO'))).toBe('GYRO')
})

test('lists streams with the same name once, with the highest rate; slow ones without a rate', () => {
  expect(
    describeStreams([
      stream('Accelerometer', 200.3),
      stream('GPS (1)', 1),
      stream('GPS (2)', 18.2),
      stream('Zone', 0.2),
    ]),
  ).toBe('Accelerometer 200 Hz, GPS 18 Hz, Zone')
})

test('names the streams that scores use and counts the others', () => {
  const names = ['Hue', 'Luminance', 'Iso', 'Faces', 'Scene'].map(name => stream(name, 30))
  expect(describeStreams([...names, stream('GPS', 18, 'GPS9'), stream('Accelerometer', 200, 'ACCL')])).toBe(
    'Accelerometer 200 Hz, GPS 18 Hz, Hue 30 Hz, Luminance 30 Hz and 3 more',
  )
})

test('a moment of a ride is told by its place and its clock, and before its start with a minus', () => {
  expect(placeOf(3723.44, null)).toBe('1:02:03.4')
  expect(placeOf(59.96, null)).toBe('1:00.0')
  expect(placeOf(-2.5, null)).toBe('−0:02.5')
  expect(placeOf(60, '2026-06-01T15:30:00.000Z')).toMatch(/^1:00\.0 \(.*2026.*\)$/)
})

test('the speed between two steps is in proportion, and unknown next to a gap', () => {
  const ride = { stepSeconds: 2, speeds: [0, 10, null, 4] }
  expect(speedAt(ride, 1)).toBe(0)
  expect(speedAt(ride, 2)).toBe(5)
  expect(speedAt(ride, 4)).toBeNull()
  expect(speedAt(ride, -5)).toBeNull()
  expect(speedAt(ride, 7)).toBe(4)
})

test('the line of a ride breaks where nothing was measured', () => {
  expect(pathOf({ stepSeconds: 1, speeds: [1, 1, null, null, 1, 1, 1] }, 0, 7).match(/M/g)).toHaveLength(2)
  expect(pathOf({ stepSeconds: 1, speeds: [] }, 0, 7)).toBe('')
})
