import { cleanLine } from '#contract/clean-text.ts'
import { viewOf } from '../boxes.ts'
import { STANDARD_GRAVITY } from '../derive.ts'
import type { FilmReader } from '../film.ts'
import { ProtoMessage } from '../protobuf.ts'
import { Recording } from '../recording.ts'

/**
 * Fields of a `djmd` message, as numbers from the outside in. Sources: the schemas in AdrianEddy/telemetry-parser
 * (src/dji/*.proto), ExifTool's DJI.pm, and, for velocities and the unit of acceleration, a recording of an Osmo
 * Action. The header, field 1, is only in the first message, and is lost when a film is trimmed.
 */
const fields = {
  product: [1, 1, 10],
  schema: [1, 1, 1],
  /** in a part that every message repeats */
  remote: [3, 4, 1, 4],
  /** axes 2, 3 and 4, in g */
  acceleration: [3, 2, 10],
  place: [3, 4, 2],
  velocity: [3, 4, 3],
} as const
/** Schemas of action cameras; in those of drones, the same fields mean something else. */
const actionCamera = /^dvtm_(ac|oq)\d/
/** Within the place: the unit of degrees (1) or radians, the coordinates, mm above the sea, 1 for no fix. */
const place = { unit: [1, 1], latitude: [1, 2], longitude: [1, 3], altitude: [2], status: [3] } as const

/**
 * Reads the `djmd` track of DJI's action cameras: a message per frame with an acceleration and, with a GPS remote, the
 * receiver's latest fix. Its time of day has no known zone, so it doesn't date the video.
 */
export const readDjmd: FilmReader = async film => {
  const spans = film.samplesOf('djmd')
  if (!spans) return null
  const recording = new Recording(film.seconds)
  let device: string | undefined
  let before = ''
  let isKnown = true
  await film.read(spans, (bytes, { start }) => {
    const message = new ProtoMessage(viewOf(bytes))
    const schema = message.text(...fields.schema)
    if (schema !== undefined) isKnown = actionCamera.test(schema)
    if (!isKnown) return
    device ??= message.text(...fields.product) ?? message.text(...fields.remote) ?? schema
    const felt = [2, 3, 4].map(axis => message.float(...fields.acceleration, axis) ?? Number.NaN)
    recording.accelerometer(
      start,
      felt.map(g => g * STANDARD_GRAVITY),
    )

    // The receiver is slower than the picture: a fix is new when anything about it changed, its time included.
    const [fix, velocity] = [message.part(...fields.place), message.part(...fields.velocity)]
    if (!fix) return
    const now = [fix, velocity].map(part => part && bytes.subarray(part.start, part.end).join()).join('|')
    if (now === before) return
    before = now
    const of = (path: readonly number[]) => message.float(...fields.place, ...path) ?? Number.NaN
    const whole = (path: readonly number[]) => message.signed(...fields.place, ...path)
    if (whole(place.status)) return
    const degrees = whole(place.unit) === 1 ? 1 : 180 / Math.PI
    const [north, east] = [1, 2].map(axis => message.float(...fields.velocity, axis) ?? 0)
    const altitude = whole(place.altitude)
    recording.fix({
      time: start,
      latitude: of(place.latitude) * degrees,
      longitude: of(place.longitude) * degrees,
      altitude: altitude === undefined ? undefined : altitude / 1000,
      speed: velocity ? Math.hypot(north!, east!) : undefined,
    })
  })
  return recording.finish('djmd', cleanLine(device ?? '') || null)
}
