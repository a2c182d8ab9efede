import { cleanLine } from '#contract/clean-text.ts'
import { viewOf } from './boxes.ts'
import { code, type Klv, readKlvs, textOf, textsOf } from './klv.ts'
import { type ClockReading, clockOf, gpsuSeconds, readingsOf } from './satellite.ts'
import { SeriesBuilder, type SeriesFrame } from './series.ts'
import { streamKinds } from './streams.ts'
import type { PayloadTime } from './timing.ts'
import type { Telemetry } from './types.ts'
import { axisTurn, divisors, expandTypes, numbersOf, rowLayout } from './values.ts'

const DEVC = code('DEVC')
const DVID = code('DVID')
const DVNM = code('DVNM')
const STRM = code('STRM')
const STNM = code('STNM')
const SIUN = code('SIUN')
const UNIT = code('UNIT')
const SCAL = code('SCAL')
const TYPE = code('TYPE')
const ORIN = code('ORIN')
const ORIO = code('ORIO')
const TIMO = code('TIMO')
const GPSF = code('GPSF')
const GPSP = code('GPSP')
const GPSU = code('GPSU')
const GPS5 = code('GPS5')

/** GPS5 is good below this dilution of precision, in hundredths. */
const GPSP_LIMIT = 500

/** Reads payloads one after another and collects the series from the first device that has each stream. */
export class GpmfReader {
  device: string | null = null
  readonly #frame: SeriesFrame
  /** per FourCC: the device and stream it comes from */
  readonly #builders = new Map<number, { origin: string; builder: SeriesBuilder }>()
  /** the last GPSF and GPSP: a stream need not repeat unchanged values */
  readonly #sticky = { fix: 3, precision: 0 }
  /** of the satellite clock, one per payload of GPS5 with a fix */
  readonly #readings: ClockReading[] = []

  /**
   * @param videoDuration seconds; Infinity when unknown
   * @param payloadCount expected number of payloads, to estimate memory
   */
  constructor(videoDuration: number, payloadCount: number) {
    this.#frame = { videoDuration, payloadCount, budget: { samples: 0, numbers: 0 } }
  }

  /**
   * Adds one payload.
   * @param bytes one or more DEVC
   * @throws TelemetryError too_large
   */
  add(bytes: Uint8Array, time: PayloadTime): void {
    const view = viewOf(bytes)
    for (const devc of readKlvs(view, 0, view.byteLength)) {
      if (devc.key !== DEVC || devc.type !== 0) continue
      const parts = readKlvs(view, devc.start, devc.end)
      const id = parts.find(({ key }) => key === DVID)
      const name = parts.find(({ key }) => key === DVNM)
      if (name) this.device ??= cleanLine(textOf(view, name)) || null
      const deviceId = id && id.end - id.start >= 4 ? view.getUint32(id.start) : 0
      const seen = new Map<number, number>()
      for (const strm of parts) {
        if (strm.key !== STRM || strm.type !== 0) continue
        const klvs = readKlvs(view, strm.start, strm.end)
        const key = klvs.at(-1)?.key
        if (key === undefined || !streamKinds.has(key)) continue
        const ordinal = seen.get(key) ?? 0
        seen.set(key, ordinal + 1)
        this.#addStream(view, klvs, `${deviceId}/${ordinal}`, time)
      }
    }
  }

  #addStream(view: DataView, klvs: Klv[], origin: string, time: PayloadTime): void {
    const last = klvs.at(-1)!
    const kind = streamKinds.get(last.key)!
    const known = this.#builders.get(last.key)
    if (known !== undefined && known.origin !== origin) return

    const header = new Map<number, Klv>()
    const samples: Klv[] = []
    for (const klv of klvs) {
      if (klv.key === last.key) samples.push(klv)
      else header.set(klv.key, klv)
    }
    if (last.key === GPS5) {
      const usable = this.#usableGps5(view, header)
      const clock = header.get(GPSU)
      const at = clock && this.#sticky.fix >= 2 ? gpsuSeconds(textOf(view, clock)) : Number.NaN
      if (!Number.isNaN(at)) this.#readings.push({ time: time.start, at })
      if (!usable) return
    }

    const complex = header.get(TYPE)
    const layout = rowLayout(last, complex ? expandTypes(textOf(view, complex)) : null)
    if (layout === null || (kind.shape === 'rows' && kind.axes !== null && layout.axes !== kind.axes)) return
    if (samples.some(({ type, structSize }) => type !== last.type || structSize !== last.structSize)) return
    const scale = header.get(SCAL)
    const perAxis = divisors(scale ? numbersOf(view, scale) : [], layout.axes)
    if (perAxis === null) return
    const delay = header.has(TIMO) ? (numbersOf(view, header.get(TIMO)!)[0] ?? 0) : 0
    if (!Number.isFinite(delay)) return
    const turn = axisTurn(view, header.get(ORIN), header.get(ORIO))

    const unit = header.get(SIUN) ?? header.get(UNIT)
    const name = header.get(STNM)
    const builder =
      known?.builder ??
      new SeriesBuilder(
        kind,
        name ? textOf(view, name) : '',
        unit ? textsOf(view, unit).join(',') : '',
        this.#frame,
      )
    if (known === undefined) this.#builders.set(last.key, { origin, builder })
    builder.add({
      view,
      samples,
      layout,
      divisors: perAxis,
      turn: turn?.to.length === layout.axes ? turn : null,
      time,
      delay,
    })
  }

  /** GPSF 2 or 3 is a lock, GPSP below 500 a good one; without either, the stream is trusted. */
  #usableGps5(view: DataView, header: ReadonlyMap<number, Klv>): boolean {
    const fix = header.get(GPSF)
    const precision = header.get(GPSP)
    if (fix) this.#sticky.fix = numbersOf(view, fix)[0] ?? 0
    if (precision) this.#sticky.precision = numbersOf(view, precision)[0] ?? GPSP_LIMIT
    return this.#sticky.fix >= 2 && this.#sticky.precision < GPSP_LIMIT
  }

  /** All series that have samples, by FourCC, and what their satellite clock tells. */
  finish(): Pick<Telemetry, 'device' | 'series' | 'satellite' | 'pace'> {
    const series: Telemetry['series'] = new Map()
    for (const { builder } of this.#builders.values()) {
      const finished = builder.finish()
      if (finished) series.set(finished.fourcc, finished)
    }
    const gps9 = series.get('GPS9')
    return { device: this.device, series, ...clockOf(gps9 ? readingsOf(gps9) : this.#readings) }
  }
}

/** First byte of each payload in concatenated GPMF: a payload ends where a device repeats. */
function payloadStarts(view: DataView): number[] {
  const starts: number[] = []
  let devices = new Set<number>()
  for (const devc of readKlvs(view, 0, view.byteLength)) {
    if (devc.key !== DEVC || devc.type !== 0) continue
    const id = readKlvs(view, devc.start, Math.min(devc.end, devc.start + 64)).find(({ key }) => key === DVID)
    const device = id && id.end - id.start >= 4 ? view.getUint32(id.start) : 0
    if (starts.length === 0 || devices.has(device)) {
      starts.push(devc.start - 8)
      devices = new Set()
    }
    devices.add(device)
  }
  return starts
}

/**
 * Reads a raw `.gpmf` file: consecutive payloads without an MP4 container.
 * @param payloadSeconds what each payload covers, which the file doesn't contain (cameras at 29.97 fps:
 * 1.001)
 * @throws TelemetryError too_large
 */
export function parseGpmfPayloads(
  bytes: Uint8Array,
  payloadSeconds = 1.001,
): ReturnType<GpmfReader['finish']> {
  const starts = payloadStarts(viewOf(bytes))
  const reader = new GpmfReader(Number.POSITIVE_INFINITY, starts.length)
  starts.forEach((start, index) => {
    const last = index === starts.length - 1
    const end = last ? bytes.length : starts[index + 1]!
    reader.add(bytes.subarray(start, end), {
      start: index * payloadSeconds,
      duration: payloadSeconds,
      last,
    })
  })
  return reader.finish()
}
