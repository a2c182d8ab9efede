import { viewOf } from '../boxes.ts'
import type { FilmReader } from '../film.ts'
import { Recording } from '../recording.ts'

/** A fix is good within this many meters. */
const accuracyLimit = 30

const three = [0, 1, 2]

/**
 * Reads a `camm` track: a sample is two zero bytes, a type and numbers, little endian
 * (https://developers.google.com/streetview/publish/camm-spec). The times of its fixes count from the GPS or the Unix
 * epoch without saying which, so they don't date the video.
 */
export const readCamm: FilmReader = async film => {
  const spans = film.samplesOf('camm')
  if (!spans) return null
  const recording = new Recording(film.seconds)
  await film.read(spans, (bytes, { start: time }) => {
    const view = viewOf(bytes)
    const type = bytes.length >= 4 ? view.getUint16(2, true) : 0
    const floats = (at: number) => three.map(i => view.getFloat32(at + i * 4, true))
    if (type === 2 && bytes.length >= 16) recording.gyroscope(time, floats(4))
    else if (type === 3 && bytes.length >= 16) recording.accelerometer(time, floats(4))
    else if (type === 5 && bytes.length >= 28) {
      const [latitude, longitude, altitude] = three.map(i => view.getFloat64(4 + i * 8, true))
      recording.fix({ time, latitude: latitude!, longitude: longitude!, altitude })
    } else if (type === 6 && bytes.length >= 60) {
      const [accuracy, east, north] = [36, 44, 48].map(at => view.getFloat32(at, true))
      if (view.getInt32(12, true) < 2 || accuracy! > accuracyLimit) return
      recording.fix({
        time,
        latitude: view.getFloat64(16, true),
        longitude: view.getFloat64(24, true),
        altitude: view.getFloat32(32, true),
        speed: Math.hypot(east!, north!),
      })
    }
  })
  return recording.finish('camm', null)
}
