import { klv, numberKlv, numericStream, type StreamWriter, textKlv } from './gpmf.ts'

/** The sensor streams of a HERO camera, with the names, units and scales that HERO7 to HERO11 write. */

type Rows = { times: ArrayLike<number>; values: ArrayLike<number> }

/**
 * The note a camera writes when its sensor's axes differ from its own: "YxZ" to "ZXY"; lower case is
 * reversed.
 */
const axesNote = (orin?: string) =>
  orin ? { sticky: () => [textKlv('ORIN', orin), textKlv('ORIO', 'ZXY')] } : {}

/**
 * Acceleration in m/s², 3 axes in the camera's order Z, X, Y; saturates at 78.6 m/s² (8 g).
 * @param orin the axes of the rows, when they differ
 */
export const accelerometer = (rows: Rows, orin?: string): StreamWriter =>
  numericStream({
    ...axesNote(orin),
    fourcc: 'ACCL',
    name: 'Accelerometer',
    types: 's',
    axes: 3,
    scale: 417,
    units: ['m/s²'],
    ...rows,
  })

/** Turn rate in rad/s, 3 axes in the order Z, X, Y; saturates at 34.9 rad/s. */
export const gyroscope = (rows: Rows, orin?: string): StreamWriter =>
  numericStream({
    ...axesNote(orin),
    fourcc: 'GYRO',
    name: 'Gyroscope',
    types: 's',
    axes: 3,
    scale: 939,
    units: ['rad/s'],
    ...rows,
  })

/** Direction of gravity in the camera frame, unit vector. */
export const gravity = (rows: Rows): StreamWriter =>
  numericStream({ fourcc: 'GRAV', name: 'Gravity Vector', types: 's', axes: 3, scale: 32767, ...rows })

export interface GpsState {
  /** 0 none, 2 two-dimensional, 3 three-dimensional */
  fix: number
  /** dilution of precision × 100; below 500 is good */
  precision: number
  /** Position: latitude, longitude (degrees), altitude (m), ground speed and 3D speed (m/s). */
  utc: string | null
}

/** GPS5 with a clock and a quality per sample: …, days since 2000, seconds of the day, precision, fix. */
export const gps5 = (rows: Rows, state: (payload: number) => GpsState): StreamWriter =>
  numericStream({
    fourcc: 'GPS5',
    name: 'GPS (Lat., Long., Alt., 2D speed, 3D speed)',
    types: 'l',
    axes: 5,
    scale: [1e7, 1e7, 1000, 1000, 100],
    units: ['deg', 'deg', 'm', 'm/s', 'm/s'],
    unitKey: 'UNIT',
    sticky: payload => {
      const { fix, precision, utc } = state(payload)
      return [
        numberKlv('GPSF', 'L', [fix]),
        ...(utc === null
          ? []
          : [
              klv(
                'GPSU',
                'U',
                16,
                1,
                Uint8Array.from(utc, letter => letter.charCodeAt(0)),
              ),
            ]),
        numberKlv('GPSP', 'S', [precision]),
      ]
    },
    ...rows,
  })

/** GPS5 with a clock and a quality per sample: …, days since 2000, seconds of the day, precision, fix. */
export const gps9 = (rows: Rows): StreamWriter =>
  numericStream({
    fourcc: 'GPS9',
    name: 'GPS (Lat., Long., Alt., 2D, 3D, days, secs, DOP, fix)',
    types: 'lllllllSS',
    axes: 9,
    scale: [1e7, 1e7, 1000, 1000, 100, 1, 1000, 100, 1],
    units: ['deg', 'deg', 'm', 'm/s', 'm/s', '', 's', '', ''],
    unitKey: 'UNIT',
    ...rows,
  })

/** Shares of scene classes: one row of probabilities per time, columns named by `classes` (SNOW, URBA, …). */
export function sceneClasses(classes: readonly string[], rows: Rows): StreamWriter {
  return {
    times: rows.times,
    klvs(from, to) {
      const parts = [
        textKlv('STNM', 'Scene classification[[CLASSIFIER_FOUR_CC,prob], ...]'),
        textKlv('TYPE', 'Ff'),
      ]
      for (let sample = from; sample < to; sample++) {
        const data = new Uint8Array(classes.length * 8)
        const view = new DataView(data.buffer)
        classes.forEach((name, index) => {
          for (let letter = 0; letter < 4; letter++) data[index * 8 + letter] = name.charCodeAt(letter)
          view.setFloat32(index * 8 + 4, rows.values[sample * classes.length + index]!)
        })
        parts.push(klv('SCEN', '?', 8, classes.length, data))
      }
      return parts
    },
  }
}
