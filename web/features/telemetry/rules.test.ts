import { expect, test } from 'vitest'
import { describeStreams, streamName } from './rules.ts'

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
