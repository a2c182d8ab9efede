import { describe, expect, it } from 'vitest'
import { buildPayloads, klv, nested, numberKlv, numericStream, textKlv } from '#lab/ride/gpmf.ts'
import { sampleTelemetry } from '#lab/ride/sample-telemetry.ts'
import { accelerometer, gps5, gps9, sceneClasses } from '#lab/ride/sensors.ts'
import { parseGpmfPayloads } from './gpmf.ts'

const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts))
const device = (id: number, name: string, ...streams: Uint8Array[]): Uint8Array =>
  nested('DEVC', [numberKlv('DVID', 'L', [id]), textKlv('DVNM', name), ...streams])
const strm = (...klvs: Uint8Array[]): Uint8Array => nested('STRM', klvs)
const three = (key: string, ...values: number[]): Uint8Array => {
  const data = new DataView(new ArrayBuffer(values.length * 2))
  values.forEach((value, index) => {
    data.setInt16(index * 2, value)
  })
  return klv(key, 's', 6, values.length / 3, new Uint8Array(data.buffer))
}
const seconds = Float64Array.from([0, 0.25, 0.5, 0.75])
const parse = (...payloads: Uint8Array[]) => parseGpmfPayloads(join(...payloads), 1)

describe('the reader reads what the writer writes', () => {
  const { rows, payloads } = sampleTelemetry(5, { gps9: true, scenes: true })
  const telemetry = parse(...payloads)

  // half a step of the sensor's scale, plus 32-bit rounding
  it.each([
    ['ACCL', 0.5 / 417],
    ['GYRO', 0.5 / 939],
    ['GRAV', 0.5 / 32767],
    ['GPS5', 0.005],
    ['GPS9', 0.005],
    ['SCEN', 1e-7],
  ] as const)('%s to half a step of its scale', (fourcc, step) => {
    const series = telemetry.series.get(fourcc)!
    const { times, values } = rows[fourcc]
    expect(series.times.length).toBe(times.length)
    expect(series.values.length).toBe(values.length)
    for (let index = 0; index < times.length; index++)
      expect(series.times[index]).toBeCloseTo(times[index]!, 9)
    const worst = values.reduce((most, value, i) => Math.max(most, Math.abs(value - series.values[i]!)), 0)
    expect(worst).toBeLessThan(step * 1.001 + 4e-6)
  })

  it("keeps positions to the camera's own 1e-7 degree", () => {
    const { values } = telemetry.series.get('GPS5')!
    expect(Math.abs(values[5]! - rows.GPS5.values[5]!)).toBeLessThan(0.51e-7)
  })

  it('carries names, units and columns', () => {
    expect(telemetry.device).toBe('Trailcut Simulator')
    expect(telemetry.series.get('ACCL')).toMatchObject({ name: 'Accelerometer', units: 'm/s²', axes: 3 })
    expect(telemetry.series.get('GPS5')!.units).toBe('deg,deg,m,m/s,m/s')
    expect(telemetry.series.get('SCEN')!.columns).toEqual(['SNOW', 'VEGE', 'WATR'])
  })
})

describe('KLV', () => {
  it('saturates like a sensor instead of wrapping around', () => {
    const { payloads } = buildPayloads(
      { name: 'x' },
      [accelerometer({ times: seconds.slice(0, 1), values: [500, -500, 0] })],
      1,
    )
    const { values } = parse(...payloads).series.get('ACCL')!
    expect(values[0]).toBeCloseTo(32767 / 417, 4)
    expect(values[1]).toBeCloseTo(-32768 / 417, 4)
  })

  it('divides each axis by its own scale, and drops a stream with a zero scale', () => {
    const scaled = strm(numberKlv('SCAL', 's', [1, 10, 100]), three('ACCL', 5, 50, 500))
    const zero = strm(numberKlv('SCAL', 's', [1, 0, 1]), three('GYRO', 5, 50, 500))
    const { series } = parse(device(1, 'x', scaled, zero))
    expect(Array.from(series.get('ACCL')!.values)).toEqual([5, 5, 5])
    expect(series.has('GYRO')).toBe(false)
  })

  it('expands the counts in a TYPE', () => {
    const data = new DataView(new ArrayBuffer(16))
    ;[1, 2, 3, 4].forEach((value, index) => {
      data.setFloat32(index * 4, value)
    })
    const stream = strm(textKlv('TYPE', 'f[3]f'), klv('CORI', '?', 16, 1, new Uint8Array(data.buffer)))
    expect(Array.from(parse(device(1, 'x', stream)).series.get('CORI')!.values)).toEqual([1, 2, 3, 4])
  })

  it("rotates the sensor's axes to the camera's", () => {
    const stream = strm(textKlv('ORIN', 'YxZ'), textKlv('ORIO', 'ZXY'), three('ACCL', 1, 2, 3))
    expect(Array.from(parse(device(1, 'x', stream)).series.get('ACCL')!.values)).toEqual([3, -2, 1])
  })

  it('keeps the first device and the first stream of a FourCC', () => {
    const payload = join(
      device(1, 'Camera', strm(three('GYRO', 1, 1, 1))),
      device(
        2,
        'Drone',
        strm(three('ACCL', 2, 2, 2)),
        strm(three('ACCL', 3, 3, 3)),
        strm(three('GYRO', 4, 4, 4)),
      ),
    )
    const { device: name, series } = parse(payload, payload)
    expect(name).toBe('Camera')
    expect(Array.from(series.get('GYRO')!.values)).toEqual([1, 1, 1, 1, 1, 1])
    expect(Array.from(series.get('ACCL')!.values)).toEqual([2, 2, 2, 2, 2, 2])
    expect(Array.from(series.get('ACCL')!.times)).toEqual([0, 1])
  })

  it('drops a truncated value but keeps the streams before it', () => {
    const whole = device(1, 'x', strm(three('ACCL', 1, 2, 3)), strm(three('GYRO', 4, 5, 6, 7, 8, 9)))
    const { series } = parse(whole.subarray(0, whole.length - 4))
    expect(Array.from(series.get('ACCL')!.values)).toEqual([1, 2, 3])
    expect(series.has('GYRO')).toBe(false)
  })

  it('skips zero words between devices', () => {
    const payload = device(1, 'x', strm(three('ACCL', 1, 2, 3)))
    expect(parse(payload, new Uint8Array(12), payload).series.get('ACCL')!.times.length).toBe(2)
  })

  it('leaves out values that are not numbers', () => {
    const stream = numericStream({
      fourcc: 'SHUT',
      name: 'Exposure',
      types: 'f',
      axes: 1,
      scale: 1,
      times: seconds,
      values: [0.1, Number.NaN, Number.POSITIVE_INFINITY, 0.2],
    })
    const { payloads } = buildPayloads({ name: 'x' }, [stream], 1)
    expect(Array.from(parse(...payloads).series.get('SHUT')!.times)).toEqual([0, 0.75])
  })
})

describe('positions', () => {
  const place = Float64Array.from({ length: 20 }, (_, index) => [45, 7, 500, 10, 10][index % 5]!)

  it.each([
    ['a good fix', 3, 150, 4],
    ['a flat fix', 2, 499, 4],
    ['no fix', 0, 150, 0],
    ['a poor fix', 3, 500, 0],
  ])('%s', (_, fix, precision, expected) => {
    const stream = gps5({ times: seconds, values: place }, () => ({ fix, precision, utc: null }))
    const { payloads } = buildPayloads({ name: 'x' }, [stream], 1)
    expect(parse(...payloads).series.get('GPS5')?.times.length ?? 0).toBe(expected)
  })

  it('checks GPS9 sample by sample, and never accepts 0, 0 as a place', () => {
    const values = [
      [45, 7, 500, 10, 10, 9000, 40000, 1.5, 3],
      [45, 7, 500, 10, 10, 9000, 40000, 1.5, 0],
      [45, 7, 500, 10, 10, 9000, 40000, 9.9, 3],
      [0, 0, 500, 10, 10, 9000, 40000, 1.5, 3],
    ].flat()
    const { payloads } = buildPayloads({ name: 'x' }, [gps9({ times: seconds, values })], 1)
    expect(Array.from(parse(...payloads).series.get('GPS9')!.times)).toEqual([0])
  })
})

describe('streams with a KLV per sample', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values)

  it('counts faces and returns the first box, in either layout', () => {
    const floats = new DataView(new ArrayBuffer(40))
    ;[0.1, 0.2, 0.3, 0.4].forEach((value, index) => {
      floats.setFloat32(4 + index * 4, value)
    })
    const early = strm(
      textKlv('TYPE', 'Lffff'),
      klv('FACE', '?', 20, 2, new Uint8Array(floats.buffer)),
      klv('FACE', '?', 20, 0, bytes()),
    )
    const { values, columns } = parse(device(1, 'x', early)).series.get('FACE')!
    expect(columns).toEqual(['count', 'x', 'y', 'width', 'height'])
    expect(Array.from(values.slice(0, 6), value => Math.round(value * 1e6) / 1e6)).toEqual([
      2, 0.1, 0.2, 0.3, 0.4, 0,
    ])
    expect(values[6]).toBeNaN()

    const late = strm(
      textKlv('TYPE', 'BBSSSSSBB'),
      numberKlv('SCAL', 'S', [1, 1, 1, 65535, 65535, 65535, 65535, 1, 1]),
      klv('FACE', '?', 14, 1, bytes(4, 90, 0, 7, 0xff, 0xff, 0, 0, 0x7f, 0xff, 0x33, 0x33, 0, 0)),
    )
    const box = Array.from(parse(device(1, 'x', late)).series.get('FACE')!.values)
    expect(box.map(value => Math.round(value * 100) / 100)).toEqual([1, 1, 0, 0.5, 0.2])
  })

  it('returns hues with their weights', () => {
    const stream = strm(textKlv('TYPE', 'BB'), klv('HUES', '?', 2, 2, bytes(253, 94, 49, 61)))
    const hues = parse(device(1, 'x', stream)).series.get('HUES')!
    expect(hues.columns).toEqual(['hue0', 'weight0', 'hue1', 'weight1'])
    expect(Array.from(hues.values)).toEqual([253, 94, 49, 61])
  })
})

describe('times', () => {
  const payload = (count: number) =>
    device(1, 'x', strm(three('ACCL', ...Array.from({ length: count * 3 }, () => 1))))

  it('spreads samples over each payload, and gives the last one the median interval', () => {
    const { times } = parse(payload(4), payload(5), payload(4), payload(1)).series.get('ACCL')!
    const expected = [0, 0.25, 0.5, 0.75, 1, 1.2, 1.4, 1.6, 1.8, 2, 2.25, 2.5, 2.75, 3]
    expect(Array.from(times, time => Math.round(time * 1e6) / 1e6)).toEqual(expected)
  })

  it('subtracts the delay of a late stream', () => {
    const late = strm(numberKlv('TIMO', 'f', [0.5]), three('ACCL', 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4))
    expect(Array.from(parse(device(1, 'x', late)).series.get('ACCL')!.times)).toEqual([0, 0.25])
  })

  it('gives scene classes one time per KLV, and keeps each class in its column', () => {
    const { payloads } = buildPayloads(
      { name: 'x' },
      [sceneClasses(['SNOW', 'VEGE'], { times: [0, 0.5], values: [0.1, 0.9, 0.2, 0.8] })],
      1,
    )
    const { times, values } = parse(...payloads).series.get('SCEN')!
    expect(Array.from(times)).toEqual([0, 0.5])
    expect(values[3]).toBeCloseTo(0.8, 6)
  })
})
