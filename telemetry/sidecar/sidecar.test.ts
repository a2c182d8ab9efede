import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSidecar, readSidecarFrom, TelemetryError, type TelemetryProblem } from '../index.ts'
import { blobSource } from '../source.ts'
import { readCsv, splitRow } from './csv.ts'
import { haversine } from './positions.ts'
import { readXmlTrack } from './xml-track.ts'

const read = (text: string) => readSidecarFrom(blobSource(new Blob([text])))
const refusal = async (text: string): Promise<[string, TelemetryProblem]> => {
  try {
    await read(text)
  } catch (error) {
    if (error instanceof TelemetryError) return [error.code, error.problem]
    throw error
  }
  throw new Error('was read')
}
const round = (values: ArrayLike<number>, digits = 3) =>
  Array.from(values, value => Number(value.toFixed(digits)))

const point = (second: number, lat: number, extra = '') =>
  `<trkpt lat="${lat}" lon="7"><ele>${500 + second}</ele><time>2026-11-21T10:00:${String(second).padStart(2, '0')}Z</time>${extra}</trkpt>`
const gpx = (...segments: string[][]) =>
  `<?xml version="1.0"?><!DOCTYPE gpx><gpx creator="Garmin &amp; Co" xmlns:gpxtpx="x"><!-- a > comment --><trk>
  <name><![CDATA[<trkpt lat="1" lon="1">]]></name>${segments.map(all => `<trkseg>${all.join('\n')}</trkseg>`).join('')}</trk></gpx>`
/** degrees of latitude that are `meters` long */
const north = (meters: number) => meters / 111_194.93

it('haversine: a degree of latitude is 111.195 km, antipodes are half the circumference apart', () => {
  expect(haversine(45, 7, 46, 7)).toBeCloseTo(111_195, 0)
  expect(haversine(0, 0, 0, 180)).toBeCloseTo(Math.PI * 6_371_008.8, 0)
  expect(haversine(45, 7, 45, 7)).toBe(0)
})

describe('GPX', () => {
  it('returns positions, altitudes, and speeds computed from the positions', async () => {
    const telemetry = await read(gpx([0, 1, 2, 3, 4].map(second => point(second, 45 + north(10 * second)))))
    const track = telemetry.series.get('GPS5')!
    expect(telemetry).toMatchObject({ format: 'gpx', device: 'Garmin & Co', tags: [] })
    expect(Array.from(track.times)).toEqual([0, 1, 2, 3, 4])
    expect(round(track.values.subarray(0, 5), 2)).toEqual([45, 7, 500, 10, 10])
    expect(round([8, 13, 18, 23].map(index => track.values[index]!))).toEqual([10, 10, 10, 10])
  })

  it('accepts speeds in any namespace, and treats empty altitudes as missing', async () => {
    const speed =
      '<extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>7.5</gpxtpx:speed></gpxtpx:TrackPointExtension></extensions>'
    const bare = '<trkpt lat="45" lon="7"><time>2026-11-21T10:00:01.5+00:00</time></trkpt>'
    const { values, times } = (await read(gpx([point(0, 45, speed), bare]))).series.get('GPS5')!
    expect(values[3]).toBe(7.5)
    expect(times[1]).toBe(1.5)
    expect(values[7]).toBeNaN()
  })

  it('computes no speed across a gap between segments', async () => {
    const { values } = (
      await read(gpx([point(0, 45), point(1, 45)], [point(2, 46), point(3, 46)]))
    ).series.get('GPS5')!
    expect([3, 8, 13, 18].map(index => values[index])).toEqual([0, 0, 0, 0])
  })

  it('leaves out points without time or position and those out of order', async () => {
    const odd = [
      '<trkpt lat="45" lon="7"/>',
      '<trkpt lat="95" lon="7"><time>2026-11-21T10:00:05Z</time></trkpt>',
    ]
    const track = await read(gpx([point(3, 45), ...odd, point(1, 45), point(4, 45)]))
    expect(Array.from(track.series.get('GPS5')!.times)).toEqual([0, 1])
  })

  it('reads the same in pieces of any length', async () => {
    const text = gpx([0, 1, 2, 3].map(second => point(second, 45 + north(second))))
    const whole = await read(text)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), async lengths => {
        async function* pieces() {
          for (let at = 0, turn = 0; at < text.length; turn++) {
            const length = lengths[turn % lengths.length]!
            yield text.slice(at, at + length)
            at += length
          }
        }
        expect(await readXmlTrack(pieces(), { steps: 0 })).toEqual(whole)
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    ['<html><body>', 'damaged', { name: 'notTrack' }],
    ['<gpx><wpt lat="1" lon="2"/></gpx>', 'unsupported', { name: 'noTrackPoints', format: 'GPX' }],
    ['<gpx><trkpt lat="1" lon="2"/></gpx>', 'unsupported', { name: 'noUsablePoint', format: 'GPX' }],
    ['<gpx><trkpt lat="1', 'damaged', { name: 'xmlCutOff' }],
    [`<gpx><!--${'x'.repeat(400_000)}`, 'damaged', { name: 'xmlTooLong' }],
  ])('refuses %.40s', async (text, code, problem) => {
    expect(await refusal(text)).toEqual([code, problem])
  })
})

describe('CSV', () => {
  it('reads the documented columns', async () => {
    const text =
      'time,lat,lon,alt,speed,ax,ay,az,gx,gy,gz\n0,45,7,500,10,0,9.8,0,0.1,0.2,0.3\n0.5,45,7,501,11,1,2,3,,,\n'
    const { series } = await read(text)
    expect(Array.from(series.get('GPS5')!.values)).toEqual([45, 7, 500, 10, 10, 45, 7, 501, 11, 11])
    expect(round(series.get('ACCL')!.values)).toEqual([0, 9.8, 0, 1, 2, 3])
    expect(series.get('ACCL')!.units).toBe('m/s²')
    expect(Array.from(series.get('GYRO')!.times)).toEqual([0])
  })

  it('converts units in brackets, and reads semicolons with decimal commas, quotes, a BOM and CRLF', async () => {
    const text =
      '\ufeffTime (ms);"Speed (km/h)";Altitude (ft);ax [g];ay [g];az [g];gx [deg/s];gy [deg/s];gz [deg/s]\r\n' +
      '# a remark\r\n\r\n"1500";"36,0";1000;1;0;0;180;0;0\r\n'
    const { series } = await read(text)
    expect(series.get('GPS5')!.times[0]).toBe(1.5)
    expect(round(series.get('GPS5')!.values.subarray(2))).toEqual([304.8, 10, 10])
    expect(round(series.get('ACCL')!.values, 4)).toEqual([9.8067, 0, 0])
    expect(round(series.get('GYRO')!.values, 4)).toEqual([Number(Math.PI.toFixed(4)), 0, 0])
  })

  it('computes missing speeds', async () => {
    const rows = [0, 1, 2, 3].map(second => `${second},${45 + north(5 * second)},7`)
    const { values } = (await read(['t,latitude,lng', ...rows].join('\n'))).series.get('GPS5')!
    expect(values[8]).toBeCloseTo(5, 3)
    expect(values[7]).toBeNaN()
  })

  it('leaves out rows before the video, but computes its first speed with them', async () => {
    const rows = [0, 10, 40].map((meters, row) => `${row - 1},${45 + north(meters)},7`)
    const { times, values } = (await read(['time,lat,lon', ...rows].join('\n'))).series.get('GPS5')!
    expect(Array.from(times)).toEqual([0, 1])
    expect(round([values[3]!, values[8]!])).toEqual([20, 30])
  })

  it("reads gopro-telemetry's output, without positions that had no fix", async () => {
    const places =
      'cts,date,GPS (Lat.) [deg],GPS (Long.) [deg],GPS (Alt.) [m],GPS (2D speed) [m/s],GPS (3D speed) [m/s],fix,precision\n' +
      '0,2026-11-21T10:00:00.000Z,45,7,500,10,10.1,3,150\n55.6,2026-11-21T10:00:00.056Z,45,7,500,10,10.1,0,9999\n'
    const track = (await read(places)).series.get('GPS5')!
    expect(Array.from(track.values)).toEqual([45, 7, 500, 10, 10])
    const accl = await read(
      'cts,date,Accelerometer [m/s²],1,2\n0,2026-11-21T10:00:00Z,1,2,3\n5,2026-11-21T10:00:00Z,4,5,6\n',
    )
    expect(Array.from(accl.series.get('ACCL')!.values)).toEqual([1, 2, 3, 4, 5, 6])
    expect(round(accl.series.get('ACCL')!.times)).toEqual([0, 0.005])
    const old =
      'cts,Accelerometer (up/down) [m/s²],Accelerometer (right/left) [m/s²],Accelerometer (forward/back) [m/s²]\n0,1,2,3\n'
    expect(Array.from((await read(old)).series.get('ACCL')!.values)).toEqual([1, 2, 3])
  })

  it("reads gyroflow's .gcsv, relative to its first row", async () => {
    const text = `GYROFLOW IMU LOG
version,1.3
id,trail_logger
orientation,YxZ
tscale,0.001
gscale,0.00122173047
ascale,0.00048828125
t,gx,gy,gz,ax,ay,az
5000,39,86,183,-1137,-15689,-2986
5001,56,100,202,-1179,-15694,-2887
`
    const { series, device } = await read(text)
    expect(device).toBe('trail_logger')
    expect(round(series.get('GYRO')!.times)).toEqual([0, 0.001])
    expect(series.get('GYRO')!.values[0]).toBeCloseTo(39 * 0.00122173047, 6)
    expect(series.get('ACCL')!.values[1]).toBeCloseTo(-15689 * 0.00048828125 * 9.80665, 3)
  })

  it.each([
    ['date,speed\n2026-11-21 10:00:00,3\n2026-11-21 10:00:02,4\n', [0, 2]],
    ['timestamp,speed\n1795255200,3\n1795255202.5,4\n', [0, 2.5]],
    ['timestamp,speed\n1795255200000,3\n1795255202500,4\n', [0, 2.5]],
    ['time,speed\n10,3\n9,4\n12,5\n', [10, 12]],
  ])('reads times: %.40s', async (text, times) => {
    expect(Array.from((await read(text)).series.get('GPS5')!.times)).toEqual(times)
  })

  it.each([
    ['', 'unsupported', { name: 'noHeaderRow' }],
    ['lat,lon\n1,2\n', 'unsupported', { name: 'noTimeColumn' }],
    ['time,heart\n1,2\n', 'unsupported', { name: 'onlyTimes' }],
    ['time,speed\nx,1\ny,2\n3,3\n', 'damaged', { name: 'timesUnreadable', unreadable: 2, rows: 3 }],
    ['time,speed\n1,\n', 'unsupported', { name: 'noUsableRow', rows: 1 }],
    ['GYROFLOW IMU LOG\ntscale,0\nt,gx,gy,gz\n1,1,1,1\n', 'damaged', { name: 'noScale', key: 'tscale' }],
    ['time\0speed', 'unsupported', { name: 'notText' }],
    [`time,speed\n${'1'.repeat(400_000)}`, 'damaged', { name: 'lineTooLong' }],
  ])('refuses %.40s', async (text, code, problem) => {
    expect(await refusal(text)).toEqual([code, problem])
  })

  it('splits quoted fields', () => {
    expect(splitRow('a,"b, ""c""", d ,', ',')).toEqual(['a', 'b, "c"', 'd', ''])
  })

  it('reads the same in pieces of any length', async () => {
    const text = 'time,speed\r\n0,1\r\n1,2\r\n\r\n2,3\r4,5'
    const whole = await read(text)
    expect(whole.series.get('GPS5')!.times.length).toBe(4)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async length => {
        async function* pieces() {
          for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
        }
        expect(await readCsv(pieces(), { steps: 0 })).toEqual(whole)
      }),
    )
  })
})

describe('readSidecar', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sidecar-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('reads six minutes at 200 Hz from disk, piece by piece', async () => {
    const path = join(folder, 'ride.csv')
    const rows = Array.from({ length: 200 * 360 }, (_, index) => `${index / 200},0.1,9.8,-0.${index % 97}`)
    await writeFile(path, `time,ax,ay,az\n${rows.join('\n')}\n`)
    expect((await readSidecar(path)).series.get('ACCL')!.times.length).toBe(72_000)
  })

  it('refuses a file above 256 MB before reading further', async () => {
    const read = async () => new TextEncoder().encode('time,speed\n')
    await expect(readSidecarFrom({ size: 1 << 30, read })).rejects.toMatchObject({ code: 'too_large' })
  })

  it('throws only one kind of error for random text', async () => {
    const letter = fc.constantFrom(
      '<',
      '>',
      '/',
      '"',
      ',',
      '\n',
      'time',
      'lat',
      'trkpt',
      'gpx',
      '1',
      ' ',
      '=',
      '-',
      '!',
      '\r',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(letter, { maxLength: 80 }), async letters => {
        await read(letters.join('')).catch(error => {
          if (!(error instanceof TelemetryError)) throw error
        })
      }),
      { numRuns: 1000 },
    )
  })
})

describe('TCX', () => {
  const at = (second: number, inside: string) =>
    `<Trackpoint><Time>2026-11-21T10:00:0${second}Z</Time>${inside}</Trackpoint>`
  const place = (lat: number) =>
    `<Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>7</LongitudeDegrees></Position><AltitudeMeters>500</AltitudeMeters>`
  const speed = '<Extensions><ns3:TPX><ns3:Speed>4.5</ns3:Speed></ns3:TPX></Extensions>'
  const tcx = (points: string) =>
    `<?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity><Lap><Track>${points}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`

  it('returns positions, heights and speeds; a point without a position only begins the clock', async () => {
    const { series } = await read(tcx(at(0, '') + at(1, place(45) + speed) + at(2, place(45.0001))))
    const { times, values } = series.get('GPS5')!
    expect(Array.from(times)).toEqual([1, 2])
    expect(round(values.subarray(0, 4))).toEqual([45, 7, 500, 4.5])
    expect(values[8]).toBeCloseTo(11.1, 1)
  })
})

describe('KML', () => {
  const kml = (inside: string) =>
    `<kml xmlns:gx="x"><Document><Placemark>${inside}</Placemark></Document></kml>`

  it('pairs each time of a track with its place: longitude, latitude, altitude', async () => {
    const whens = [0, 1, 2].map(s => `<when>2026-11-21T10:00:0${s}Z</when>`).join('')
    const coords = [0, 1, 2].map(s => `<gx:coord>7 ${45 + north(10 * s)} 500</gx:coord>`).join('')
    const { series } = await read(
      kml(`<TimeStamp><when>2020-01-01</when></TimeStamp><gx:Track>${whens}${coords}</gx:Track>`),
    )
    const { times, values } = series.get('GPS5')!
    expect(Array.from(times)).toEqual([0, 1, 2])
    expect(round(values.subarray(0, 4), 2)).toEqual([45, 7, 500, 10])
  })

  it('without times says so', async () => {
    const line = kml('<LineString><coordinates>7,45,500 7,46,500</coordinates></LineString>')
    expect(await refusal(line)).toEqual(['unsupported', { name: 'kmlWithoutTimes' }])
  })
})

it('refuses a file in which nothing can be true', async () => {
  const gpx =
    '<gpx><trk><trkseg>' +
    ['10', '11']
      .map(second => `<trkpt lat="0" lon="0"><time>2026-06-01T16:00:${second}Z</time></trkpt>`)
      .join('') +
    '</trkseg></trk></gpx>'
  await expect(readSidecarFrom(blobSource(new Blob([gpx])))).rejects.toMatchObject({ code: 'unsupported' })
})
